/** The models page in a real browser: voices are fetched from a hub, played and removed while the server runs. */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createEngine, type Engine } from '../../engine/index.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../../engine/testing/neural-voice.ts';
import { ALL_MODELS } from '../../model-files/public-models.ts';
import { buildConsole, inspect, NO_BROWSER, openBrowser, visit } from '../kit/browser.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Hub, onHub, startHub } from '../kit/servers/model-hub.ts';

const JOE_VOICE = 'en_US-joe-medium';
const SPEAKERS = 40;
const CROWD = {
  audio: { sample_rate: 22_050 },
  espeak: { voice: 'de' },
  language: { code: 'de_DE', family: 'de' },
  num_speakers: SPEAKERS,
  speaker_id_map: Object.fromEntries(Array.from({ length: SPEAKERS }, (_, i) => [`s${100 + i}`, i])),
  num_symbols: 3,
  phoneme_id_map: { _: [0], '^': [1], $: [2] },
};

let folder: string;
let hub: Hub;
let engine: Engine;
let server: TestServer;
let browser: Browser | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-models-'));
  const voices = join(folder, 'voices');
  await mkdir(voices);
  const known = (id: string) => ALL_MODELS.find((model) => model.id === id)!;
  const joe = onHub(known(JOE_VOICE), (name) => {
    try {
      return readFileSync(name.endsWith('.json') ? NEURAL_CONFIG : NEURAL_MODEL);
    } catch {
      return Buffer.from('the voice is not installed here');
    }
  });
  // The server expects the published files, so these have the wrong hash.
  const thorsten = onHub(known('de_DE-thorsten-medium'), () => Buffer.from('another file'));
  hub = await startHub([...joe.files, ...thorsten.files]);
  [engine, browser] = await Promise.all([
    createEngine({ voiceFolders: { vits: [voices] }, lanes: 1 }),
    openBrowser(),
    buildConsole(),
  ]);
  server = await startTestServer(engine, { MODELS_DIR: folder, MODEL_HUB_URL: hub.url });
});
afterAll(async () => {
  await browser?.close();
  await server.close();
  await engine.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => {
  if (!browser) skip(NO_BROWSER);
});

async function open(at: string): Promise<Page> {
  const one = await visit(browser!, server, { at });
  onTestFinished(async () => {
    await one.close();
    expect(one.complaints).toEqual([]);
  });
  return one.page;
}

testWithNeuralVoice(
  'a voice is fetched, heard and removed while the server runs',
  { timeout: 120_000 },
  async () => {
    const page = await open('voices/more');
    await page.getByLabel('Search').fill(JOE_VOICE);
    const row = page.locator(`[data-model="${JOE_VOICE}"]`);
    await row.getByRole('button', { name: /^Fetch/ }).click();
    await row.getByText('installed').waitFor({ timeout: 90_000 });
    const spoken = page.waitForResponse((answer) => answer.url().includes('/sse/speak/en'));
    await row.getByRole('button', { name: 'Play Joe' }).click();
    expect((await spoken).status()).toBe(200);
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await row.getByRole('button', { name: /^Fetch/ }).waitFor();
    expect(engine.voices().some(({ model }) => model === JOE_VOICE)).toBe(false);
  },
);

test('the licence is shown before a public voice is fetched, and a failure is reported', async () => {
  const page = await open('voices/more');
  await page.getByRole('combobox', { name: 'Language', exact: true }).fill('German');
  await page.getByRole('option', { name: 'German' }).first().click();
  const row = page.locator('[data-model="de_DE-thorsten-medium"]');
  await row.getByRole('button', { name: /^Fetch/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel('Model card').inputValue()).toContain('License: CC0');
  await inspect(page, 'models-license');
  await dialog.getByRole('button', { name: 'Accept and fetch' }).click();
  await row.getByText(/thorsten-medium\.onnx\.json has \d+ bytes there/).waitFor();
  await row.getByRole('button', { name: /^Try again/ }).waitFor();
  await inspect(page, 'models');
});

test('a multi-speaker model is listed once, and each speaker is found by name', async () => {
  const voices = join(folder, 'voices');
  await writeFile(join(voices, 'de_DE-crowd-low.onnx'), 'weights');
  await writeFile(join(voices, 'de_DE-crowd-low.onnx.json'), JSON.stringify(CROWD));
  await engine.refreshVoices();
  const page = await open('voices');
  await page.getByText(`natural, ${SPEAKERS} speakers`).waitFor();
  await page.getByLabel('Search by language or name').fill('crowd s123');
  await page.getByText('Crowd s123').waitFor();

  await page.goto(`${server.base}/#/speak`);
  await page.getByRole('combobox', { name: 'Language', exact: true }).fill('German');
  await page.getByRole('option', { name: 'German' }).first().click();
  await page.getByRole('combobox', { name: 'Voice' }).selectOption('de_DE-crowd-low.s100');
  await page.getByRole('combobox', { name: 'Speaker' }).fill('s117');
  await page.getByRole('option', { name: 'Crowd s117' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Speaker' }).inputValue()).toBe('Crowd s117');
  await page.getByRole('combobox', { name: 'Language', exact: true }).fill('French');
  await page.getByRole('option', { name: 'French' }).first().click();
  await page.getByText('Built-in voices of this language are robotic').waitFor();
  await inspect(page, 'speak-robotic');
});
