import { expect, test } from 'vitest';
import { amplify } from './gain.ts';

const RAMP = 10;
const STEPS = [
  { fromSample: 0, gain: 1 },
  { fromSample: 100, gain: 0.5 },
  { fromSample: 200, gain: 2 },
];

const amplified = (samples: Float32Array, firstSample = 0): Float32Array => {
  const copy = samples.slice();
  amplify(copy, firstSample, STEPS, RAMP);
  return copy;
};

test('sound is multiplied by the gain of its place, and changes gradually', () => {
  const sound = amplified(new Float32Array(300).fill(0.2));
  expect([sound[50], sound[150], sound[250]].map((value) => value?.toFixed(3))).toEqual([
    '0.200',
    '0.100',
    '0.400',
  ]);
  for (let i = 1; i < sound.length; i++) expect(Math.abs(sound[i]! - sound[i - 1]!)).toBeLessThan(0.035);
});

test('windows give the same result as the whole', () => {
  const sound = Float32Array.from({ length: 300 }, (_, i) => Math.sin(i) / 3);
  const whole = amplified(sound);
  for (const at of [1, 95, 100, 104, 199, 206]) {
    expect([...amplified(sound.slice(0, at)), ...amplified(sound.slice(at), at)]).toEqual([...whole]);
  }
});

test('loud sound is compressed instead of being clipped', () => {
  const sound = Float32Array.from([0.3, 0.6, 0.9]);
  amplify(sound, 0, [{ fromSample: 0, gain: 3 }], RAMP);
  expect(sound[0]).toBeLessThan(sound[1]!);
  expect(sound[2]).toBeLessThanOrEqual(1);
});
