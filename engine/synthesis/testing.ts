import { expect } from 'vitest';
import type { SynthesizedPhrase } from './synthesizer.ts';

/** Words follow each other inside the sound, none is empty, and phonemes cover all of it. */
export function expectWordsInOrder({ words, phonemes, frames, frameSamples }: SynthesizedPhrase): void {
  let end = 0;
  for (const { startSamples, endSamples } of words) {
    expect(startSamples).toBeGreaterThanOrEqual(end);
    expect(endSamples).toBeGreaterThan(startSamples);
    end = endSamples;
  }
  expect(end).toBeLessThanOrEqual(frames * frameSamples);
  expect(phonemes[0]?.startSamples).toBe(0);
  expect(phonemes.at(-1)?.endSamples).toBe(frames * frameSamples);
}
