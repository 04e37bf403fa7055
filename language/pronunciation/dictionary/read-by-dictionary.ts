import { straightApostrophes } from '../../apostrophes.ts';
import { editDistance } from '../../edit-distance.ts';
import type { Phoneme } from '../espeak.ts';
import { parseIpa } from '../ipa.ts';
import type { Pronounced } from '../pronounce.ts';
import { spokenPhonemes } from '../spoken-phonemes.ts';
import { cmudictIpa } from '../suggest/cmudict-ipa.ts';
import { chooseReading } from '../suggest/heteronyms/choose.ts';
import { contextOf } from '../suggest/heteronyms/context.ts';
import { heteronymsOf } from '../suggest/heteronyms/index.ts';
import type { Heteronym, PartOfSpeech, Reading } from '../suggest/heteronyms/types.ts';
import { occurrenceAt } from '../suggest/occurrence.ts';
import type { EnglishDictionary, Following, Variants } from './english-dictionary.ts';
import { phonemesOf } from './symbols.ts';

type PronouncedWord = Extract<Pronounced, { kind: 'word' }>;

/**
 * Replaces the pronunciations of words by the dictionary's. Words that the dictionary lacks keep theirs, and so do
 * words with a tag or an entry in the owner's dictionary, and words of other languages.
 * @param source the text that the spans of the words refer to
 */
export function readByDictionary(
  pronounced: readonly Pronounced[],
  dictionary: EnglishDictionary,
  source: string,
): readonly Pronounced[] {
  const read: Pronounced[] = [];
  let following: Following = 'pause';
  for (const token of pronounced.toReversed()) {
    const said: Pronounced = token.kind === 'word' ? readWord(token, following, dictionary, source) : token;
    read.push(said);
    following = said.kind === 'punctuation' ? 'pause' : beginningOf(said.phonemes, following);
  }
  return read.reverse();
}

function readWord(
  token: PronouncedWord,
  following: Following,
  dictionary: EnglishDictionary,
  source: string,
): PronouncedWord {
  const { word } = token;
  if (word.ipa !== null || word.lang !== undefined) return token;
  if (word.spoken === word.unit) return readInSentence(token, following, dictionary, source);
  const phonemes: Phoneme[] = [];
  let next = following;
  for (const part of straightApostrophes(word.spoken).split(' ').toReversed()) {
    const reading = dictionary.read(part, next, usual);
    const said = reading === null ? byCmudict(part, dictionary) : phonemesOf(reading, dictionary.accent);
    if (said === null) return token;
    phonemes.unshift(...said);
    next = beginningOf(said, next);
  }
  return { ...token, phonemes };
}

/** A written word, with the sentence that decides between its readings. */
function readInSentence(
  token: PronouncedWord,
  following: Following,
  dictionary: EnglishDictionary,
  source: string,
): PronouncedWord {
  const { unit, span } = token.word;
  const table = heteronymsOf('en')!;
  const choice = (heteronym: Heteronym): Reading | null => {
    const context = contextOf(occurrenceAt(source, span.start, span.end));
    const { readings, isDecided } = chooseReading(heteronym, context, table.classes);
    return isDecided ? (readings[0] ?? null) : null;
  };
  const listed = table.words.get(unit.toLowerCase());
  const wanted = listed ? choice(listed) : null;
  const choose = (variants: Variants): string => {
    if (wanted) return nearest(Object.values(variants), wanted.ipa);
    if (listed) return nearest(Object.values(variants), ipaOf(token.phonemes));
    // "That": espeak-ng knows from its neighbours whether it is a demonstrative.
    const { DT } = variants;
    if (DT !== undefined && (/ˈ/u.test(ipaOf(token.phonemes)) || unit !== unit.toLowerCase())) return DT;
    return byPartOfSpeech(variants, choice);
  };
  // At the beginning of a sentence the article looks like the letter.
  const written = /^[ɐə]$/u.test(ipaOf(token.phonemes)) ? unit.toLowerCase() : straightApostrophes(unit);
  const reading = dictionary.read(written, following, choose);
  if (reading === null) {
    const phonemes = listed ? null : byCmudict(written, dictionary);
    return phonemes === null ? token : { ...token, phonemes };
  }
  const phonemes = phonemesOf(reading, dictionary.accent);
  const ipas = listed?.map(({ ipa }) => ipa) ?? [];
  if (!wanted || nearest(ipas, ipaOf(phonemes)) === wanted.ipa) return { ...token, phonemes };
  // The dictionary lacks the reading that the sentence requires.
  return dictionary.accent === 'american' ? token : { ...token, phonemes: asBritish(wanted.ipa) };
}

