const VOWEL = /[aeiouаеиоу]/iu;
/** Between consonants it makes a syllable of its own. */
const SYLLABIC_R = /[rр]/iu;
const ACUTE = '\u0301';

/** The word with an acute accent on the vowel of its stressed syllable. @param stressed from 1 */
export function markStress(syllables: readonly string[], stressed: number): string {
  return syllables
    .map((syllable, i) => {
      const core = i + 1 === stressed ? (VOWEL.exec(syllable) ?? SYLLABIC_R.exec(syllable)) : null;
      if (!core) return syllable;
      const after = core.index + core[0].length;
      return syllable.slice(0, after) + ACUTE + syllable.slice(after);
    })
    .join('')
    .normalize('NFC');
}
