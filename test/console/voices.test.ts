/** The voices page in a real browser: speech from the microphone becomes a voice. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { buildConsole, inspect, NO_BROWSER, openBrowser, photograph, visit } from '../kit/browser.ts';
import { completeEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';

/** Four sentences: with pauses a little more than the fifteen seconds that a take must last. */
const SCRIPT =
  'The ferry leaves at noon, and we still have time for breakfast. We could walk along the harbour and watch the ' +
  'boats come in. Look, there is fog over the water, and the lighthouse has disappeared! Shall we ask the captain ' +
  'whether he will wait for us?';
const PAUSE = '<pause:800ms>';
/** Learning takes seconds on an idle machine. */
const PATIENCE_MS = 90_000;
const TIMEOUT_MS = 150_000;

let engine: Engine | null = null;
let server: TestServer;
let browser: Browser | null = null;
let folder: string;
let takeMs = 0;

beforeAll(async () => {
  await buildConsole();
  engine = await completeEngine();
  if (!engine) return;
  server = await startTestServer(engine);
  folder = mkdtempSync(join(tmpdir(), 'parley-microphone-'));
  const microphone = join(folder, 'microphone.wav');
  const take = await reading(SCRIPT);
  takeMs = (take.length - 44) / 48;
  writeFileSync(microphone, take);
  // The microphone is silent after the recording.
  browser = await openBrowser(`${microphone}%noloop`);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await engine?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => {
  if (!engine) skip('the default voice or the recogniser is not installed');
  if (!browser) skip(NO_BROWSER);
});

/** Synthesizes a take with the default voice, as a WAV file. */
async function reading(text: string): Promise<Buffer> {
  const answer = await fetch(`${server.base}/sse/speak/en`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, accept: 'audio/wav' },
    body: JSON.stringify({ text: `${PAUSE}${text.replace(/(?<=[.!?]) /g, PAUSE)}${PAUSE}` }),
  });
  return Buffer.from(await answer.arrayBuffer());
}

async function open(at: string): Promise<Page> {
  const one = await visit(browser!, server, { at });
  onTestFinished(async () => {
    await one.close();
    expect(one.complaints).toEqual([]);
  });
  return one.page;
}

