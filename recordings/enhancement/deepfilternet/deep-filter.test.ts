import { expect, test } from 'vitest';
import { applyTreatment, FILTER_VALUES, type Treatment } from './deep-filter.ts';
import { ERB_BANDS } from './erb-bands.ts';
import { FILTERED_BINS } from './model-features.ts';
import { analyse, BINS, emptySpectra } from './spectra.ts';

const noisy = analyse(Float32Array.from({ length: 9600 }, (_, n) => Math.sin(n * n * 0.11)));
const { frames } = noisy;

/** Every bin gets its value of `delay` frames before; bands get a gain. */
function treatment(delay: number, gain: number): Treatment {
  const filters = new Float32Array(frames * FILTER_VALUES);
  for (let i = 0; i < frames * FILTERED_BINS; i++) filters[(i * 5 + 2 - delay) * 2] = 1;
  return { gains: new Float32Array(frames * ERB_BANDS).fill(gain), filters };
}

test('the middle of the filter is the frame itself', () => {
  const clean = emptySpectra(frames);
  applyTreatment(noisy, treatment(0, 1), { from: 0, to: frames, skip: 0 }, clean);
  expect(clean).toEqual(noisy);
});

test.each([-2, -1, 1, 2])('a tap of another frame moves low bins by %i frames, and no other', (delay) => {
  const clean = emptySpectra(frames);
  applyTreatment(noisy, treatment(delay, 0.5), { from: 0, to: frames, skip: 0 }, clean);
  const [low, high] = [7 * BINS + 20, 7 * BINS + 200];
  expect(clean.re[low]).toBe(noisy.re[low - delay * BINS]);
  expect(clean.im[low]).toBe(noisy.im[low - delay * BINS]);
  expect(clean.re[high]).toBe(noisy.re[high]! / 2);
  const edge = delay > 0 ? 0 : frames - 1;
  expect(clean.re[edge * BINS + 20]).toBe(0);
});

test('an imaginary tap turns by a right angle', () => {
  const filters = new Float32Array(frames * FILTER_VALUES);
  for (let i = 0; i < frames * FILTERED_BINS; i++) filters[(i * 5 + 2) * 2 + 1] = 1;
  const clean = emptySpectra(frames);
  const gains = new Float32Array(frames * ERB_BANDS);
  applyTreatment(noisy, { gains, filters }, { from: 0, to: frames, skip: 0 }, clean);
  const at = 9 * BINS + 33;
  expect(clean.re[at]).toBe(-noisy.im[at]!);
  expect(clean.im[at]).toBe(noisy.re[at]);
  expect(clean.re[9 * BINS + 300]).toBeCloseTo(0, 12);
});

test('frames that came before are left alone', () => {
  const clean = emptySpectra(frames);
  applyTreatment(noisy, treatment(0, 1), { from: 5, to: 8, skip: 4 }, clean);
  expect(clean.re.subarray(0, 5 * BINS).every((value) => value === 0)).toBe(true);
  expect(clean.re.subarray(5 * BINS, 8 * BINS)).toEqual(noisy.re.subarray(5 * BINS, 8 * BINS));
  expect(clean.re.subarray(8 * BINS).every((value) => value === 0)).toBe(true);
});
