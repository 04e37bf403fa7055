/** Models that are pinned to a commit of the hub, fetched from a local server that answers like the real hub. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPinnedHub } from '../test/kit/servers/pinned-hub.ts';
import { filesOf } from './model.ts';
import { POCKET_MODELS, pocketFileNames } from './pocket-files.ts';
import { ModelStore } from './store.ts';

const ID = 'pocket-tts-english-7m';
const OPEN_ID = `${ID}-without-cloning`;
const TOKEN = 'hf_of_tests';
const GATE = { repository: 'kyutai/pocket-tts', token: TOKEN };
const accept = { acceptLicense: () => true };

/** The files of all models on the hub: weights in its store, the rest in Git. */
const files = POCKET_MODELS.flatMap((model) => [
  ...filesOf(model).flatMap((file) =>
    'pinned' in file
      ? [put(file.pinned, Buffer.alloc(file.name.includes('tokenizer') ? 100 : 50_000, model.id))]
      : [],
  ),
  ...(model.card ? [put(model.card, Buffer.from('---\nlicense: cc-by-4.0\n---\n# Pocket TTS'))] : []),
]);

function put(
  { repository, revision, path }: { repository: string; revision: string; path: string },
  content: Buffer,
) {
  return { name: `${repository}/resolve/${revision}/${path}`, content };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pinned-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('each model has weights, a tokenizer and a voice, with and without cloning', () => {
  expect(POCKET_MODELS).toHaveLength(34);
  for (const { pinnedFiles = [], language } of POCKET_MODELS) {
    expect(['en', 'fr', 'de', 'it', 'pt', 'es', 'nl']).toContain(language);
    expect(pinnedFiles).toHaveLength(3);
    for (const { pinned } of pinnedFiles) expect(pinned.revision).toMatch(/^[0-9a-f]{40}$/);
  }
});

describe('the edition without cloning', () => {
  test('is fetched without a token, at the commits that are pinned, and checked', async () => {
    await using hub = await startPinnedHub(files, { gate: GATE });
    const store = new ModelStore({ folder, models: POCKET_MODELS, hub: hub.url });
    expect(await store.isInstalled(OPEN_ID)).toBe(false);
    await store.pull(OPEN_ID, accept);
    expect(await store.isInstalled(OPEN_ID)).toBe(true);
    const names = Object.values(pocketFileNames(OPEN_ID));
    expect((await readdir(join(folder, 'pocket'))).sort()).toEqual(
      [...names, `${OPEN_ID}.MODEL_CARD`].sort(),
    );
    expect(await readFile(join(folder, 'pocket', pocketFileNames(OPEN_ID).weights))).toHaveLength(50_000);
    expect(hub.requests.map(({ path }) => path)).toContain(
      'GET kyutai/pocket-tts-without-voice-cloning/resolve/' +
        'a7056f505a4a8ca72d8b5fb1440071d6f1a35739/languages/english_7m_2026-10/model.safetensors',
    );
    expect(await store.pull(OPEN_ID)).toBeNull();
    expect(await store.remove(OPEN_ID)).toBe(true);
    expect(await store.isInstalled(OPEN_ID)).toBe(false);
  });

  test.each([
    ['model.safetensors', /SHA-256 [0-9a-f]{64} instead of/],
    ['tokenizer.model', /Git hash [0-9a-f]{40} instead of/],
  ])('is not installed when %s differs from that of the hub', async (name, message) => {
    await using hub = await startPinnedHub(files, {
      replace: (file) =>
        file.name.endsWith(name) ? Buffer.alloc(file.content.length, 'damaged') : file.content,
    });
    const store = new ModelStore({ folder, models: POCKET_MODELS, hub: hub.url });
    await expect(store.pull(OPEN_ID, accept)).rejects.toThrow(message);
    expect(await store.isInstalled(OPEN_ID)).toBe(false);
  });
});

describe('the edition with cloning', () => {
  test('without a token tells the user what to do', async () => {
    vi.stubEnv('HF_TOKEN', '');
    await using hub = await startPinnedHub(files, { gate: GATE });
    const store = new ModelStore({ folder, models: POCKET_MODELS, hub: hub.url });
    await expect(store.pull(ID, accept)).rejects.toThrow(/401.*set HF_TOKEN.*english-7m-without-cloning/);
  });

  test('is fetched with the token, which is sent only to the hub', async () => {
    vi.stubEnv('HF_TOKEN', TOKEN);
    await using hub = await startPinnedHub(files, { gate: GATE });
    const store = new ModelStore({ folder, models: POCKET_MODELS, hub: hub.url });
    await store.pull(ID, accept);
    expect(await store.isInstalled(ID)).toBe(true);
    expect(new Set(hub.requests.filter(({ at }) => at === 'hub').map(({ token }) => token))).toEqual(
      new Set([TOKEN]),
    );
    expect(new Set(hub.requests.filter(({ at }) => at === 'store').map(({ token }) => token))).toEqual(
      new Set([null]),
    );
  });
});

test('a hub that cannot be reached is named', async () => {
  const store = new ModelStore({ folder, models: POCKET_MODELS, hub: 'http://127.0.0.1:9' });
  await expect(store.pull(OPEN_ID, accept)).rejects.toThrow(/127\.0\.0\.1:9.*MODEL_HUB_URL/);
});
