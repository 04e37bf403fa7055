import { primaryLanguage } from '../../languages.ts';
import { findOccurrence } from '../suggest/occurrence.ts';
import { canBeStressed, cliticKind } from './clitics.ts';
import { ENDING_RULES } from './ending-rules.ts';
import { homographReadings } from './homographs.ts';
import { lookUpStress } from './lexicon.ts';
import { type SyllabifiedWord, syllabify } from './syllables.ts';

export const STRESS_KEYS = ['hr', 'sr'] as const;
export type StressKey = (typeof STRESS_KEYS)[number];

/** The key of a language code ("hr" for "hrv" and "hr-HR"); null for other languages. */
export function stressKey(lang: string): StressKey | null {
  const language = primaryLanguage(lang);
  return STRESS_KEYS.find((key) => key === language) ?? null;
}

/**
 * Reason for a suggestion: an accent `written` on the syllable, the `sentence` (for words with two readings), the
 * `lexicon`, the `ending` of the word, or a general `rule`.
 */
export const STRESS_SOURCES = ['written', 'sentence', 'lexicon', 'ending', 'rule'] as const;
export type StressSource = (typeof STRESS_SOURCES)[number];

export interface StressSuggestion {
  /** From 1. */
  readonly syllable: number;
  readonly source: StressSource;
  readonly note: string | null;
}

export interface StressQuestion {
  /** One word, in Latin or Cyrillic script. */
  readonly word: string;
  /** The sentence, or "". */
  readonly text: string;
  /** The occurrence of the word, in UTF-16 code units of the text; null for the first. */
  readonly offset: number | null;
  readonly key: StressKey;
  /** At least 1. */
  readonly limit: number;
}

export interface StressAnswer {
  /** Joined, they are the word as sent. */
  readonly syllables: readonly string[];
  /** The likeliest first, each syllable once; none for a word without stress. */
  readonly suggestions: readonly StressSuggestion[];
}

const LAST_NOTE = 'never the last syllable';

/**
 * Suggests the stress of a Croatian or Serbian word, after the neo-Štokavian norm: never on the last syllable of a
 * longer word, so words of two syllables have one possibility. Never throws.
 */
export function suggestStress({ word, text, offset, key, limit }: StressQuestion): StressAnswer {
  const cut = syllabify(word);
  const { syllables, latin, nuclei } = cut;
  if (nuclei.length === 0) return { syllables, suggestions: [] };
  const clitic = cliticKind(latin);
  const isAlone = text.trim() === '' || text.trim() === word.trim();
  if (clitic !== null && cut.accented === null) {
    if (!canBeStressed(latin)) return { syllables, suggestions: [] };
    const note = `only as a word of its own: as ${clitic === 'enclitic' ? 'an enclitic' : 'a proclitic'} it bears no stress`;
    return { syllables, suggestions: [{ syllable: 1, source: 'rule', note }] };
  }
  const occurrence = isAlone ? null : findOccurrence(word, text, offset);
  const before = occurrence ? occurrence.sentence.slice(0, occurrence.start) : '';
  const ranked = [...candidates(cut, before, key)];
  const last = Math.max(1, nuclei.length - 1);
  const suggestions: StressSuggestion[] = [];
  for (const { syllable, source, note } of ranked) {
    // Written accents are used as they are; all other suggestions follow the norm.
    const place = source === 'written' ? syllable : Math.min(Math.max(syllable, 1), last);
    if (suggestions.every((other) => other.syllable !== place))
      suggestions.push({ syllable: place, source, note });
  }
  return { syllables, suggestions: suggestions.slice(0, limit) };
}

function* candidates(cut: SyllabifiedWord, before: string, key: StressKey): Generator<StressSuggestion> {
  const { latin, nuclei, accented } = cut;
  const count = nuclei.length;
  if (accented !== null) yield { syllable: accented, source: 'written', note: null };
  if (count === 1) {
    yield { syllable: 1, source: 'rule', note: 'the only syllable' };
    return;
  }
  if (count === 2) {
    yield { syllable: 1, source: 'rule', note: LAST_NOTE };
    return;
  }
  for (const { syllable, note } of homographReadings(latin, before))
    yield { syllable, source: 'sentence', note };
  const known = lookUpStress(latin);
  if (known !== null) yield { syllable: known, source: 'lexicon', note: null };
  yield* byPrefix(cut);
  const jat = longJat(cut);
  let isFirstEnding = true;
  for (const { pattern, shift, note, minSyllables = 2 } of ENDING_RULES) {
    if (count < minSyllables) continue;
    const match = pattern.exec(latin);
    if (match === null) continue;
    const own = nuclei.findIndex((at) => at >= match.index) + 1;
    if (own === 0) continue;
    if (isFirstEnding && jat !== null && isWeak(note))
      yield { syllable: jat, source: 'rule', note: 'long jat' };
    isFirstEnding = false;
    yield { syllable: own + shift, source: 'ending', note };
  }
  if (key === 'sr' && latin.endsWith('ista'))
    yield { syllable: count - 1, source: 'ending', note: 'foreign noun in -ista' };
  if (jat !== null) yield { syllable: jat, source: 'rule', note: 'long jat' };
  yield { syllable: count === 3 ? 1 : count - 2, source: 'rule', note: 'the most frequent place' };
  for (let syllable = count - 1; syllable >= 1; syllable--)
    yield { syllable, source: 'rule', note: 'possible' };
}

const COMPARATIVE = /(?:j|š|lj|nj|ž|č|đ|ć)(?:i|a|e|u|eg|ega|em|emu|oj|om|im|ih|ima)$/;

/** naj- has the main stress of a superlative; ne- takes the stress of a word that has it on the first syllable. */
function* byPrefix({ latin }: SyllabifiedWord): Generator<StressSuggestion> {
  if (latin.startsWith('naj') && latin.length > 6 && COMPARATIVE.test(latin)) {
    yield { syllable: 1, source: 'rule', note: 'superlative in naj-' };
    return;
  }
  if (!latin.startsWith('ne')) return;
  const rest = latin.slice(2);
  const positive = syllabify(rest).nuclei.length > 1 ? lookUpStress(rest) : null;
  if (positive !== null) {
    yield { syllable: positive === 1 ? 1 : positive + 1, source: 'rule', note: 'negated with ne-' };
  }
}

/** In vrijeme, rijeka, dijeliti the long vowel written "ije" rises, which puts the stress on its e. */
function longJat({ latin, nuclei }: SyllabifiedWord): number | null {
  const match = /(?<=[^aeiou])ije(?=[^aeiouj]+[aeiou])/.exec(latin);
  return match === null ? null : nuclei.indexOf(match.index + 2) + 1;
}

/** A long vowel before a verb ending is stronger evidence than the ending. */
function isWeak(note: string): boolean {
  return note === 'infinitive and past';
}
