import { expect, it } from 'vitest';
import { beginStretch, stretched, stretchOn } from './stretch.ts';

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

it.each([0.5, 0.8, 1, 1.3, 2])('stretches by %d in pieces with the same result as the whole', (speed) => {
  const state = beginStretch(RATE, speed);
  const parts: number[] = [];
  for (let at = 0; at < tone.length; at += 1920)
    parts.push(...stretchOn(state, tone.slice(at, at + 1920), false));
  // Most of the result is available before the end is known.
  expect(parts.length).toBeGreaterThan(0.85 * (tone.length / speed));
  parts.push(...stretchOn(state, new Float32Array(), true));
  expect(parts.length).toBe(Math.round(tone.length / speed));
  const whole = stretched(tone, RATE, parts.length);
  const distance = parts.reduce((sum, sample, i) => sum + (sample - (whole[i] ?? 0)) ** 2, 0);
  expect(distance / parts.length).toBeLessThan(0.01);
});
