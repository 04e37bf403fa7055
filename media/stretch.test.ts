import { expect, it } from 'vitest';
import { stretched } from './stretch.ts';

const RATE = 22_050;
const tone = Float32Array.from({ length: RATE }, (_, i) => Math.sin((2 * Math.PI * 200 * i) / RATE));

it.each([0.5, 0.97, 1.02, 1.5, 2])('changes the time by %d and not the pitch', (factor) => {
  const length = Math.round(RATE * factor);
  const sound = stretched(tone, RATE, length);
  expect(sound.length).toBe(length);
  let crossings = 0;
  for (let i = 1; i < length; i++) if (sound[i - 1]! < 0 && sound[i]! >= 0) crossings++;
  expect(Math.abs(crossings - 200 * factor)).toBeLessThan(4);
  expect(Math.hypot(...sound) / Math.hypot(...tone) / Math.sqrt(factor)).toBeCloseTo(1, 1);
});

it('moves sounds in proportion', () => {
  const late = tone.map((sample, i) => (i < RATE / 2 ? 0 : sample));
  const onset = stretched(late, RATE, 1.5 * RATE).findIndex((sample) => Math.abs(sample) > 0.5);
  expect(Math.abs(onset / (0.75 * RATE) - 1)).toBeLessThan(0.02);
});

it('has nothing to stretch in silence', () => {
  expect(stretched(new Float32Array(0), RATE, 0)).toEqual(new Float32Array(0));
  expect(stretched(new Float32Array(10), RATE, 15)).toEqual(new Float32Array(15));
});
