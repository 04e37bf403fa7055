/** The page of pronunciations, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../engine/speech/types.ts';
import { buildConsole, inspect, NO_BROWSER, openBrowser, visit } from './kit/console.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from './kit/server.ts';

let engine: Engine;
let server: TestServer;
let browser: Browser | null = null;

beforeAll(async () => {
  await buildConsole();
  [engine, browser] = await Promise.all([builtInEngine(), openBrowser()]);
  server = await startTestServer(engine);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await engine?.close();
});
beforeEach(({ skip }) => {
  if (!browser) skip(NO_BROWSER);
});

async function open(): Promise<Page> {
  const one = await visit(browser!, server, { at: 'pronounce' });
  onTestFinished(async () => {
    await one.close();
    expect(one.complaints).toEqual([]);
  });
  await one.page.getByRole('heading', { name: 'Pronounce', level: 1 }).waitFor();
  return one.page;
}

test('a word is looked up in its sentence, heard, and kept', async () => {
  const page = await open();
  await page.getByLabel('Word', { exact: true }).fill('read');
  await page.getByLabel('Sentence (optional)').fill('I read it yesterday.');
  await page.keyboard.press('Enter');
  const first = page.locator('.suggestions li').first();
  await first.getByText('ɹɛd').first().waitFor();
  const [spoken] = await Promise.all([
    page.waitForResponse(/\/sse\/speak\/en$/),
    first.getByRole('button', { name: /^Play/ }).click(),
  ]);
  expect(spoken.status()).toBe(200);
  expect(spoken.request().postDataJSON().text).toMatch(/^<phoneme:[^>]*ɹɛd>read<\/phoneme>$/);
  await page.getByText('It can be spoken').waitFor();
  await inspect(page, 'pronounce-read');
  await page.getByRole('button', { name: 'Keep in my dictionary' }).click();
  await page.getByRole('status').waitFor();
  const answer = await fetch(`${server.base}/pronunciations`, { headers: { 'x-api-key': KEY } });
  expect(await answer.json()).toMatchObject({
    data: { pronunciations: [{ lang_code: 'en', word: 'read', ipa: expect.stringContaining('ɹɛd') }] },
  });
  await page.getByRole('button', { name: 'Forget read' }).click();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await page.locator('.dictionary').getByText('Names, brands').waitFor();
});

test('what no voice can say is shown in its place, and put right by a press', async () => {
  const page = await open();
  await page.getByLabel('Word', { exact: true }).fill('Xhosa');
  await page.getByLabel('Transcription (IPA)').fill('ˈǁɔsə');
  await page.locator('mark').getByText('ǁ').waitFor();
  await page.getByText('(character 2)').waitFor();
  await page
    .getByRole('button', { name: 'Put k in its place' })
    .or(page.locator('.faults .chip').first())
    .first()
    .click();
  await page.getByText('It can be spoken').waitFor();
  expect(await page.getByLabel('Transcription (IPA)').inputValue()).toMatch(/^ˈ[^ǁ]ɔsə$/);
});

test('symbols are put in at the cursor', async () => {
  const page = await open();
  const field = page.getByLabel('Transcription (IPA)');
  await field.fill('hlo');
  await field.press('Home');
  await field.press('ArrowRight');
  await page.getByRole('button', { name: /^ə, / }).click();
  await page.getByRole('button', { name: /^ˈ, / }).click();
  expect(await field.inputValue()).toBe('həˈlo');
});
