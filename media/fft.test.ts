import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RealFft } from './fft.ts';

test('agrees with the definition', () => {
  const fft = new RealFft(16);
  const input = Float64Array.from({ length: 16 }, (_, i) => Math.sin(i * i) + 0.1 * i);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  fft.forward(input, re, im);
  for (let k = 0; k < fft.bins; k++) {
    let sumRe = 0;
    let sumIm = 0;
    for (let n = 0; n < 16; n++) {
      sumRe += (input[n] ?? 0) * Math.cos((2 * Math.PI * k * n) / 16);
      sumIm -= (input[n] ?? 0) * Math.sin((2 * Math.PI * k * n) / 16);
    }
    expect(re[k]).toBeCloseTo(sumRe, 10);
    expect(im[k]).toBeCloseTo(sumIm, 10);
  }
});

test('the inverse gives the samples back', () => {
  fc.assert(
    fc.property(fc.constantFrom(4, 8, 64, 1024), fc.integer({ min: 1, max: 1_000_000 }), (size, seed) => {
      const fft = new RealFft(size);
      const input = Float64Array.from({ length: size }, (_, i) => Math.sin(seed * (i + 1)));
      const re = new Float64Array(fft.bins);
      const im = new Float64Array(fft.bins);
      fft.forward(input, re, im);
      const output = new Float64Array(size);
      fft.inverse(re, im, output);
      for (let i = 0; i < size; i++) expect(output[i]).toBeCloseTo(input[i] ?? 0, 10);
    }),
    { numRuns: 50 },
  );
});

test('other sizes are refused', () => {
  for (const size of [0, 2, 3, 12, 1000]) expect(() => new RealFft(size)).toThrow(RangeError);
});
