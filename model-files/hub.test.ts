/** Public models, fetched from a hub on a local port that keeps the real paths. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HubBehaviour, type HubModel, onHub, startHub } from '../test/kit/servers/model-hub.ts';
import type { Model } from './model.ts';
import { PUBLIC_MODELS } from './public-models.ts';
import type { PullOptions } from './pull.ts';
import { ModelStore } from './store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-hub-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const known = (id: string): Model => PUBLIC_MODELS.find((model) => model.id === id)!;
const BYTES = 200_000;
const content = (name: string): Buffer =>
  name.endsWith('.json') ? Buffer.from(JSON.stringify({ name })) : Buffer.alloc(BYTES, name);
const THORSTEN = 'de_DE-thorsten-medium';
const thorsten = (): HubModel => onHub(known(THORSTEN), content);
const accept: PullOptions = { acceptLicense: () => true };

async function hubWith({ files }: HubModel, behaviour?: HubBehaviour) {
  return startHub(files, behaviour);
}
const storeAt = (hub: string, { model }: HubModel) => new ModelStore({ folder, models: [model], hub });

describe('the table', () => {
  test('has every voice once, with sizes and hashes as published', () => {
    expect(new Set(PUBLIC_MODELS.map(({ id }) => id)).size).toBe(PUBLIC_MODELS.length);
    const voices = PUBLIC_MODELS.filter(({ kind }) => kind === 'piper-voice');
    // One of the 163 is in the manifest.
    expect(voices).toHaveLength(162);
    for (const { files } of voices) {
      expect(files).toHaveLength(2);
      for (const file of files) {
        expect(file).toMatchObject({ md5: expect.stringMatching(/^[0-9a-f]{32}$/) });
        expect(file.sizeBytes).toBeGreaterThan(1000);
      }
    }
  });

  test('knows the address and the speakers of a voice', () => {
    expect(known('en_US-libritts-high')).toMatchObject({ language: 'en-US', speakers: 904, quality: 'high' });
    expect(known(THORSTEN)).toMatchObject({
      title: 'Thorsten, German (Germany), medium quality',
      card: { repository: 'rhasspy/piper-voices', path: 'de/de_DE/thorsten/medium/MODEL_CARD' },
    });
  });
});

test('a voice is fetched from its real paths, with its card, once', async () => {
  const voice = thorsten();
  await using hub = await hubWith(voice);
  const store = storeAt(hub.url, voice);
  expect(await store.pull(THORSTEN, accept)).toMatch(/^127/);
  const folderOfVoice = 'rhasspy/piper-voices/resolve/v1.0.0/de/de_DE/thorsten/medium';
  expect(hub.requests.map(({ name }) => name)).toEqual([
    `${folderOfVoice}/MODEL_CARD`,
    `${folderOfVoice}/${THORSTEN}.onnx.json`,
    `${folderOfVoice}/${THORSTEN}.onnx`,
  ]);
  expect((await readdir(join(folder, 'voices'))).sort()).toEqual(
    [`${THORSTEN}.MODEL_CARD`, `${THORSTEN}.onnx`, `${THORSTEN}.onnx.json`].sort(),
  );
  expect(await store.pull(THORSTEN)).toBeNull();
  expect(hub.requests).toHaveLength(3);
});

test('a name with an accent is found without it, and requested with it', async () => {
  const voice = onHub(known('pt_PT-tugão-medium'), content);
  await using hub = await hubWith(voice);
  await storeAt(hub.url, voice).pull('pt_PT-tugao-medium', accept);
  expect(await readFile(join(folder, 'voices', 'pt_PT-tugão-medium.onnx'))).toHaveLength(BYTES);
});

test('a recogniser whose size is only published in MiB is fetched, and resumed', async () => {
  const recogniser = onHub(known('whisper-small'), content);
  await using hub = await hubWith(recogniser, { cutAfterBytes: [100_000] });
  const store = storeAt(hub.url, recogniser);
  await store.pull('whisper-small');
  expect(hub.requests.map(({ name, from }) => [name, from])).toEqual([
    ['ggerganov/whisper.cpp/resolve/main/ggml-small.bin', null],
    ['ggerganov/whisper.cpp/resolve/main/ggml-small.bin', expect.any(Number)],
  ]);
  expect(await store.isInstalled('whisper-small')).toBe(true);
  expect(await readFile(join(folder, 'recognisers', 'ggml-small.bin'))).toHaveLength(BYTES);
});

test('a complete leftover of such a recogniser is not fetched again', async () => {
  const recogniser = onHub(known('whisper-small'), content);
  await using hub = await hubWith(recogniser);
  const partial = join(folder, 'recognisers', '.partial', 'whisper-small');
  await mkdir(partial, { recursive: true });
  await writeFile(join(partial, 'ggml-small.bin.00ff00ff00ff.part'), content('ggml-small.bin'));
  await storeAt(hub.url, recogniser).pull('whisper-small');
  expect(hub.requests.map(({ from }) => from)).toEqual([BYTES]);
});

describe('the licence', () => {
  test('is read from the card, and nothing else is fetched before it is accepted', async () => {
    const voice = thorsten();
    await using hub = await hubWith(voice);
    const store = storeAt(hub.url, voice);
    const seen: string[] = [];
    const refuse = (card: { license: string }) => {
      seen.push(card.license);
      return false;
    };
    await expect(store.pull(THORSTEN, { acceptLicense: refuse })).rejects.toMatchObject({
      code: 'license_not_accepted',
      message: `the licence of ${THORSTEN} has not been accepted: CC0`,
    });
    await expect(store.pull(THORSTEN)).rejects.toMatchObject({ code: 'license_not_accepted' });
    expect(seen).toEqual(['CC0']);
    expect(hub.requests.filter(({ name }) => !name.endsWith('MODEL_CARD'))).toEqual([]);
  });

  test('is accepted once, also over a removal, until the card changes', async () => {
    const voice = thorsten();
    await using hub = await hubWith(voice);
    const store = storeAt(hub.url, voice);
    await store.pull(THORSTEN, accept);
    await store.remove(THORSTEN);
    await store.pull(THORSTEN);
    expect(await store.isInstalled(THORSTEN)).toBe(true);
    await store.remove(THORSTEN);
    const changed = onHub(known(THORSTEN), content, '* License: CC BY-NC 4.0');
    await using other = await hubWith(changed);
    await expect(storeAt(other.url, changed).pull(THORSTEN)).rejects.toThrow('CC BY-NC 4.0');
  });
});

describe('failures', () => {
  test('a wrong hash installs nothing', async () => {
    const voice = thorsten();
    await using hub = await hubWith(voice, {
      replace: (bytes) => (bytes.length === BYTES ? Buffer.alloc(BYTES) : bytes),
    });
    const pull = storeAt(hub.url, voice).pull(THORSTEN, accept);
    await expect(pull).rejects.toThrow(/MD5 [0-9a-f]{32} instead of/);
    expect(await readdir(join(folder, 'voices'))).not.toContain(`${THORSTEN}.onnx`);
  });

  test('a connection that is cut is resumed', async () => {
    const voice = thorsten();
    await using hub = await hubWith(voice, { cutAfterBytes: [10_000, 10_000, 100_000] });
    await storeAt(hub.url, voice).pull(THORSTEN, accept);
    expect(hub.requests.at(-1)?.from).toBeGreaterThan(0);
    expect(await readFile(join(folder, 'voices', `${THORSTEN}.onnx`))).toHaveLength(BYTES);
  });

  test('a full disk is reported before any file is fetched', async () => {
    const { model, files } = thorsten();
    const huge = model.files.map((file) => ({ ...file, sizeBytes: Number.MAX_SAFE_INTEGER / 4 }));
    await using hub = await startHub(files);
    const store = storeAt(hub.url, { model: { ...model, files: huge }, files });
    await expect(store.pull(THORSTEN, accept)).rejects.toMatchObject({ code: 'disk_full' });
    expect(hub.requests).toHaveLength(1);
  });

  test('two pulls at once fetch it once', async () => {
    const voice = thorsten();
    await using hub = await hubWith(voice, { pieceDelayMs: 5 });
    const pulls = [storeAt(hub.url, voice), storeAt(hub.url, voice)].map((store) =>
      store.pull(THORSTEN, accept),
    );
    expect((await Promise.all(pulls)).filter((source) => source !== null)).toHaveLength(1);
    expect(hub.requests.filter(({ name }) => name.endsWith('.onnx'))).toHaveLength(1);
  });

  test('a hub that cannot be reached is named, with the settings that may help', async () => {
    const voice = thorsten();
    const gone = await hubWith(voice);
    await gone[Symbol.asyncDispose]();
    const pull = storeAt(gone.url, voice).pull(THORSTEN, accept);
    await expect(pull).rejects.toMatchObject({ code: 'unreachable' });
    await expect(pull).rejects.toThrow(
      `${gone.url}/rhasspy/piper-voices/resolve/v1.0.0/de/de_DE/thorsten/medium`,
    );
    await expect(pull).rejects.toThrow(/ECONNREFUSED.*MODEL_HUB_URL.*HTTPS_PROXY/);
  });

  test('an unknown name is answered with similar ones', async () => {
    const pull = new ModelStore({ folder }).pull('de_DE-torsten-medium');
    await expect(pull).rejects.toMatchObject({ code: 'model_unknown' });
    await expect(new ModelStore({ folder }).pull('thorsten')).rejects.toThrow('de_DE-thorsten-high');
    await expect(new ModelStore({ folder }).pull('nobody')).rejects.toThrow('npm run models -- list');
  });
});
