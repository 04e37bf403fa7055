import { isConsonant, isVowel, type Letter, lettersOf } from './letters.ts';

export interface SyllabifiedWord {
  /** Joined, they are the word as sent. A word without any vowel, like "s", is one piece. */
  readonly syllables: readonly string[];
  /** In Latin script, lower case, without accents. */
  readonly latin: string;
  /** Index in `latin` of each syllable's vowel or r; empty if the word has none. */
  readonly nuclei: readonly number[];
  /** The syllable with a written accent, from 1; null for none. */
  readonly accented: number | null;
  /** The syllables that are written as long, from 1. */
  readonly long: ReadonlySet<number>;
}

/** Onsets of syllables: a stop or fricative before a liquid, j or v; s, š, z, ž before a consonant. */
const LIQUIDS = /^(?:r|l|lj|j|v)$/;
const BEFORE_LIQUID = /^(?:[pbtdkgfhcčćđsšzžmv]|dž)$/;
const SIBILANT = /^[sšzž]$/;
const AFTER_SIBILANT = /^(?:[ptkcčćfhmnvlrbdg]|lj|nj)$/;

/**
 * Divides a word into syllables. Every vowel letter is a nucleus, and so is an r between consonants (prst, trgovina),
 * or at the beginning of a word before a consonant other than j (rđa, but not rječnik). An r at the end of a word
 * (žanr) or next to a vowel is not.
 */
export function syllabify(word: string): SyllabifiedWord {
  const letters = lettersOf(word);
  const nucleusLetters = letters.flatMap((_, i) => (isNucleus(letters, i) ? [i] : []));
  const latin = letters.map((letter) => letter.latin).join('');
  if (nucleusLetters.length === 0) {
    return { syllables: [word], latin, nuclei: [], accented: null, long: new Set() };
  }
  const offsets: number[] = [];
  let at = 0;
  for (const letter of letters) {
    offsets.push(at);
    at += letter.latin.length;
  }
  const starts = nucleusLetters.map((nucleus, i) => {
    const before = nucleusLetters[i - 1];
    return before === undefined ? 0 : onset(letters, before + 1, nucleus);
  });
  const syllables = starts.map((start, i) =>
    letters
      .slice(start, starts[i + 1])
      .map((letter) => letter.text)
      .join(''),
  );
  const accented = accentedSyllable(nucleusLetters.map((i) => letters[i]!));
  const long = nucleusLetters.flatMap((i, index) => (letters[i]!.isLong ? [index + 1] : []));
  return {
    syllables,
    latin,
    nuclei: nucleusLetters.map((i) => offsets[i]!),
    accented,
    long: new Set(long),
  };
}

/**
 * The syllable with a written accent, from 1. A circumflex is an accent in "grâd" and "prijatêljski", but only a mark
 * of length in the genitive "godinâ": the last of several syllables is never accented.
 */
function accentedSyllable(nuclei: readonly Letter[]): number | null {
  const accented = nuclei.findIndex(({ isAccented }) => isAccented);
  if (accented >= 0) return accented + 1;
  const last = nuclei.length - 1;
  const circumflex = nuclei.findIndex(({ text }) => text.normalize('NFD').includes('\u0302'));
  return circumflex < 0 || (circumflex === last && last > 0) ? null : circumflex + 1;
}

function isNucleus(letters: readonly Letter[], i: number): boolean {
  if (isVowel(letters, i)) return true;
  if (letters[i]?.latin !== 'r' || !isConsonant(letters, i + 1)) return false;
  if (isConsonant(letters, i - 1)) return letters[i - 1]?.latin !== 'r';
  const beginsWord = !/^\p{L}/u.test(letters[i - 1]?.latin ?? '');
  return beginsWord && letters[i + 1]?.latin !== 'j';
}

/** Start of the syllable of a nucleus, among the consonants from `from` on. */
function onset(letters: readonly Letter[], from: number, nucleus: number): number {
  if (nucleus - from < 2) return from;
  const last = letters[nucleus - 1]!.latin;
  const butLast = letters[nucleus - 2]!.latin;
  const goTogether =
    (LIQUIDS.test(last) && BEFORE_LIQUID.test(butLast)) ||
    (SIBILANT.test(butLast) && AFTER_SIBILANT.test(last));
  if (!goTogether) return nucleus - 1;
  const third = nucleus - 3 >= from ? letters[nucleus - 3]!.latin : '';
  // "str", "zdr": the sibilant belongs to the onset.
  return SIBILANT.test(third) && LIQUIDS.test(last) ? nucleus - 3 : nucleus - 2;
}
