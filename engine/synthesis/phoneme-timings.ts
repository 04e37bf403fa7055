import type { PhonemeTiming } from './synthesizer.ts';

/** Marks of primary and secondary stress, which say how a phoneme is spoken, not which one it is. */
const STRESS_MARKS = /[ˈˌ\ufffd]/gu;

/** A phoneme's symbol alone. Symbols of some languages arrive truncated, ending in half a character. */
export function withoutStress(ipa: string): string {
  return ipa.replace(STRESS_MARKS, '');
}

/**
 * Sorts phonemes and fills the gaps between them with silence, so that they cover a phrase from beginning to end.
 * Silence inside a word belongs to the word. Phonemes without length are dropped.
 */
export function withoutGaps(phonemes: readonly PhonemeTiming[], totalSamples: number): PhonemeTiming[] {
  const filled: PhonemeTiming[] = [];
  let end = 0;
  let before = -1;
  const silence = (until: number, after: number): void => {
    if (until <= end) return;
    const word = before === after ? before : -1;
    filled.push({ ipa: '', word, startSamples: end, endSamples: until });
    end = until;
  };
  for (const phoneme of phonemes) {
    const { ipa, word } = phoneme;
    const until = Math.min(totalSamples, phoneme.endSamples);
    silence(Math.min(totalSamples, phoneme.startSamples), word);
    before = word;
    if (until <= end) continue;
    filled.push({ ipa, word, startSamples: end, endSamples: until });
    end = until;
  }
  silence(totalSamples, -1);
  return filled;
}
