import { expect, test } from 'vitest';
import { ERB_BANDS } from './erb-bands.ts';
import { FILTERED_BINS, modelFeatures } from './model-features.ts';
import { analyse } from './spectra.ts';

const SECOND = 48_000;
const noise = (seconds: number, amplitude: number) => {
  let state = 1;
  return Float32Array.from({ length: seconds * SECOND }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 1_073_741_823.5 - 1) * amplitude;
  });
};
/** Mean over all bands of the second to last second. */
const lateLevel = (levels: Float32Array) => {
  const late = levels.subarray(-200 * ERB_BANDS, -100 * ERB_BANDS);
  return late.reduce((sum, level) => sum + level, 0) / late.length;
};

test('a level that lasts becomes the norm, however loud it is', () => {
  for (const amplitude of [0.5, 0.005]) {
    const { levels } = modelFeatures(analyse(noise(8, amplitude)));
    expect(Math.abs(lateLevel(levels))).toBeLessThan(0.02);
  }
});

test('what is 20 dB louder than before stands half a unit above the norm', () => {
  const samples = noise(8, 0.01);
  const loud = noise(8, 0.1);
  samples.set(loud.subarray(6.5 * SECOND, 6.6 * SECOND), 6.5 * SECOND);
  const { levels } = modelFeatures(analyse(samples));
  const frame = levels.subarray(655 * ERB_BANDS, 656 * ERB_BANDS);
  const mean = frame.reduce((sum, level) => sum + level, 0) / ERB_BANDS;
  expect(mean).toBeGreaterThan(0.4);
  expect(mean).toBeLessThan(0.5);
});

test('low bins keep their phase, and their magnitude is measured by the square root of its mean', () => {
  const spectra = analyse(noise(6, 0.2));
  const { re, im } = modelFeatures(spectra);
  const at = 500 * FILTERED_BINS + 40;
  const from = 500 * 481 + 40;
  expect(Math.atan2(im[at]!, re[at]!)).toBeCloseTo(Math.atan2(spectra.im[from]!, spectra.re[from]!), 5);
  const norm = (Math.hypot(spectra.re[from]!, spectra.im[from]!) / Math.hypot(re[at]!, im[at]!)) ** 2;
  let mean = 0;
  for (let t = 300; t < 500; t++) {
    mean += Math.hypot(spectra.re[t * 481 + 40]!, spectra.im[t * 481 + 40]!) / 200;
  }
  expect(norm / mean).toBeGreaterThan(0.8);
  expect(norm / mean).toBeLessThan(1.25);
});

test('silence has features, too', () => {
  const { levels, re } = modelFeatures(analyse(new Float32Array(SECOND)));
  expect(levels.every(Number.isFinite) && re.every(Number.isFinite)).toBe(true);
});
