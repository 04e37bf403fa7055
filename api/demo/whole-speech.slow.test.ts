import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, SpeakSettings } from '../../engine/index.ts';
import { readWav } from '../../media/wav.ts';
import { builtInEngine } from '../../test/kit/server.ts';
import { speakWhole } from './whole-speech.ts';

const settings: SpeakSettings = {
  lang: 'en',
  voiceId: null,
  speed: 1,
  samplingRate: 8000,
  encoding: 'pcm_linear',
  timestamps: true,
  ipaKey: null,
  temperature: null,
  topK: null,
};
const TEXT = 'One two three. Four five six.';

let engine: Engine;
beforeAll(async () => {
  engine = await builtInEngine();
});
afterAll(() => engine.close());

const options = {
  owner: 'a visitor',
  signal: new AbortController().signal,
  timeoutMs: 60_000,
  maxDurationMs: 60_000,
};

test('the words of all chunks are present, and the file has the stated length', async () => {
  const speech = await speakWhole(engine, settings, TEXT, options);
  const samples = readWav(speech.wav).channels[0]!.length;
  expect(speech.durationMs).toBe(samples / 8);
  expect(speech.billedCharacters).toBe(TEXT.length);
  const { units, unitStartTimesMs, charStartOffsets, charEndOffsets } = speech.alignment!;
  expect(units).toHaveLength(6);
  expect(units.map((_, i) => TEXT.slice(charStartOffsets[i], charEndOffsets[i]))).toEqual(units);
  expect(unitStartTimesMs).toEqual([...unitStartTimesMs].sort((a, b) => a - b));
});

test('speech that gets too long is refused, however short its text is', async () => {
  const spoken = speakWhole(engine, settings, '987654321987 '.repeat(8), { ...options, maxDurationMs: 1000 });
  await expect(spoken).rejects.toMatchObject({
    status: 422,
    detail: [
      { loc: ['body', 'text'], msg: 'This text takes longer than 1 s to speak', type: 'text_too_long' },
    ],
  });
  expect(engine.stats().activeStreams).toBe(0);
});

test('a request that waits too long is refused with the load as the reason', async () => {
  const spoken = speakWhole(engine, settings, TEXT, { ...options, timeoutMs: 0 });
  await expect(spoken).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
});

test('no error is reported when the client has disconnected', async () => {
  const gone = AbortSignal.abort();
  await expect(speakWhole(engine, settings, TEXT, { ...options, signal: gone })).rejects.toMatchObject({
    status: 499,
  });
});
