import { expect, test } from 'vitest';
import { dtmfTones } from './dtmf.ts';

const RATE = 8000;
const TONES = [697, 770, 852, 941, 1209, 1336, 1477, 1633];

/** Returns how strong a frequency is in samples (Goertzel algorithm). */
function power(samples: Int16Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / RATE);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + factor * last - before];
  return (before ** 2 + last ** 2 - factor * before * last) / samples.length ** 2;
}

test.each([
  ['1', 697, 1209],
  ['5', 770, 1336],
  ['0', 941, 1336],
  ['#', 941, 1477],
  ['D', 941, 1633],
])('the key %s is two tones and no other, with silence behind them', (key, row, column) => {
  const samples = dtmfTones(key, RATE);
  expect(samples).toHaveLength(0.22 * RATE);
  const tone = samples.subarray(0, 0.12 * RATE);
  const strong = TONES.filter((hz) => power(tone, hz) > power(tone, row) / 20);
  expect(strong).toEqual([row, column]);
  expect(Math.max(...tone)).toBeGreaterThan(8000);
  expect(samples.subarray(0.12 * RATE).every((sample) => sample === 0)).toBe(true);
});

test('keys follow each other, and other characters are left out', () => {
  expect(dtmfTones('12', RATE)).toHaveLength(2 * 0.22 * RATE);
  expect(dtmfTones('1 x', RATE)).toEqual(dtmfTones('1', RATE));
});
