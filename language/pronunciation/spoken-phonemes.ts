import type { Phoneme } from './espeak.ts';
import type { IpaPhoneme } from './ipa.ts';

const STRESS = {
  primary: { ipa: 'ˈ', mnemonic: "'" },
  secondary: { ipa: 'ˌ', mnemonic: ',' },
} as const;

/** Converts parsed IPA to espeak-ng's phonemes with their stress marks. */
export function spokenPhonemes(phonemes: readonly IpaPhoneme[]): Phoneme[] {
  return phonemes.map((phoneme) => {
    const stress = phoneme.stress === null ? { ipa: '', mnemonic: '' } : STRESS[phoneme.stress];
    return { ipa: stress.ipa + phoneme.ipa, mnemonic: stress.mnemonic + phoneme.mnemonic };
  });
}
