import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { testSpeech } from '../../../engine/testing/speakers.ts';
import { resampleAll } from '../../../media/resampler.ts';
import type { Sound } from '../types.ts';
import { checkPlausibility } from './plausibility.ts';

const RATE = 16_000;
let clean: Float32Array;
let others: Float32Array;

beforeAll(async () => {
  clean = await testSpeech();
  others = await testSpeech(
    'My brother keeps a dozen bees behind the old red barn, and sells the honey in the market every Saturday in May.',
  );
});

const sound = (samples: Float32Array, sampleRate = RATE): Sound => ({ samples, sampleRate });

function noisy(samples: Float32Array, snrDb: number): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const amplitude = Math.sqrt(3 * power) * 10 ** (-snrDb / 20);
  let state = 99;
  return samples.map((sample) => {
    state = (state * 48_271) % 2_147_483_647;
    return sample + amplitude * (state / 1_073_741_823.5 - 1);
  });
}

/** Echoes that decay by 60 dB in half a second. */
function inRoom(samples: Float32Array): Float32Array {
  const out = Float32Array.from(samples);
  for (const [delay, gain] of [
    [0.013, 0.6],
    [0.029, 0.5],
    [0.047, 0.4],
    [0.083, 0.3],
    [0.131, 0.2],
  ] as const) {
    const by = Math.round(delay * RATE);
    for (let n = by; n < out.length; n++) out[n]! += gain * samples[n - by]!;
  }
  return out;
}

const reasonFor = (original: Float32Array, answer: Sound): string => {
  const verdict = checkPlausibility(sound(original), answer);
  return verdict.plausible ? '' : verdict.reason;
};

describe('the same speech is taken', () => {
  test.each([20, 10, 5])('without noise that was %i dB below it', (snrDb) => {
    expect(checkPlausibility(sound(noisy(clean, snrDb)), sound(clean)).plausible).toBe(true);
  });

  test('without its echoes', () => {
    expect(checkPlausibility(sound(inRoom(clean)), sound(clean)).plausible).toBe(true);
  });

  test.each([0.05, 0.5, 2])('%f times as loud', (gain) => {
    expect(checkPlausibility(sound(clean), sound(clean.map((sample) => sample * gain))).plausible).toBe(true);
  });

  test('at another rate, and it is brought back', () => {
    for (const rate of [8000, 24_000, 48_000]) {
      const verdict = checkPlausibility(sound(clean), sound(resampleAll(clean, RATE, rate), rate));
      if (!verdict.plausible) throw new Error(verdict.reason);
      expect(verdict.samples).toHaveLength(clean.length);
    }
  });

  test.each([-64, -1, 1, 64])('with %i samples more, and it is cut or filled up', (more) => {
    const answer = new Float32Array(clean.length + more);
    answer.set(clean.subarray(0, answer.length));
    const verdict = checkPlausibility(sound(clean), sound(answer));
    expect(verdict.plausible && verdict.samples.length).toBe(clean.length);
  });

  test('a few milliseconds late', () => {
    const late = clean.map((_, n) => clean[n - 0.005 * RATE] ?? 0);
    expect(reasonFor(clean, sound(late))).toBe('');
  });
});

describe('anything else is not', () => {
  const part = (length: number): Float32Array => others.subarray(0, length);

  test.each<[string, () => Sound, RegExp]>([
    ['other words', () => sound(repeated(others)), /not the same speech/],
    ['backwards', () => sound(clean.toReversed()), /not the same speech/],
    ['its halves exchanged', () => sound(halves()), /not the same speech/],
    ['noise', () => sound(noise()), /not the same speech|clipped/],
    ['a tone', () => sound(clean.map((_, n) => Math.sin(n / 6) / 4)), /not the same speech/],
    ['200 ms late', () => sound(shifted(0.2)), /comes 200 ms too late/],
    ['200 ms early', () => sound(shifted(-0.2)), /comes 200 ms too early/],
    ['40 ms late', () => sound(shifted(0.04)), /comes 40 ms too late/],
    ['other words in its middle', () => sound(patched(part)), /not the same speech/],
    ['a hole of 3 s', () => sound(patched((length) => new Float32Array(length))), /not the same speech/],
    ['silence', () => sound(new Float32Array(clean.length)), /is silent/],
    ['nothing', () => sound(new Float32Array(0)), /too short/],
    ['clipping', () => sound(clean.map((x) => Math.max(-0.3, Math.min(0.3, 60 * x)))), /is clipped/],
    ['no numbers', () => sound(clean.with(1000, Number.NaN)), /not numbers/],
    ['10 ms missing', () => sound(clean.subarray(0.01 * RATE)), /is 10 ms too short/],
    ['played at another rate', () => sound(clean, 24_000), /too short/],
    ['a rate of 1 Hz', () => sound(clean, 1), /sample rate of 1 Hz/],
  ])('%s', (_, answer, reason) => {
    expect(reasonFor(noisy(clean, 20), answer())).toMatch(reason);
  });

  const repeated = (samples: Float32Array) => clean.map((_, n) => samples[n % samples.length]!);
  const noise = () => noisy(new Float32Array(clean.length).fill(1e-3), -40);
  const shifted = (seconds: number) => clean.map((_, n) => clean[n - Math.round(seconds * RATE)] ?? 0);
  const halves = () => {
    const half = clean.length >> 1;
    return Float32Array.from([...clean.subarray(half), ...clean.subarray(0, half)]);
  };
  const patched = (patch: (length: number) => Float32Array) => {
    const length = 3 * RATE;
    const answer = Float32Array.from(clean);
    answer.set(patch(length), (clean.length - length) >> 1);
    return answer;
  };
});

test('any samples get a verdict', () => {
  const answers = fc.record({
    samples: fc.float32Array({ minLength: 1590, maxLength: 1610 }),
    sampleRate: fc.constantFrom(0, 8000, 16_000, 16_001, 44_100, 1e9),
  });
  const original = sound(Float32Array.from({ length: 1600 }, (_, n) => Math.sin(n / 5) / 2));
  fc.assert(
    fc.property(answers, (answer) => {
      const verdict = checkPlausibility(original, answer);
      if (verdict.plausible) expect(verdict.samples).toHaveLength(1600);
      else expect(verdict.reason).not.toBe('');
    }),
    { numRuns: 50 },
  );
});
