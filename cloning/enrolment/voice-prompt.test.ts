import { expect, test } from 'vitest';
import { endedOnPause } from './voice-prompt.ts';

const RATE = 24_000;
const tone = (seconds: number): number[] =>
  Array.from({ length: seconds * RATE }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 200 * i) / RATE));
const noise = (seconds: number): number[] =>
  Array.from({ length: seconds * RATE }, (_, i) => 0.002 * Math.sin(i * i));

test('a prompt ends with 80 ms of silence after its last sound, faded out', () => {
  const prompt = endedOnPause(Float32Array.from([...tone(1), ...noise(0.5)]), RATE);
  expect(prompt.length).toBe(1.08 * RATE);
  expect(prompt.subarray(RATE).every((sample) => sample === 0)).toBe(true);
  expect(Math.abs(prompt[RATE - 1] ?? 1)).toBe(0);
  expect(Math.max(...prompt.subarray(RATE - 600, RATE - 500))).toBeGreaterThan(0.4);
});

test('a recording shorter than a frame stays unchanged', () => {
  expect(endedOnPause(new Float32Array(100), RATE)).toHaveLength(100);
});
