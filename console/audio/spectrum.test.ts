import { expect, test } from 'vitest';
import { BINS, FLOOR_DB, spectrogram } from './spectrum.ts';

const RATE = 24_000;
const sine = (hz: number, level: number) =>
  Float32Array.from({ length: RATE }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / RATE));

test('a sine is one line at its frequency, with its level', () => {
  for (const [hz, db] of [
    [1500, 0],
    [6000, -40],
  ] as const) {
    const columns = spectrogram(sine(hz, 10 ** (db / 20)), 50);
    expect(columns).toHaveLength(50);
    for (const levels of columns.slice(2, -2)) {
      const loudest = levels.indexOf(Math.max(...levels));
      expect((loudest * RATE) / 2 / BINS).toBeCloseTo(hz, -1);
      expect(levels[loudest]).toBeCloseTo(db, 1);
    }
  }
});

test('silence is at the floor, however few samples there are', () => {
  for (const samples of [new Float32Array(RATE), new Float32Array(3)]) {
    for (const levels of spectrogram(samples, 7)) expect(Math.max(...levels)).toBe(FLOOR_DB);
  }
});
