const VOWEL = /[aeiouаеиоу]/iu;
/** Between consonants it is a syllable of its own. */
const SYLLABIC_R = /[rр]/iu;
/** The short accent, because the length of the vowel is unknown. */
const GRAVE = '\u0300';
/** Matches an existing accent. č, ć, š and ž are letters of their own. */
const ACCENT = /(?<=[aeiourаеиоур])[\u0300\u0301\u0302\u0304\u030f\u0311]/giu;

/**
 * Puts an accent on the stressed syllable of a word, which the synthesizer follows.
 * @param stressed from 1
 */
export function markStress(syllables: readonly string[], stressed: number): string {
  return syllables
    .map((written, i) => {
      const syllable = written.normalize('NFD').replace(ACCENT, '');
      const core = i + 1 === stressed ? (VOWEL.exec(syllable) ?? SYLLABIC_R.exec(syllable)) : null;
      if (!core) return syllable;
      const after = core.index + core[0].length;
      return syllable.slice(0, after) + GRAVE + syllable.slice(after);
    })
    .join('')
    .normalize('NFC');
}
