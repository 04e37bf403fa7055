/** Creating voices in the console, in a real browser, on a server that learns recordings instantly. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { EngineError } from '../../engine/index.ts';
import { AssistedSetup } from '../kit/assisted-setup.ts';
import { buildConsole, inspect, NO_BROWSER, openBrowser, visit } from '../kit/browser.ts';
import { sleep } from '../kit/server.ts';

const setup = new AssistedSetup();
const { engine } = setup;
/** Any bytes, because the engine does not decode them. */
const TAKE = { name: 'take.wav', mimeType: 'audio/wav', buffer: Buffer.from('a take') };

let browser: Browser | null = null;
beforeAll(async () => {
  [browser] = await Promise.all([openBrowser(), buildConsole()]);
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => {
  if (!browser) skip(NO_BROWSER);
});

async function open(at: string): Promise<Page> {
  const one = await visit(browser!, setup.server, { key: setup.me.key, at });
  onTestFinished(async () => {
    await one.close();
    expect(one.complaints).toEqual([]);
  });
  return one.page;
}

async function chooseFile(page: Page): Promise<void> {
  await page.getByText('File', { exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(TAKE);
}

test('one of many candidates is recommended and two more are shown, in plain words', async () => {
  setup.giving(
    { enhancer: 'external', sentences: [3, 4], score: 0.06 },
    ...[1, 5, 7, 9].map((one) => ({ enhancer: 'external', sentences: [one, one + 1] }) as const),
    { enhancer: 'own', sentences: [3, 4] },
  );
  const page = await open('voices/new');
  await page.getByLabel('Name', { exact: true }).fill('Reader');
  await chooseFile(page);
  await page.getByRole('button', { name: 'Create voice' }).click();
  await page.getByRole('heading', { name: 'Which one sounds right?' }).waitFor();
  const choices = page.getByRole('button', { name: /^Choose candidate/ });
  expect(await choices.count()).toBe(3);
  expect(await page.getByText('Recommended', { exact: true }).count()).toBe(1);
  await page.getByText('The same passage, slightly softer and smoother').waitFor();
  await inspect(page, 'voices-candidates-few');

  await page.getByRole('button', { name: 'Show 5 more' }).click();
  expect(await choices.count()).toBe(8);
  await page.getByText('with the noise removed in another way').first().waitFor();
  // Four candidates share a passage, which is shown once.
  expect(await page.getByText('Sentences 3 and 4.').count()).toBe(1);
  expect(await page.locator('main').innerText()).not.toMatch(/score|enhancer|top_k|0\.06/i);
  await inspect(page, 'voices-candidates-all');

  await page.getByRole('button', { name: 'Choose candidate 2', exact: true }).click();
  await page.locator('.candidate[data-chosen=true]').waitFor();
  await page.getByRole('button', { name: 'Show fewer' }).click();
  expect(await choices.count()).toBe(3);
  expect(await setup.selected()).toHaveLength(1);

  // In the library the chosen one represents all.
  await page.getByRole('link', { name: 'Go to the library' }).click();
  await page.getByRole('button', { name: 'Show 5 more' }).waitFor();
  expect(await page.locator('.set .voice-card').count()).toBe(1);
});

test('a script of one sentence is refused before anything is sent', async () => {
  const page = await open('voices/new');
  await page.getByLabel('Name', { exact: true }).fill('Reader');
  await page.getByRole('button', { name: 'Use another text' }).click();
  const script = page.getByRole('textbox', { name: 'Read this aloud' });
  await script.fill('The ferry leaves at noon, and we still have time for breakfast.');
  await chooseFile(page);
  await page.getByText('it needs at least two sentences').waitFor();
  await page.getByText('The script needs a second sentence.').waitFor();
  expect(await page.getByRole('button', { name: 'Create voice' }).isDisabled()).toBe(true);
  await inspect(page, 'voices-one-sentence');
  expect(engine.takes).toEqual([]);
  await script.pressSequentially(' We wait.');
  await page.getByRole('button', { name: 'Create voice' }).click();
  await page.getByRole('heading', { name: 'Which one sounds right?' }).waitFor();
  expect(engine.takes).toHaveLength(1);
});

test.each(['Read a script', 'Any recording'])(
  '%s: the bar advances, also between two reports',
  async (way) => {
    const held = engine.holdBack(way === 'Any recording' ? 'recordings' : 'takes');
    const page = await open('voices/new');
    await page.getByText(way, { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Somebody');
    await chooseFile(page);
    await page.getByRole('button', { name: 'Create voice' }).click();
    await page.getByRole('heading', { name: 'Finding the words…' }).waitFor();
    const bar = page.getByRole('progressbar');
    const value = async () => Number(await bar.getAttribute('value'));
    await expect.poll(value).toBeGreaterThan(0);
    const first = await value();
    await expect.poll(value, { timeout: 10_000 }).toBeGreaterThan(first);
    if (way === 'Any recording') await inspect(page, 'voices-learning');
    held.release();
    await bar.waitFor({ state: 'detached' });
  },
);

test('a voice is learned again from a recording: its id and its name stay', async () => {
  const id = await setup.me.made('Uploaded', 'an old recording');
  const page = await open('voices');
  await page.getByRole('link', { name: 'Learn Uploaded again' }).click();
  await page.getByRole('heading', { name: 'Learn “Uploaded” again' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).count()).toBe(0);
  await inspect(page, 'voices-again');
  await chooseFile(page);
  await page.getByRole('button', { name: 'Learn again' }).click();
  await page.getByRole('heading', { name: '“Uploaded” has been learned again' }).waitFor();
  await inspect(page, 'voices-learned-again');
  expect(Buffer.from(engine.enrolled.at(-1)!.audio).toString()).toBe('a take');
  expect((await setup.me.own()).map(({ voice_id, name }) => [voice_id, name])).toEqual([[id, 'Uploaded']]);

  // The form for a new voice does not contain the old one.
  await page.getByRole('link', { name: 'Go to the library' }).click();
  await page.getByRole('link', { name: 'New voice' }).click();
  await page.getByLabel('Name', { exact: true }).waitFor();
});

test('a voice from a take is learned again, alone or with its whole set', async () => {
  const { candidates } = await setup.me.madeSet('Reader');
  const id = candidates[0]!.candidate;
  const page = await open(`voices/again/${id}`);
  await page.getByText('Make all candidates again').waitFor();
  await chooseFile(page);
  await page.getByRole('button', { name: 'Learn again' }).click();
  await page.getByRole('heading', { name: 'Which one sounds right?' }).waitFor();
  expect(engine.takes.at(-1)).toMatchObject({ candidates: true });
  const ids = (await setup.me.own()).map(({ voice_id }) => voice_id);
  expect(ids).toContain(id);

  await page.getByRole('button', { name: 'Learn it again' }).click();
  await page.getByLabel(/Make all candidates again/).uncheck();
  await chooseFile(page);
  await page.getByRole('button', { name: 'Learn again' }).click();
  await page.getByRole('heading', { name: /has been learned again/ }).waitFor();
  expect(engine.takes.at(-1)).toMatchObject({ candidates: false });
  expect((await setup.me.own()).map(({ voice_id }) => voice_id)).toEqual(ids);
});

test('a rejected recording and a deleted voice are reported in words', async () => {
  const id = await setup.me.made('Uploaded');
  engine.behaviour = async (_request, { onProgress }) => {
    onProgress?.('check', 0.1);
    await sleep(2);
    throw new EngineError('recording_silent');
  };
  const page = await open(`voices/again/${id}`);
  await page.getByRole('heading', { name: 'Learn “Uploaded” again' }).waitFor();
  await chooseFile(page);
  await page.getByRole('button', { name: 'Learn again' }).click();
  await page.getByRole('alert').getByText('The recording is silent').waitFor();
  await page.goto(`${setup.server.base}/#/voices/again/nobody`);
  await page.getByRole('alert').getByText('There is no such voice of yours').waitFor();
});
