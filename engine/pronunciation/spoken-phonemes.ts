import type { Phoneme } from './espeak.ts';
import type { IpaPhoneme } from './ipa.ts';

const STRESS = {
  primary: { ipa: 'ˈ', mnemonic: "'" },
  secondary: { ipa: 'ˌ', mnemonic: ',' },
} as const;

/** Phonemes of IPA that was read as espeak-ng gives them for words: with their stress marks. */
export function spokenPhonemes(phonemes: readonly IpaPhoneme[]): Phoneme[] {
  return phonemes.map((phoneme) => {
    const stress = phoneme.stress === null ? { ipa: '', mnemonic: '' } : STRESS[phoneme.stress];
    return { ipa: stress.ipa + phoneme.ipa, mnemonic: stress.mnemonic + phoneme.mnemonic };
  });
}
