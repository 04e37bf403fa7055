import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../engine/index.ts';
import { ModelStore } from '../../engine/setup.ts';
import { ALL_MODELS } from '../../model-files/public-models.ts';
import { type HubBehaviour, onHub, startHub } from '../../test/kit/servers/model-hub.ts';
import { createLog } from '../observability/log.ts';
import { temporaryFolder } from '../testing.ts';
import { Models } from './models.ts';

const THORSTEN = 'de_DE-thorsten-medium';
const CONFIG = JSON.stringify({
  audio: { sample_rate: 22_050 },
  espeak: { voice: 'de' },
  language: { code: 'de_DE', family: 'de' },
  num_symbols: 3,
  phoneme_id_map: { _: [0], '^': [1], $: [2] },
});
const BYTES = 300_000;
const voice = onHub(ALL_MODELS.find(({ id }) => id === THORSTEN)!, (name) =>
  name.endsWith('.json') ? Buffer.from(CONFIG) : Buffer.alloc(BYTES, 1),
);
const log = createLog({ logLevel: 'silent' });

let folder: string;
let engine: Engine;
beforeAll(async () => {
  const finished: (() => unknown)[] = [];
  folder = temporaryFolder((giveBack) => finished.push(giveBack));
  engine = await createEngine({ voiceFolders: { vits: [join(folder, 'voices')] }, lanes: 1 });
  return async () => {
    await engine.close();
    for (const giveBack of finished) await giveBack();
  };
});
let models: Models;
const open = (hub: string): Models =>
  new Models({ store: new ModelStore({ folder, models: [voice.model], hub }), engine, log });
beforeEach(async () => {
  models = open('http://127.0.0.1:9');
  await models.remove(THORSTEN);
});
afterAll(() => models.close());

const hubThat = (behaviour: HubBehaviour = {}) => startHub(voice.files, behaviour);
async function untilDone(of: Models): Promise<void> {
  while ((await of.read(THORSTEN)).download?.state === 'running')
    await new Promise((go) => setTimeout(go, 10));
}

test('a voice that is fetched while the engine runs can be used until it is removed', async () => {
  expect(engine.voices().find(({ langs }) => langs.includes('de'))?.tags).toContain('robotic');
  await using hub = await hubThat({ pieceDelayMs: 2 });
  models = open(hub.url);
  expect(await models.pull(THORSTEN, true)).toMatchObject({
    installed: false,
    download: { state: 'running' },
  });
  await untilDone(models);
  expect(await models.read(THORSTEN)).toMatchObject({ installed: true, download: null, voiceId: THORSTEN });
  expect(engine.voices().find(({ langs }) => langs.includes('de'))).toMatchObject({
    id: THORSTEN,
    license: 'CC0',
  });
  expect(engine.voice('espeak-de')?.notice).toBeNull();
  expect(await models.remove(THORSTEN)).toBe(true);
  expect(engine.voice(THORSTEN)).toBeNull();
});

test('the first download requires acceptance of the licence', async () => {
  await using hub = await hubThat({});
  const { readdir, rm } = await import('node:fs/promises');
  for (const name of await readdir(join(folder, 'voices'))) await rm(join(folder, 'voices', name));
  models = open(hub.url);
  await expect(models.pull(THORSTEN, false)).rejects.toMatchObject({
    status: 409,
    kind: 'license_not_accepted',
  });
  expect(await models.card(THORSTEN)).toMatchObject({
    license: 'CC0',
    text: expect.stringContaining('Dataset'),
  });
  expect((await models.read(THORSTEN)).download).toBeNull();
});

test('a download that fails reports the reason, and can be started again', async () => {
  const wrong = (bytes: Buffer) => (bytes.length === BYTES ? Buffer.alloc(BYTES) : bytes);
  await using broken = await hubThat({ replace: wrong });
  models = open(broken.url);
  await models.pull(THORSTEN, true);
  await untilDone(models);
  expect((await models.read(THORSTEN)).download).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('MD5'),
  });
  await using hub = await hubThat();
  models = open(hub.url);
  await models.pull(THORSTEN, true);
  await untilDone(models);
  expect((await models.read(THORSTEN)).installed).toBe(true);
});

test('two concurrent requests share one download, and removing the model ends it', async () => {
  await using hub = await hubThat({ pieceDelayMs: 20 });
  models = open(hub.url);
  await Promise.all([models.pull(THORSTEN, true), models.pull(THORSTEN, true)]);
  expect(await models.remove(THORSTEN)).toBe(true);
  expect(await models.read(THORSTEN)).toMatchObject({ installed: false, download: null });
  expect(hub.requests.filter(({ name }) => name.endsWith('.onnx')).length).toBeLessThanOrEqual(1);
});

test('a hub that cannot be reached is a 503 that names it', async () => {
  await expect(models.pull(THORSTEN, true)).rejects.toMatchObject({
    status: 503,
    detail: expect.stringMatching(/127\.0\.0\.1:9.*MODEL_HUB_URL/),
  });
});

test('a list contains the matches, installed models first', async () => {
  expect(await models.list({ language: 'de' })).toMatchObject([{ model: { id: THORSTEN } }]);
  expect(await models.list({ query: 'nobody' })).toEqual([]);
});
