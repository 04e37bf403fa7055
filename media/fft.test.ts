import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fftSizeFrom, RealFft } from './fft.ts';

const signal = (size: number, seed = 1): Float64Array =>
  Float64Array.from({ length: size }, (_, n) => Math.sin(n * n * seed) + 0.1 * Math.cos(n / 3) - 0.1);

test.each([2, 4, 6, 10, 14, 16, 28, 30, 64, 210, 960])(
  '%i points are transformed as the definition says',
  (size) => {
    const input = signal(size);
    const fft = new RealFft(size);
    const re = new Float64Array(fft.bins);
    const im = new Float64Array(fft.bins);
    fft.forward(input, re, im);
    for (let k = 0; k < fft.bins; k++) {
      let sumRe = 0;
      let sumIm = 0;
      for (let n = 0; n < size; n++) {
        sumRe += input[n]! * Math.cos((2 * Math.PI * k * n) / size);
        sumIm -= input[n]! * Math.sin((2 * Math.PI * k * n) / size);
      }
      expect(re[k]).toBeCloseTo(sumRe, 8);
      expect(im[k]).toBeCloseTo(sumIm, 8);
    }
  },
);

test('the inverse returns the samples', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(2, 4, 6, 8, 64, 240, 960, 1000, 1024),
      fc.integer({ min: 1, max: 1_000_000 }),
      (size, seed) => {
        const fft = new RealFft(size);
        const input = signal(size, seed);
        const re = new Float64Array(fft.bins);
        const im = new Float64Array(fft.bins);
        fft.forward(input, re, im);
        const output = new Float64Array(size);
        fft.inverse(re, im, output);
        for (let i = 0; i < size; i++) expect(output[i]).toBeCloseTo(input[i]!, 10);
      },
    ),
    { numRuns: 50 },
  );
});

test.each([0, 1, 2.5, 7, 22, 1022])('a size of %f is refused', (size) => {
  expect(() => new RealFft(size)).toThrow(RangeError);
});

test.each([
  [1, 2],
  [640, 640],
  [881, 882],
  [931.2, 960],
  [1764, 1764],
])('the size from %f on is %i', (samples, size) => {
  expect(fftSizeFrom(samples)).toBe(size);
});
