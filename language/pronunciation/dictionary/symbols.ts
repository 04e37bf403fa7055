/** The dictionary's alphabet, which is Kokoro's, as espeak-ng phonemes. */
import type { Phoneme } from '../espeak.ts';

export type Accent = 'american' | 'british';

/** Sequences of letters, and letters that the two accents write differently. All other letters are IPA. */
const BOTH: Readonly<Record<string, string>> = {
  A: 'eɪ',
  I: 'aɪ',
  W: 'aʊ',
  Y: 'ɔɪ',
  ʤ: 'dʒ',
  ʧ: 'tʃ',
  ᵊl: 'əl',
  ᵊn: 'n\u0329',
  ᵊm: 'm\u0329',
  ᵊ: 'ə',
};
const IPA: Readonly<Record<Accent, Readonly<Record<string, string>>>> = {
  american: {
    ...BOTH,
    O: 'oʊ',
    T: 'ɾ',
    ɑ: 'ɑː',
    ɔ: 'ɔː',
    ɜ: 'ɜː',
    u: 'uː',
    Iəɹ: 'aɪɚ',
    əɹ: 'ɚ',
    ɜɹ: 'ɜː',
    ɑɹ: 'ɑːɹ',
    ɔɹ: 'ɔːɹ',
    ɪɹ: 'ɪɹ',
    ɛɹ: 'ɛɹ',
    ʊɹ: 'ʊɹ',
  },
  british: {
    ...BOTH,
    Q: 'əʊ',
    ɪə: 'iə',
    ɛː: 'eə',
    ʊə: 'ʊə',
    iː: 'iː',
    uː: 'uː',
    ɑː: 'ɑː',
    ɔː: 'ɔː',
    ɜː: 'ɜː',
    əː: 'ɜː',
  },
};
const LONGEST = 3;

export const VOWELS = 'AIOQWYaiuæɑɒɐɔəɛɜɪʊʌᵊᵻ';
const isVowel = (letter: string | undefined): boolean => letter !== undefined && VOWELS.includes(letter);

/**
 * The phonemes of a reading, one group for each part between spaces. Each keeps the dictionary's spelling. The mnemonic
 * is empty, because espeak-ng's own voices do not read by the dictionary.
 */
export function phonemesOf(reading: string, accent: Accent): Phoneme[] {
  // The symbols of the flap and of the t in "button" in the voices' alphabet.
  const spoken = reading.replaceAll('ɾ', 'T').replaceAll('ʔ', 't');
  return spoken.split(' ').flatMap((group) => groupOf([...group], accent));
}

function groupOf(letters: readonly string[], accent: Accent): Phoneme[] {
  const table = IPA[accent];
  const phonemes: Phoneme[] = [];
  for (let at = 0; at < letters.length; ) {
    let stress = '';
    while (/[ˈˌ]/u.test(letters[at] ?? '')) stress += letters[at++];
    let length = Math.min(LONGEST, letters.length - at);
    while (length > 1 && !isUnit(letters, at, length, table)) length--;
    const symbols = letters.slice(at, at + length).join('');
    const bare = table[symbols] ?? symbols;
    // The final vowel of "happy" is short, that of "fleece" is long.
    const ipa = accent === 'american' && bare === 'i' && stress !== '' ? 'iː' : bare;
    phonemes.push({
      ipa: stress + ipa,
      mnemonic: '',
      symbols: stress + symbols,
      ...(phonemes.length === 0 && { startsGroup: true }),
    });
    at += length;
  }
  return phonemes;
}

/** Whether letters form one phoneme. An r before a vowel begins a syllable of its own. */
function isUnit(letters: readonly string[], at: number, length: number, table: object): boolean {
  const end = at + length;
  const unit = letters.slice(at, end).join('');
  return (
    unit in table && !(unit.endsWith('ɹ') && isVowel(letters[end]?.replace(/[ˈˌ]/u, letters[end + 1] ?? '')))
  );
}
