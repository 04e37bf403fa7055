const VOWEL = /[aeiouаеиоу]/iu;
/** Between consonants it makes a syllable of its own. */
const SYLLABIC_R = /[rр]/iu;
/** The short accent: the length of the vowel is not known. */
const GRAVE = '\u0300';

/** The word with an accent on its stressed syllable, which speech follows. @param stressed from 1 */
export function markStress(syllables: readonly string[], stressed: number): string {
  return syllables
    .map((syllable, i) => {
      const core = i + 1 === stressed ? (VOWEL.exec(syllable) ?? SYLLABIC_R.exec(syllable)) : null;
      if (!core) return syllable;
      const after = core.index + core[0].length;
      return syllable.slice(0, after) + GRAVE + syllable.slice(after);
    })
    .join('')
    .normalize('NFC');
}
