import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { testSpeech } from '../../engine/testing/speakers.ts';
import { decodePcm16, encodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { clippedSegments } from './clipped-segments.ts';
import { declip } from './declip.ts';

const SPEECH_RATE = 16_000;
let speech: Float32Array;
beforeAll(async () => {
  const given = await testSpeech('I would like to tell you about the weather.');
  const peak = given.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  speech = given.map((x) => (0.9 * x) / peak);
});

const clippedAt = (samples: Float32Array, level: number): Float32Array =>
  decodePcm16(encodePcm16(samples.map((x) => Math.max(-level, Math.min(level, x)))));

/** Signal to distortion, dB. */
function sdr(wanted: Float32Array, got: Float32Array): number {
  let [signal, distortion] = [0, 0];
  for (let i = 0; i < wanted.length; i++) {
    signal += wanted[i]! ** 2;
    distortion += (wanted[i]! - got[i]!) ** 2;
  }
  return 10 * Math.log10(signal / distortion);
}

describe.each([
  [16_000, 0.5, 5],
  [16_000, 0.3, 3],
  [16_000, 0.2, 1],
  [44_100, 0.5, 8],
  [44_100, 0.3, 5],
  [44_100, 0.2, 3],
])('speech at %d Hz clipped at %d', (rate, level, gainDb) => {
  test(`comes at least ${gainDb} dB nearer to what it was`, () => {
    const clean = resampleAll(speech, SPEECH_RATE, rate);
    const clipped = clippedAt(clean, level);
    const out = clipped.slice();
    const filled = declip(out, rate);
    const cut = clean.filter((x) => Math.abs(x) > level).length;
    expect(filled).toBeGreaterThan(0.7 * cut);
    expect(filled).toBeLessThan(1.1 * cut);
    expect(sdr(clean, out)).toBeGreaterThan(sdr(clean, clipped) + gainDb);
  });
});

test('nothing else is changed, and nothing gets smaller', () => {
  const clipped = clippedAt(speech, 0.3);
  const out = clipped.slice();
  declip(out, SPEECH_RATE);
  for (let i = 0; i < out.length; i++) {
    if (Math.abs(clipped[i]!) < 0.95 * 0.3 && out[i] !== clipped[i]) throw new Error(`sample ${i} changed`);
    if (Math.abs(out[i]!) < Math.abs(clipped[i]!)) throw new Error(`sample ${i} is smaller`);
  }
});

test.each([8000, 16_000, 48_000])('speech of %d Hz that was not clipped stays as it is', (rate) => {
  const clean = decodePcm16(encodePcm16(resampleAll(speech, SPEECH_RATE, rate)));
  expect(clippedSegments(clean, rate)).toEqual([]);
});

test('a recording that was turned down after it was clipped', () => {
  const clean = resampleAll(speech, SPEECH_RATE, 44_100).map((x) => 0.2 * x);
  const clipped = clippedAt(clean, 0.06);
  const out = clipped.slice();
  declip(out, 44_100);
  expect(sdr(clean, out)).toBeGreaterThan(sdr(clean, clipped) + 5);
});

test('in parts it comes out nearly as in one', () => {
  const clipped = clippedAt(resampleAll(speech, SPEECH_RATE, 44_100), 0.3);
  const whole = clipped.slice();
  declip(whole, 44_100);
  const parts = clipped.slice();
  const segments = clippedSegments(parts, 44_100);
  for (let k = 0; k < segments.length; k += 50)
    declip(parts, 44_100, segments, k, Math.min(segments.length, k + 50));
  expect(sdr(whole, parts)).toBeGreaterThan(25);
});

test('the output is finite and at most three times the input, for any input', () => {
  const values = fc.array(fc.constantFrom(-1, -0.5, 0, 0.3, 0.5, 0.50001, 1), { maxLength: 400 });
  fc.assert(
    fc.property(values, fc.constantFrom(8000, 16_000, 48_000), (list, rate) => {
      const given = Float32Array.from(list);
      const out = given.slice();
      declip(out, rate);
      out.forEach((x, i) => {
        expect(Number.isFinite(x)).toBe(true);
        expect(Math.abs(x)).toBeLessThanOrEqual(3.001 * Math.abs(given[i]!));
      });
    }),
    { numRuns: 80 },
  );
});

test.each([
  ['silence', () => 0],
  ['a constant', () => 0.7],
  ['a sine', (i: number) => 0.9 * Math.sin((2 * Math.PI * 100 * i) / 48_000)],
  ['full-scale noise', (i: number) => ((i * 48271) % 2147483647) / 2147483647],
])('%s is left alone', (_, sample) => {
  const given = decodePcm16(encodePcm16(Float32Array.from({ length: 48_000 }, (_x, i) => sample(i))));
  expect(clippedSegments(given, 48_000)).toEqual([]);
});
