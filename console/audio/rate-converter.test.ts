import { expect, test } from 'vitest';
import { RateConverter } from './rate-converter.ts';

test.each([
  [48_000, 24_000],
  [44_100, 24_000],
  [24_000, 24_000],
])('a tone at %i Hz is the same at %i Hz, however it is cut into pieces', (from, to) => {
  const converter = new RateConverter(from, to);
  const tone = Float32Array.from({ length: from }, (_, i) => Math.sin((2 * Math.PI * 200 * i) / from));
  const out: number[] = [];
  for (let at = 0; at < tone.length; at += 441) out.push(...converter.push(tone.subarray(at, at + 441)));
  expect(Math.abs(out.length - to)).toBeLessThanOrEqual(1);
  const errors = out.map((sample, i) => Math.abs(sample - Math.sin((2 * Math.PI * 200 * i) / to)));
  expect(Math.max(...errors)).toBeLessThan(0.05);
});
