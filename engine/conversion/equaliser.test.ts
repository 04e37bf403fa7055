import { describe, expect, test } from 'vitest';
import {
  averageSpectrum,
  BAND_HZ,
  designEqualiser,
  EQUALISER_TAPS,
  equalised,
  filtered,
  fitEqualiser,
} from './equaliser.ts';

const RATE = 24_000;
/** A reproducible number in [-1, 1) for every index. */
const noise = (i: number): number => ((Math.imul(i + 1, 2_654_435_761) >>> 0) / 2 ** 31 - 1) % 1;

/** Noise through a one-pole filter: dull for a positive pole, bright for a negative one. */
function coloured(pole: number, seconds = 3): Float32Array {
  let last = 0;
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    last = pole * last + 0.1 * noise(i);
    return last;
  });
}

/** Largest difference of two spectra in dB in the bands [0, to), regardless of level. */
function difference(a: Float64Array, b: Float64Array, to: number): number {
  const differences = Array.from({ length: to }, (_, i) => (10 / Math.LN10) * (a[i]! - b[i]!));
  const mean = differences.reduce((sum, value) => sum + value, 0) / to;
  return Math.max(...differences.map((value) => Math.abs(value - mean)));
}

describe('an equaliser', () => {
  test('gives a dull sound the spectrum of a bright one', () => {
    const dull = coloured(0.8);
    const bright = averageSpectrum(coloured(-0.3), RATE);
    expect(difference(averageSpectrum(dull, RATE), bright, 40)).toBeGreaterThan(8);
    const fitted = fitEqualiser(dull, RATE, bright);
    expect(fitted.equaliser.length).toBe(EQUALISER_TAPS);
    expect(difference(averageSpectrum(fitted.samples, RATE), bright, 40)).toBeLessThan(1.5);
    const { equaliser } = fitted;
    expect(filtered(dull, equaliser)).toEqual(fitted.samples);
  });

  test('knows the spectrum of a sound at any rate', () => {
    const sound = coloured(0.5);
    const half = Float32Array.from(
      { length: sound.length / 2 },
      (_, i) => (sound[2 * i]! + sound[2 * i + 1]!) / 2,
    );
    expect(difference(averageSpectrum(half, RATE / 2), averageSpectrum(sound, RATE), 20)).toBeLessThan(1.5);
  });

  test.each([16_000, 22_050, 22_320, 44_100, 48_000])('knows the spectrum of sound at %i Hz', (rate) => {
    const tone = Float32Array.from({ length: rate }, (_, i) => Math.sin((2 * Math.PI * 1000 * i) / rate));
    const spectrum = averageSpectrum(tone, rate);
    expect(Math.abs(BAND_HZ[spectrum.indexOf(Math.max(...spectrum))]! - 1000)).toBeLessThan(80);
  });

  test('does not make a voice as dull as a telephone', () => {
    const base = averageSpectrum(coloured(0.3), RATE);
    const telephone = base.map((value, band) => (band < 27 ? value : value - 12));
    const spectrum = averageSpectrum(filtered(coloured(0.3), designEqualiser(base, telephone, RATE)), RATE);
    expect(difference(spectrum, base, 40)).toBeLessThan(2);
  });

  test('filters parts with the same result as the whole', () => {
    const sound = coloured(0.6, 0.2);
    const taps = designEqualiser(averageSpectrum(sound, RATE), averageSpectrum(coloured(0), RATE), RATE);
    const whole = filtered(sound, taps);
    const parts: number[] = [];
    for (let from = 0; from < sound.length; from += 700) {
      const before = Float32Array.from(
        { length: taps.length - 1 },
        (_, i) => sound[from - taps.length + 1 + i] ?? 0,
      );
      const part = sound.subarray(from, from + 700);
      parts.push(...equalised(Float32Array.of(...before, ...part), taps));
    }
    expect(parts.length).toBe(whole.length);
    expect(Math.max(...parts.map((value, i) => Math.abs(value - whole[i]!)))).toBeLessThan(1e-6);
  });
});
