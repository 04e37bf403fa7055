/**
 * Speech with the accents that are written on Croatian and Serbian words. espeak-ng ignores written accents and
 * stresses the first vowel, but follows the marks of length and stress in phonemes.
 */
import type { Phoneme } from '../espeak.ts';
import { syllabify } from './syllables.ts';

/** Voices of espeak-ng with the phonemes below: Bosnian, Croatian, Serbian; variants of them, too. */
const VOICE = /^(bs|hr|sr)(?![a-z])/i;
/** A letter with a mark of accent or length; č, ć, š and ž are letters of their own. */
const MARKED = /[aeiourаеиоур][\u0300\u0301\u0302\u0304\u030f\u0311]/iu;

/** The voices' symbols for short stressed vowels; the other vowels keep the unstressed symbol. */
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
 * The phonemes of a word with its written stress and lengths: the vowels stay, and their marks are replaced. A syllabic
 * r, which espeak-ng cannot stress, gets the short vowel that speakers put before it.
 * @param spoken the spoken form of the word, with its accents
 * @param phonemes the voice's phonemes for it
 * @param voice a voice of espeak-ng
 * @returns the same phonemes if no accent is written, the voice speaks another language, or the syllables cannot be
 * distinguished
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
  // If only lengths are written, the stress of espeak-ng stays.
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
