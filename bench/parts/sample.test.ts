import { expect, it } from 'vitest';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { TEN_SECONDS, THIRTY_SECONDS } from '../texts.ts';
import { sampleOf } from './sample.ts';

it.each([
  [10, TEN_SECONDS],
  [30, THIRTY_SECONDS],
])('makes recordings of %d seconds that can be read', async (seconds, sentences) => {
  const sample = await sampleOf(sentences);
  expect(Math.abs(sample.seconds - seconds)).toBeLessThan(0.05 * seconds);
  const { samples, sampleRate } = await decodeAudio(sample.audio, { maxSeconds: 60 });
  expect(samples.length / sampleRate).toBeCloseTo(sample.seconds);
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(peak).toBeCloseTo(0.5, 2);
});
