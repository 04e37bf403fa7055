import { expect, test } from 'vitest';
import { pitchStatistics } from './learn-base.ts';

test('mains hum is not the pitch of a speaker', () => {
  const voice = Array.from({ length: 70 }, (_, i) => 111 * Math.exp(0.2 * Math.sin(i)));
  const hum = Array.from({ length: 25 }, () => 60.2);
  const { mean, deviation } = pitchStatistics(Float32Array.of(0, ...voice, 0, ...hum));
  expect(Math.abs(Math.exp(mean) - 111)).toBeLessThan(3);
  expect(deviation).toBeLessThan(0.17);
});
