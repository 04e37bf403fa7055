import { expect, test } from 'vitest';
import { type HeardWindow, voicesOf } from './voices.ts';

const SIZE = 64;

/** Unit vectors around the direction of a voice, as windows of one stretch. */
function heard(voice: number, count: number, stretch: number): HeardWindow[] {
  return Array.from({ length: count }, (_, i) => {
    const vector = Float32Array.from({ length: SIZE }, (_, k) => {
      const noise = Math.sin(1000 * (voice + 1) * (k + 1) + 7 * i * (k + 3) + stretch);
      return (k % 4 === voice % 4 ? 1 : 0.25) + 0.25 * noise;
    });
    const length = Math.hypot(...vector);
    return { embedding: vector.map((value) => value / length), stretch };
  });
}

test('voices are numbered in the order in which they are first heard, and known again', () => {
  const windows = [
    ...heard(2, 4, 0),
    ...heard(0, 5, 1),
    ...heard(2, 3, 2),
    ...heard(1, 4, 3),
    ...heard(0, 2, 4),
  ];
  expect(voicesOf(windows)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 2, 2, 2, 2, 1, 1]);
});

test('a change within a stretch is found', () => {
  const windows = [...heard(0, 5, 0), ...heard(1, 5, 0)];
  expect(new Set(voicesOf(windows)).size).toBe(2);
});

test('one voice is one, and a cough is nobody', () => {
  expect(voicesOf(heard(0, 12, 0))).toEqual(new Array(12).fill(0));
  expect(voicesOf([...heard(0, 12, 0), ...heard(1, 1, 1)])).toEqual(new Array(13).fill(0));
});

test('without windows there are no voices', () => {
  expect(voicesOf([])).toEqual([]);
});
