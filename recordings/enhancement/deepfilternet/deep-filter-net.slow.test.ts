/** The real model. A developer may lack it; releases are judged with it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpeech } from '../../../engine/testing/speakers.ts';
import { rmsDbfs } from '../../../media/level.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { DEEP_FILTER_NET } from '../../../model-files/manifest.ts';
import { ModelStore } from '../../../model-files/store.ts';
import { isLongForm, times } from '../../../test/kit/long-form.ts';
import { createDeepFilterNet, type DeepFilterNet } from './deep-filter-net.ts';

const RATE = 16_000;
const isMissing = !(await new ModelStore().isInstalled(DEEP_FILTER_NET));

describe.skipIf(isMissing && process.env.CI !== 'true')('DeepFilterNet3', () => {
  let enhancer: DeepFilterNet;
  let sentences: Float32Array;
  let speech: Float32Array;
  beforeAll(async () => {
    enhancer = await createDeepFilterNet();
    sentences = await testSpeech();
    speech = sentences.subarray(0, 4 * RATE);
  });
  afterAll(() => enhancer?.close());

  const clean = async (samples: Float32Array, sampleRate = RATE) =>
    (await enhancer.enhance({ samples, sampleRate })).samples;

  test('speech without noise stays as it is', async () => {
    expect(snrDb(speech, await clean(speech))).toBeGreaterThan(10);
  });

  test('white noise falls by more than 20 dB in pauses, but not by more than 24, and speech comes nearer to what it was', async () => {
    const silence = 1.5 * RATE;
    const original = new Float32Array(silence + speech.length);
    original.set(speech, silence);
    const hiss = noise(original.length, 10 ** ((rmsDbfs(speech) - 10) / 20));
    const noisy = original.map((sample, n) => sample + hiss[n]!);
    const cleaned = await clean(noisy);
    // Its running means take half a second to adapt.
    const pause = (samples: Float32Array) => rmsDbfs(samples.subarray(RATE / 2, silence - RATE / 10));
    expect(pause(cleaned)).toBeLessThan(pause(noisy) - 20);
    expect(pause(cleaned)).toBeGreaterThan(pause(noisy) - 24.5);
    expect(snrDb(original, cleaned)).toBeGreaterThan(snrDb(original, noisy) + 3);
  });

  test('windows leave no seams: a long recording is cleaned as its parts are', async () => {
    // More than two windows, or three.
    const copiesInAll = times(3, 5);
    const { length } = sentences;
    const long = Float32Array.from({ length: copiesInAll * length }, (_, n) => sentences[n % length]!);
    const hiss = noise(long.length, 0.01);
    const cleaned = await clean(long.map((sample, n) => sample + hiss[n]!));
    const copies = Array.from({ length: copiesInAll - 1 }, (_, i) =>
      cleaned.subarray((i + 1) * length, (i + 2) * length),
    );
    for (const copy of copies.slice(1)) expect(snrDb(copies[0]!, copy)).toBeGreaterThan(8);
  });

  test.each(isLongForm ? [8000, 22_050, 44_100, 48_000] : [8000, 44_100])(
    'at %i Hz as many samples come out as went in, in time',
    async (rate) => {
      const samples = resampleAll(speech, RATE, rate);
      const cleaned = await clean(samples, rate);
      expect(cleaned).toHaveLength(samples.length);
      expect(snrDb(samples, cleaned)).toBeGreaterThan(8);
    },
  );

  test('the recording itself is not changed, and very short ones come back', async () => {
    const given = Float32Array.from(speech);
    await clean(given);
    expect(given).toEqual(speech);
    for (const length of [0, 1, 100]) expect(await clean(speech.subarray(0, length))).toHaveLength(length);
  });

  test('silence stays silent', async () => {
    expect(rmsDbfs(await clean(new Float32Array(RATE)))).toBeLessThan(-90);
  });

  test('an abandoned call rejects with its own reason', async () => {
    const giveUp = new AbortController();
    const given = enhancer.enhance(
      { samples: noise(12 * RATE, 0.1), sampleRate: RATE },
      { signal: giveUp.signal },
    );
    giveUp.abort(new Error('gone home'));
    await expect(given).rejects.toThrow('gone home');
  });
});

test('an archive that is not there, or is none, is an error', async () => {
  await expect(createDeepFilterNet({ archive: '/dev/null/x.tar.gz' })).rejects.toThrow();
  await expect(createDeepFilterNet({ archive: import.meta.filename })).rejects.toThrow();
});

function noise(length: number, rms: number): Float32Array {
  let state = 3;
  return Float32Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 1_073_741_823.5 - 1) * rms * Math.sqrt(3);
  });
}

/** Level of the difference of two sounds below the first one. */
function snrDb(wanted: Float32Array, actual: Float32Array): number {
  return rmsDbfs(wanted) - rmsDbfs(wanted.map((sample, n) => sample - actual[n]!));
}