async function voices(): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${server.base}/voices`, { headers: { 'x-api-key': KEY } });
  const { data } = (await answer.json()) as { data: { voices: Record<string, unknown>[] } };
  return data.voices.filter(({ type }) => type === 'Cloned');
}

test('a script read into the microphone gives voices, one of which is chosen', {
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await open('voices/new');
  await page.getByText('Read this aloud').waitFor();
  // The built-in script is loaded by default.
  await page.locator('.prompter p').nth(3).waitFor();
  await inspect(page, 'voices-new');
  await page.getByLabel('Name', { exact: true }).fill('Reader');
  await page.getByRole('button', { name: 'Use another text' }).click();
  await page.getByRole('textbox', { name: 'Read this aloud' }).fill(SCRIPT);
  await page.getByRole('button', { name: 'Record' }).click();
  await page.getByText(/more seconds at least/).waitFor();
  expect(await page.getByRole('button', { name: 'Create voice' }).isDisabled()).toBe(true);
  await page.locator('.meter[data-level=good]').waitFor();
  await photograph(page, 'voices-recording');
  await page.getByText('Long enough').waitFor({ timeout: takeMs * 2 });
  await page.waitForTimeout(Math.max(0, takeMs - 15_000));
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByText('Recorded.').waitFor();
  await page.getByRole('button', { name: 'Create voice' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('heading', { name: 'Which one sounds right?' }).waitFor({ timeout: PATIENCE_MS });
  await inspect(page, 'voices-candidates');

  const previews = page.getByRole('button', { name: /^Play candidate/ });
  expect(await previews.count()).toBeGreaterThan(1);
  await previews.first().click();
  await page.getByRole('button', { name: 'Stop candidate 1' }).waitFor();
  await page.getByRole('button', { name: 'Choose candidate 1' }).click();
  await page.locator('.candidate[data-chosen=true]').waitFor();
  expect((await voices()).filter(({ selected }) => selected)).toHaveLength(1);

  await page.getByRole('link', { name: 'Go to the library' }).click();
  await page.getByText(/candidates from one reading/).waitFor();
  await inspect(page, 'voices-library');
  const [card] = await page.locator('.voice-card').all();
  await card!.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('New name').fill('Grandmother');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Grandmother' }).waitFor();
  await page.getByRole('button', { name: 'Delete Grandmother' }).click();
  const before = await voices();
  const gone = before.find(({ voice_name }) => voice_name === 'Grandmother');
  await page.getByRole('button', { name: 'Delete voice' }).click();
  await page.getByRole('button', { name: 'Rename Grandmother' }).waitFor({ state: 'detached' });
  // A variant is deleted with its candidate.
  const others = before.filter(({ id, variant_of }) => id !== gone?.id && variant_of !== gone?.id);
  expect(others.length).toBeLessThan(before.length);
  expect((await voices()).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
});

test('any recording becomes a voice, which speaks at once; an unusable one is refused in words', {
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await open('voices/new');
  await page.getByText('Any recording').click();
  await page.getByText('File', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Uploaded');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({
    name: 'noise.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from('no sound at all'),
  });
  await page.getByRole('button', { name: 'Create voice' }).click();
  await page.getByRole('alert').waitFor({ timeout: PATIENCE_MS });
  const text =
    'The ferry leaves at noon. We can have breakfast first, and then walk down to the harbour together.';
  await file.setInputFiles({ name: 'me.wav', mimeType: 'audio/wav', buffer: await reading(text) });
  await page.getByRole('button', { name: 'Create voice' }).click();
  await page.getByRole('heading', { name: '“Uploaded” is ready' }).waitFor({ timeout: PATIENCE_MS });
  await page.getByRole('button', { name: 'Speak with it' }).click();
  await page.getByRole('heading', { name: 'Speak', exact: true }).waitFor();
  const [made] = (await voices()).filter(({ name }) => name === 'Uploaded');
  expect(await page.getByLabel('Voice', { exact: true }).inputValue()).toBe(made?.voice_id);
  await page.getByRole('button', { name: 'Speak', exact: true }).click();
  await page.locator('.editor-copy .is-now').waitFor();
});

test('words appear while they are said into the microphone', { timeout: TIMEOUT_MS }, async () => {
  const page = await open('transcribe');
  await page.getByRole('combobox', { name: 'Language', exact: true }).fill('English');
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /^English/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const words = page.getByRole('region', { name: 'Transcript' });
  await words.getByText(/breakfast/i).waitFor({ timeout: PATIENCE_MS });
  expect(await page.getByRole('button', { name: 'Stop recording' }).isVisible()).toBe(true);
  await inspect(page, 'transcribe-live');
  await words.getByText(/harbou?r/i).waitFor({ timeout: PATIENCE_MS });
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await page
    .getByRole('button', { name: /^Play from 0:0/ })
    .first()
    .waitFor({ timeout: PATIENCE_MS });
});

test('a recording is written down, with times, and saved as subtitles', { timeout: TIMEOUT_MS }, async () => {
  const page = await open('transcribe');
  const buffer = await reading('The ferry leaves at noon. We still have time for breakfast.');
  await page.locator('input[type=file]').setInputFiles({ name: 'ferry.wav', mimeType: 'audio/wav', buffer });
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await page
    .getByRole('button', { name: /^Play from 0:0/ })
    .first()
    .waitFor({ timeout: PATIENCE_MS });
  await page.getByText(/the ferry/i).waitFor();
  await inspect(page, 'transcribe-done');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as SRT' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('ferry.srt');
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n.*ferry/i,
  );

  await page.getByText('By channel').click();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await page.getByText('channel 1').first().waitFor({ timeout: PATIENCE_MS });
  await inspect(page, 'transcribe-speakers');
});
