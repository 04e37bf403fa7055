import { expect, test } from 'vitest';
import { speechStretches, speechWindows } from './speech-windows.ts';

const RATE = 16_000;

/** Noise in place of speech, near silence elsewhere. */
function sound(seconds: number, ...spoken: readonly (readonly [from: number, to: number])[]): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const isSpoken = spoken.some(([from, to]) => i >= from * RATE && i < to * RATE);
    return (isSpoken ? 0.2 : 0.0002) * Math.sin(i * i);
  });
}

test('speech is found between silences, in stretches that short pauses do not end', () => {
  const stretches = speechStretches(sound(8, [1, 2], [2.15, 3], [5, 6.5]), RATE);
  const seconds = stretches.map(({ start, end }) => [start / RATE, end / RATE]);
  expect(seconds).toHaveLength(2);
  for (const [i, [start, end]] of [
    [1, 3],
    [5, 6.5],
  ].entries()) {
    expect(Math.abs(seconds[i]![0]! - start!)).toBeLessThan(0.2);
    expect(Math.abs(seconds[i]![1]! - end!)).toBeLessThan(0.2);
  }
});

test('windows cover a stretch to its end, and a short one is one window', () => {
  const windows = speechWindows(
    [
      { start: 0, end: 5 * RATE },
      { start: 6 * RATE, end: 6.5 * RATE },
    ],
    RATE,
  );
  expect(windows.map(({ stretch }) => stretch)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  expect(windows.at(-2)).toMatchObject({ start: 3.4 * RATE, end: 5 * RATE });
  expect(windows.at(-1)).toMatchObject({ start: 6 * RATE, end: 6.5 * RATE });
});
