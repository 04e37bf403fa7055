/**
 * Accents that are written on Croatian and Serbian words, in speech. espeak-ng stresses these words on their first
 * vowel whatever is written, but says each vowel as long and as stressed as its phonemes are marked.
 */
import type { Phoneme } from '../espeak.ts';
import { syllabify } from './syllables.ts';

/** Voices of espeak-ng with the phonemes below: Bosnian, Croatian, Serbian; variants of them, too. */
const VOICE = /^(bs|hr|sr)(?![a-z])/i;
/** A letter that bears the mark of an accent or of length; č, ć, š and ž are letters of their own. */
const MARKED = /[aeiourаеиоур][\u0300\u0301\u0302\u0304\u030f\u0311]/iu;

/** The voices' symbols for short stressed vowels; the other vowels keep the symbol of the unstressed letter. */
const FULL: Readonly<Record<string, string>> = { '&': 'a', A: 'a', I: 'i', U: 'u' };
const REDUCED: Readonly<Record<string, string>> = { a: '&', i: 'I', u: 'U' };
/** Long vowels have no variants. */
const LONG: Readonly<Record<string, string>> = { ...FULL, E: 'e' };
const IPA: Readonly<Record<string, string>> = { I: 'ɪ', U: 'ʊ', E: 'ɛ' };
const REDUCED_A: Readonly<Record<string, string>> = { sr: 'ɐ' };
const OTHER_REDUCED_A = 'æ';

const VOWEL = /^[',]?([&AaEeIiOoUu]):?$/;
const SYLLABIC_R = 'R2';

/**
 * The phonemes of a word with the stress and the lengths that are written on it: its vowels keep their places, and
 * their marks are set anew. A syllabic r, which espeak-ng cannot stress, gets the short vowel that speakers put before
 * it.
 * @param spoken the word as it is said, accents included
 * @param phonemes what the voice says of it
 * @param voice a voice of espeak-ng
 * @returns the same phonemes where no accent is written, the voice speaks another language, or the syllables cannot be
 * told apart
 */
export function withWrittenAccents(
  spoken: string,
  phonemes: readonly Phoneme[],
  voice: string,
): readonly Phoneme[] {
  const [, language] = VOICE.exec(voice.toLowerCase()) ?? [];
  if (language === undefined || !MARKED.test(spoken.normalize('NFD'))) return phonemes;
  if (phonemes.some((phoneme) => phoneme.language !== undefined)) return phonemes;
  const { nuclei, accented, long } = syllabify(spoken);
  const places = phonemes.flatMap((phoneme, index) =>
    isNucleus(phoneme, phonemes[index + 1]) ? [index] : [],
  );
  if (places.length !== nuclei.length || places.length === 0) return phonemes;
  // Where only lengths are written, the stress stays where espeak-ng has it.
  const stressed = accented ?? places.findIndex((place) => phonemes[place]?.mnemonic.startsWith("'")) + 1;
  return phonemes.flatMap((phoneme, index) => {
    const syllable = places.indexOf(index) + 1;
    if (syllable === 0) return [phoneme];
    return nucleus(phoneme, { isStressed: syllable === stressed, isLong: long.has(syllable) }, language);
  });
}

function isNucleus({ mnemonic }: Phoneme, next: Phoneme | undefined): boolean {
  return (
    VOWEL.test(mnemonic) || (mnemonic === SYLLABIC_R && next !== undefined && !VOWEL.test(next.mnemonic))
  );
}

function nucleus(
  phoneme: Phoneme,
  { isStressed, isLong }: { readonly isStressed: boolean; readonly isLong: boolean },
  language: string,
): Phoneme[] {
  const { ipa: _ipa, mnemonic: _mnemonic, ...kept } = phoneme;
  const vowel = VOWEL.exec(phoneme.mnemonic)?.[1];
  const length = isLong ? { ipa: 'ː', mnemonic: ':' } : { ipa: '', mnemonic: '' };
  const stress = isStressed ? { ipa: 'ˈ', mnemonic: "'" } : { ipa: '', mnemonic: '' };
  if (vowel === undefined) {
    if (!isStressed) return [phoneme];
    return [
      { ...kept, ipa: `ˈə${length.ipa}`, mnemonic: `'@${length.mnemonic}` },
      { ipa: 'r', mnemonic: 'R' },
    ];
  }
  const wasStressed = phoneme.mnemonic.startsWith("'");
  let said = vowel;
  if (isLong) said = LONG[vowel] ?? vowel;
  else if (isStressed) said = FULL[vowel] ?? vowel;
  else if (wasStressed) said = REDUCED[vowel] ?? vowel;
  const ipa =
    said === '&' ? (REDUCED_A[language] ?? OTHER_REDUCED_A) : said === 'A' ? 'ɑ' : (IPA[said] ?? said);
  return [
    { ...kept, ipa: stress.ipa + ipa + length.ipa, mnemonic: stress.mnemonic + said + length.mnemonic },
  ];
}
