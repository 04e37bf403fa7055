import { expect, test } from 'vitest';
import { RealFft } from '../../../media/fft.ts';
import { RealDft } from './real-dft.ts';

const signal = (size: number) =>
  Float64Array.from({ length: size }, (_, n) => Math.sin(n * 0.7) + Math.cos(n * n) / 3 - 0.1);

test.each([2, 4, 6, 10, 28, 30, 64, 960])('%i points are transformed as the definition says', (size) => {
  const input = signal(size);
  const dft = new RealDft(size);
  const re = new Float64Array(dft.bins);
  const im = new Float64Array(dft.bins);
  dft.forward(input, re, im);
  for (let k = 0; k < dft.bins; k++) {
    let sumRe = 0;
    let sumIm = 0;
    for (let n = 0; n < size; n++) {
      sumRe += input[n]! * Math.cos((2 * Math.PI * k * n) / size);
      sumIm -= input[n]! * Math.sin((2 * Math.PI * k * n) / size);
    }
    expect(re[k]).toBeCloseTo(sumRe, 8);
    expect(im[k]).toBeCloseTo(sumIm, 8);
  }
});

test('powers of two come out as from the other transform', () => {
  const input = signal(512);
  const [dft, fft] = [new RealDft(512), new RealFft(512)];
  const [re, im, otherRe, otherIm] = Array.from({ length: 4 }, () => new Float64Array(257));
  dft.forward(input, re!, im!);
  fft.forward(input, otherRe!, otherIm!);
  for (let k = 0; k <= 256; k++) {
    expect(re![k]).toBeCloseTo(otherRe![k]!, 9);
    expect(im![k]).toBeCloseTo(otherIm![k]!, 9);
  }
});

test.each([2, 6, 240, 960])('%i points come back', (size) => {
  const input = signal(size);
  const dft = new RealDft(size);
  const re = new Float64Array(dft.bins);
  const im = new Float64Array(dft.bins);
  const output = new Float64Array(size);
  dft.forward(input, re, im);
  dft.inverse(re, im, output);
  for (let n = 0; n < size; n++) expect(output[n]).toBeCloseTo(input[n]!, 10);
});

test.each([0, 1, 7, 22, 2.5])('a size of %f is refused', (size) => {
  expect(() => new RealDft(size)).toThrow(RangeError);
});