/** Null also for words in capitals, which may be initialisms. */
function byCmudict(word: string, { cmudict }: EnglishDictionary): Phoneme[] | null {
  if (cmudict === null || word === word.toUpperCase()) return null;
  const [reading] = cmudictIpa(cmudict, word.toLowerCase());
  if (reading === undefined) return null;
  const said = spokenPhonemes(parseIpa(reading.ipa, 'en').phonemes);
  return said.map((phoneme, index) => ({
    ...(isFlapped(said, index) ? { ipa: 'ɾ', mnemonic: 't#' } : phoneme),
    ...(index === 0 && { startsGroup: true }),
  }));
}

/** A t between two vowels, the second of which is unstressed. */
function isFlapped(phonemes: readonly Phoneme[], index: number): boolean {
  const [before, own, after] = [-1, 0, 1].map((step) => phonemes[index + step]?.ipa ?? '');
  return own === 't' && /[aeiouæɑɔəɛɜɪʊʌɚ]ː?ɹ?$/u.test(before!) && /^[aeiouæɑɔəɛɜɪʊʌɚ]/u.test(after!);
}

/** A listed reading, which is American, with the vowel of "lot". */
const asBritish = (ipa: string): Phoneme[] =>
  spokenPhonemes(parseIpa(ipa.replace(/ɑː(?!ɹ)/gu, 'ɒ'), 'en').phonemes).map((phoneme) =>
    phoneme.mnemonic.endsWith('0') ? { ...phoneme, ipa: phoneme.ipa.replace('ɑː', 'ɒ') } : phoneme,
  );

const usual = ({ DEFAULT, ...others }: Variants): string => DEFAULT ?? Object.values(others)[0] ?? '';

const PARTS: Readonly<Record<string, readonly PartOfSpeech[]>> = {
  NOUN: ['noun'],
  VERB: ['verb'],
  ADJ: ['adjective'],
  VBD: ['past'],
  VBN: ['past'],
};

/** Parts of speech of the usual reading if another reading exists for one of them. */
const REST: readonly (readonly [name: string, is: readonly PartOfSpeech[]])[] = [
  ['NOUN', ['verb']],
  ['VERB', ['noun', 'adjective']],
  ['ADJ', ['noun', 'verb']],
  ['VBD', ['noun', 'verb']],
];

/** The reading for the word's part of speech in the sentence. The usual reading covers all other parts of speech. */
function byPartOfSpeech(variants: Variants, choice: (heteronym: Heteronym) => Reading | null): string {
  const named = Object.entries(variants).flatMap(([name, reading]): Reading[] => {
    const is = PARTS[name];
    return is ? [{ ipa: reading, note: name, is }] : [];
  });
  const rest = REST.find(([name]) => variants[name] !== undefined)?.[1] ?? [];
  return choice([{ ipa: usual(variants), note: '', is: rest }, ...named])?.ipa ?? usual(variants);
}

/** The transcription that is most similar to another one, regardless of accent and fine detail. */
function nearest(candidates: readonly string[], ipa: string): string {
  const wanted = coarse(ipa);
  const distances = candidates.map((candidate) => editDistance(coarse(candidate), wanted));
  return candidates[distances.indexOf(Math.min(...distances))] ?? '';
}

/** Folds symbols of the dictionary and IPA to a form in which accents differ least. */
const coarse = (transcription: string): string[] => [
  ...transcription
    .replace(/[AIOQWYʤʧ]/gu, (letter) => COARSE[letter] ?? letter)
    .replace(/əʊ/gu, 'oʊ')
    .replace(/[ˌː.ɹ]|\u0329/gu, '')
    .replace(/ɒ/gu, 'ɑ')
    .replace(/a(?![ɪʊ])/gu, 'æ')
    .replace(/[ɾT]/gu, 't')
    .replace(/[ɪᵻɐᵊɚ]/gu, 'ə')
    // The stress mark stands before the vowel, not before the syllable.
    .replace(/ˈ([^aeiouæɑəɛɜʊʌɔ]*)/gu, '$1ˈ'),
];
const COARSE: Readonly<Record<string, string>> = {
  A: 'eɪ',
  I: 'aɪ',
  O: 'oʊ',
  Q: 'oʊ',
  W: 'aʊ',
  Y: 'ɔɪ',
  ʤ: 'dʒ',
  ʧ: 'tʃ',
};

const ipaOf = (phonemes: readonly Phoneme[]): string => phonemes.map(({ ipa }) => ipa).join('');

function beginningOf(phonemes: readonly Phoneme[], otherwise: Following): Following {
  const first = phonemes.find(({ ipa }) => /\p{L}/u.test(ipa))?.ipa;
  if (first === undefined) return otherwise;
  return /^[ˈˌ]?[aeiouyæɑɐɒɔəɚɛɜɝɨɪøœʊʌᵻʉɵɤɯ]/u.test(first) ? 'vowel' : 'consonant';
}
