/**
 * Speech with a model of random weights: the sound is noise, but streaming, stopping, timing and errors are those of
 * real models.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenOptions } from '../../../engine.ts';
import { createEngine, type Engine, type SpeakSettings } from '../../../index.ts';
import { SETTINGS } from '../../../speech/testing.ts';
import { pull } from './testing/pull.ts';
import { RANDOM_MODEL } from './testing-model.ts';

const VOICE = 'pocket-english-2m-alba';
const RATE = 24_000;
const FRAME = 1920;
const TEXT = 'Hello there, my friend. It costs $21.';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pocket-'));
  await pull(RANDOM_MODEL, folder);
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

test('a fetched model is converted before its first use', async () => {
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
  // No window is larger than a frame. Up to 0.3 s that may be the final silence are held back, and silence is a
  // separate chunk.
  expect(Math.max(...chunks)).toBeLessThanOrEqual(Math.max(FRAME + 0.3 * RATE, 0.41 * RATE));
});

test('the same text sounds the same on any threads', async () => {
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
