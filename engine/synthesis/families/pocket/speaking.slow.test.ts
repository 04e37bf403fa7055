/** Speech with a model of random weights: noise, but streamed, stopped, timed and refused as with the real ones. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPinnedHub } from '../../../../test/kit/servers/pinned-hub.ts';
import type { OpenOptions } from '../../../engine.ts';
import { TEST_TEXT, testSpeech, testWav } from '../../../enrolment/testing/speakers.ts';
import { createEngine, type Engine, type SpeakSettings } from '../../../index.ts';
import type { HubFile } from '../../../models/model.ts';
import { POCKET_MODELS, pocketFileNames } from '../../../models/pocket-files.ts';
import { SETTINGS } from '../../../speech/testing.ts';
import type { ClonedVoice } from '../../../types.ts';
import { RANDOM_MODEL, randomModelFiles } from './testing-model.ts';

const VOICE = 'pocket-english-2m-alba';
const RATE = 24_000;
const FRAME = 1920;
const TEXT = 'Hello there, my friend. It costs $21.';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pocket-'));
  await pull(RANDOM_MODEL);
  engine = await createEngine({
    voiceFolders: { pocket: [join(folder, 'pocket')] },
    lanes: 2,
    preloads: false,
  });
});
afterAll(async () => {
  await engine?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Fetches the model as its users do, from a hub that gives it to those who have accepted its terms. */
async function pull(id: string): Promise<void> {
  const content = await randomModelFiles();
  const names = pocketFileNames(id);
  const { pinnedFiles = [], card } = POCKET_MODELS.find((model) => model.id === id)!;
  const at = ({ repository, revision, path }: HubFile): string => `${repository}/resolve/${revision}/${path}`;
  const files = pinnedFiles.map(({ name, pinned }) => {
    const kind = (['weights', 'tokenizer', 'voice'] as const).find((kind) => names[kind] === name)!;
    return { name: at(pinned), content: Buffer.from(content[kind]) };
  });
  files.push({ name: at(card!), content: Buffer.from('---\nlicense: cc-by-4.0\n---\n# Pocket TTS') });
  const token = 'hf_of_tests';
  await using hub = await startPinnedHub(files, { gate: { repository: 'kyutai/pocket-tts', token } });
  const command = join(import.meta.dirname, '../../../cli/models.ts');
  const { HTTPS_PROXY: _https, HTTP_PROXY: _http, https_proxy: _s, http_proxy: _p, ...rest } = process.env;
  await promisify(execFile)(process.execPath, ['--import', 'tsx', command, 'pull', id, '--accept-license'], {
    env: { ...rest, MODELS_DIR: folder, DATA_DIR: folder, MODEL_HUB_URL: hub.url, HF_TOKEN: token },
  });
}

test('what was fetched is converted before anybody speaks', async () => {
  expect(await readdir(join(folder, 'pocket'))).toContain('.optimized');
});

test('its voice is in the list, and speaks only when it is asked for', () => {
  const voice = engine.voices().find(({ id }) => id === VOICE);
  expect(voice).toMatchObject({ lang: 'en', engine: 'pocket', sampleRate: RATE, license: 'CC-BY-4.0' });
  expect(voice?.defaultFor).toBeUndefined();
});

test('sound comes frame by frame, and each word once with its time', async () => {
  const { samples, chunks, units, starts } = await speak(TEXT);
  expect(units).toEqual(['Hello', 'there', 'my', 'friend', 'It', 'costs', '$21']);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(starts.at(-1)).toBeLessThan((samples.length * 1000) / RATE);
  // No window is larger than a frame. Up to 0.3 s that may be the end are held back, and silence is a chunk of its own.
  expect(Math.max(...chunks)).toBeLessThanOrEqual(Math.max(FRAME + 0.3 * RATE, 0.41 * RATE));
});

test('the same text sounds the same, on whatever threads it is computed', async () => {
  const [alone, ...together] = [
    await speak(TEXT),
    ...(await Promise.all([speak(TEXT), speak(TEXT), speak(TEXT)])),
  ];
  expect(Math.max(...alone.samples.map(Math.abs))).toBeGreaterThan(0);
  for (const { samples } of together) expect(samples).toEqual(alone.samples);
});

test('twice the speed takes half of the time', async () => {
  const sentence = 'Hello there, my friend.';
  const [normal, fast] = [await speak(sentence), await speak(sentence, { speed: 2 })];
  // Both ends of the speech are rounded separately, by up to a sample each.
  expect(Math.abs(fast.samples.length - normal.samples.length / 2)).toBeLessThanOrEqual(2);
});

test('a stream that is reset says no more of it, and then something else', async () => {
  const stream = engine.open(settings());
  const chunks = stream[Symbol.asyncIterator]();
  stream.push(TEXT.repeat(20), null);
  expect((await chunks.next()).value?.samples).toBeGreaterThan(0);
  stream.reset();
  stream.push('Yes.', null);
  stream.end();
  const units: string[] = [];
  for (let next = await chunks.next(); !next.done; next = await chunks.next())
    units.push(...(next.value.alignment?.units ?? []));
  expect(units).toEqual(['Yes']);
});

test('a cloned voice speaks with it, in its own voice, and with a base voice elsewhere', async () => {
  const audio = testWav(await testSpeech());
  const { codes } = await engine.enrol({ audio, lang: 'en', transcript: TEST_TEXT });
  const clone: ClonedVoice = { id: 'ada', name: 'Ada', lang: 'en', referenceId: 'a', codes: shared(codes) };
  const sentence = 'Hello there, my friend.';
  const [alba, ada] = [await speak(sentence), await speak(sentence, {}, { clone })];
  expect(ada.units).toEqual(alba.units);
  expect(ada.samples).not.toEqual(alba.samples);
  expect((await speak(sentence, {}, { clone })).samples).toEqual(ada.samples);
  expect(() => engine.check('<phoneme:həloʊ>hello</phoneme>', settings(), clone)).toThrow(/Ada reads words/);
  const german = await speak('Guten Tag.', { lang: 'de' }, { clone });
  expect(german.units).toEqual(['Guten', 'Tag']);
});

test('phoneme tags are refused by name', () => {
  expect(() => engine.check('Say <phoneme:həloʊ>hello</phoneme>.', settings())).toThrow(
    expect.objectContaining({
      status: 422,
      message: expect.stringMatching(/Alba.*reads words/) as string,
    }) as Error,
  );
});

function settings(changes: Partial<SpeakSettings> = {}): SpeakSettings {
  return { ...SETTINGS, voiceId: VOICE, samplingRate: RATE, ...changes };
}

async function speak(text: string, changes: Partial<SpeakSettings> = {}, options: OpenOptions = {}) {
  const stream = engine.open(settings(changes), options);
  stream.push(text, null);
  stream.end();
  const samples: number[] = [];
  const chunks: number[] = [];
  const units: string[] = [];
  const starts: number[] = [];
  for await (const { audio, samples: count, alignment } of stream) {
    samples.push(...new Int16Array(Uint8Array.from(audio).buffer));
    chunks.push(count);
    units.push(...(alignment?.units ?? []));
    starts.push(...(alignment?.unitStartTimesMs ?? []));
  }
  return { samples, chunks, units, starts };
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
