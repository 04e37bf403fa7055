import { expect, test } from 'vitest';
import { analyse, BINS, emptySpectra, synthesise } from './spectra.ts';

const noise = (length: number) => Float32Array.from({ length }, (_, n) => Math.sin(n * n * 0.37) / 2);

test.each([1, 479, 480, 481, 5000])('%i samples come back', (length) => {
  const samples = noise(length);
  const back = synthesise(analyse(samples), length);
  expect(back).toHaveLength(length);
  for (let n = 0; n < length; n++) expect(back[n]).toBeCloseTo(samples[n]!, 5);
});

test('a tone is in its bin, with the mean of the window as its height', () => {
  const samples = Float32Array.from({ length: 9600 }, (_, n) => Math.sin((2 * Math.PI * 1000 * n) / 48_000));
  const { re, im } = analyse(samples);
  const magnitudes = Array.from({ length: BINS }, (_, k) => Math.hypot(re[5 * BINS + k]!, im[5 * BINS + k]!));
  expect(magnitudes.indexOf(Math.max(...magnitudes))).toBe(20);
  // 0.602, divided between the two frequencies of a real tone.
  expect(magnitudes[20]).toBeCloseTo(0.301, 3);
  expect(magnitudes[200]).toBeLessThan(1e-5);
});

test('nothing becomes nothing', () => {
  expect(analyse(new Float32Array(0)).frames).toBe(1);
  expect(synthesise(emptySpectra(3), 700)).toEqual(new Float32Array(700));
});
