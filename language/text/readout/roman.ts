/** Roman numerals: "Chapter IV", "World War II", "Louis XIV", "siglo XXI", "XIXe siècle". */

import { upToTenth } from '../languages/common.ts';
import type { RomanConventions } from '../languages/conventions.ts';
import { inAnyLanguage } from '../languages/index.ts';
import type { SpokenLanguage } from '../languages/types.ts';
import { alternatives, isAlphanumeric, matchAt, oneOf, type Reader, type Readout } from './reader.ts';
import { endsSentence } from './times.ts';

const NUMERAL = /(?=[IVXLC])(C{0,3})(X[CL]|L?X{0,3})(I[XV]|V?I{0,3})(?![\p{Lu}\p{M}\p{N}'])/uy;
/** "siglo xix" */
const SMALL_NUMERAL = /x{0,2}(?:i[xv]|v?i{0,3})(?<=[ivx])(?![\p{L}\p{M}\p{N}'])/uy;
/** Years: "MCMXCIX", and "mcmxcix" after a word before years. */
const YEAR_NUMERAL =
  /(?=[MDCLXVI]{4}|[mdclxvi]{5})M{1,2}(?:CM|CD|D?C{0,3})(?:X[CL]|L?X{0,4})(?:I[XV]|V?I{0,4})(?![\p{L}\p{M}\p{N}'])/iuy;
/** Characters of Unicode that are numerals and nothing else: "Ⅳ". */
const SIGNS = /[\u2160-\u217f]+/y;
const DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

function numberOf(numeral: string): number {
  const values = [...numeral].map((letter) => DIGITS[letter] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

const listed = (list: (roman: RomanConventions) => readonly string[]): string[] =>
  inAnyLanguage(({ roman }) => list(roman));

/** Words that a number follows. After one of them even a single letter counts ("Part V"). */
const NUMBERED = oneOf(listed(({ numbered }) => numbered));
/** Rulers and popes, whose number is an ordinal in most languages. */
const KINGS = oneOf(listed(({ kings }) => kings));
const QUEENS = oneOf(listed(({ queens }) => queens));
/** Words that make the numeral in front an ordinal: "XX century". */
const BEFORE_CENTURY = new RegExp(
  `^[ \\u00a0](?:${alternatives(listed(({ beforeCentury }) => beforeCentury))})(?!\\p{L})`,
  'iu',
);
/** The world wars in the languages that number them before the noun. */
const WORLD_WAR = /^[ \u00a0](?:guerra mundial|guerra mondiale|мировая)(?!\p{L})/iu;
/** "siglo V" is "siglo quinto". */
const CENTURY = oneOf(listed(({ century }) => century));
/** Roman numerals that are not numbers: an intravenous drip, sizes of clothes, a curriculum. */
const LETTERS = /^(?:IV|XL|XXL|XXXL|CV|CC|CD|LI|CI|C|L|XC|CL|LC|LX)$/;
const ordinal = (value: number, language: SpokenLanguage, suffix = '') =>
  language.ordinal(String(value), suffix);
const cardinal = (value: number, language: SpokenLanguage) => language.cardinal(String(value));

/** Whether a word is one that a Roman numeral follows. */
export function isNumberedByRoman(word: string): boolean {
  return [NUMBERED, KINGS, QUEENS, CENTURY].some((words) => words.test(word));
}

export const readRoman: Reader = (
  text,
  at,
  { language, previous, previousOpens, continues },
): Readout | null => {
  const { roman } = language.writing;
  const signs = matchAt(SIGNS, text, at)?.[0];
  if (signs !== undefined) {
    const letters = signs.normalize('NFKC').toUpperCase();
    const end = at + signs.length;
    const woman = QUEENS.test(previous);
    const spoken =
      woman || KINGS.test(previous)
        ? roman.regnal(numberOf(letters), language, woman)
        : cardinal(numberOf(letters), language);
    return isAlphanumeric(text, end) ? null : { end, spoken };
  }
  const year = matchAt(YEAR_NUMERAL, text, at)?.[0];
  if (
    year !== undefined &&
    (year === year.toUpperCase() || language.yearCues.includes(previous.toLowerCase()))
  )
    return { end: at + year.length, spoken: language.year(numberOf(year.toUpperCase()), false), year: true };
  const [short, full = ''] = roman.shortCentury ?? [];
  const century = short === undefined ? null : matchAt(short, text, at);
  if (century !== null) return { end: at + century[0].length, spoken: full };
  const small = CENTURY.test(previous) ? matchAt(SMALL_NUMERAL, text, at) : null;
  if (small !== null) {
    const number = numberOf(small[0].toUpperCase());
    const spoken = roman.ordinalCenturies
      ? ordinal(number, language, 'º')
      : upToTenth(number, language, false);
    return { end: at + small[0].length, spoken };
  }
  const centuries = roman.centuries?.(text, at, previous, language) ?? null;
  if (centuries !== null) return centuries;
  const match = matchAt(NUMERAL, text, at);
  if (match === null) return null;
  const numeral = match[0];
  const end = at + numeral.length;
  const value = numberOf(numeral);
  const { ordinalSuffix } = roman;
  const suffix = ordinalSuffix === null ? undefined : matchAt(ordinalSuffix.pattern, text, end)?.[0];
  // "Vers" and "Les" are words.
  const premier = suffix === undefined || numeral === 'I' || !/r/.test(suffix);
  if (suffix !== undefined && premier && numeral !== 'L' && numeral !== 'C') {
    const spoken = language.ordinal(String(value), suffix);
    const age = /^[ \u00a0]s\.(?!\p{L})/u.test(text.slice(end + suffix.length, end + suffix.length + 4));
    return age
      ? {
          end: end + suffix.length + 3,
          spoken: `${spoken} ${ordinalSuffix?.century}`,
          ...(endsSentence(text, end + suffix.length + 3, continues) ? { endsSentence: true } : {}),
        }
      : { end: end + suffix.length, spoken };
  }
  if (isAlphanumeric(text, end) || /^[&+/_@#]/.test(text.slice(end, end + 1))) return null;
  // "Acts I–III"
  const last = /[-–]/.test(text[end] ?? '') ? matchAt(NUMERAL, text, end + 1)?.[0] : undefined;
  if (last !== undefined && !/^[CL]$/.test(last) && value < numberOf(last) && (numeral + last).length > 2) {
    const lastEnd = end + 1 + last.length;
    if (!isAlphanumeric(text, lastEnd))
      return {
        end: lastEnd,
        spoken: language.range(cardinal(value, language), cardinal(numberOf(last), language)),
      };
  }
  // "II Guerra Mundial"
  if (value < 4 && WORLD_WAR.test(text.slice(end, end + 16)))
    return { end, spoken: ordinal(value, language, roman.ordinalForm === null ? 'ª' : '-я') };
  if (roman.ordinalForm !== null) {
    const form = roman.ordinalForm(previous, text.slice(end, end + 8));
    if (form === null && numeral.length < 2) return null;
    return { end, spoken: form === null ? cardinal(value, language) : ordinal(value, language, form) };
  }
  if (numeral.length > 1 && BEFORE_CENTURY.test(text.slice(end, end + 14)))
    return { end, spoken: ordinal(value, language, roman.ordinalCenturies ? 'º' : '') };
  if (CENTURY.test(previous)) {
    const spoken = roman.ordinalCenturies ? ordinal(value, language, 'º') : upToTenth(value, language, false);
    return { end, spoken };
  }
  // Scripts without capitals do not tell names from words.
  const capital = /^[\p{Lu}\p{Lo}]/u.test(previous);
  const woman = QUEENS.test(previous);
  if (
    capital &&
    (woman || KINGS.test(previous)) &&
    (numeral.length > 1 || isRegnalLetter(text, numeral, end))
  ) {
    const spoken = roman.regnal(value, language, woman);
    // "루이 XIV세": the word that the number ends with may be written.
    const word = spoken.slice(spoken.lastIndexOf(' ') + 1);
    if (text.startsWith(word, end)) return { end: end + word.length, spoken };
    const dot = roman.regnalDot && text[end] === '.' && !/^\.\s+\p{Lu}/u.test(text.slice(end, end + 3));
    if (!dot) return { end, spoken };
    return {
      end: end + 1,
      spoken,
      ...(endsSentence(text, end + 1, continues) ? { endsSentence: true } : {}),
    };
  }
  const { ordinalDot, beforeOrdinals } = language.writing.sentences;
  if (
    ordinalDot &&
    text[end] === '.' &&
    numeral.length > 1 &&
    beforeOrdinals.includes(previous.toLowerCase())
  )
    return {
      end: end + 1,
      spoken: ordinal(value, language, '.'),
      ...(/^\.["'”’»)\]]*\s*$/.test(text.slice(end)) && !continues ? { endsSentence: true } : {}),
    };
  // "Type C", "Section L": letters.
  if (NUMBERED.test(previous) && !/^[CL]$/.test(numeral)) {
    // "the part I like" and "Type I" differ in the capital of the word before.
    if (numeral === 'I' && !capital) return null;
    return { end, spoken: cardinal(value, language) };
  }
  if (numeral.length < 2) return null;
  if (LETTERS.test(numeral) && !(capital && !previousOpens && numeral === 'IV'))
    return { end, spoken: [...numeral].join(' ') };
  return { end, spoken: cardinal(value, language) };
};

/**
 * A single letter after a ruler's name is a number, unless it is a pronoun or an initial: "Elizabeth I", "John I
 * think".
 */
function isRegnalLetter(text: string, numeral: string, end: number): boolean {
  if (text[end] === '.' && numeral !== 'I') return false;
  return numeral === 'I'
    ? !/^ (?!of|was|and|in|von|y|und|et)\p{Ll}/u.test(text.slice(end, end + 6))
    : numeral !== 'C' && numeral !== 'L';
}
