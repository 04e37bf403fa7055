import type { SpokenLanguage } from '../languages/types.ts';
import type { NumberValue } from '../languages/values.ts';
import { escapePattern, isDigit, isLetter, matchAt, perLanguage } from './reader.ts';

/** A number found in a text. */
export interface FoundNumber {
  readonly value: NumberValue;
  readonly end: number;
  /** Digits without grouping or fraction, as an identifier or a year would be written. */
  readonly plain: boolean;
}

/** A number without a fraction, of its digits. */
export const wholeNumber = (digits: string): NumberValue => ({
  negative: false,
  integer: digits,
  fraction: null,
  scale: null,
});

const SPACES = [' ', '\u00a0', '\u202f', '\u2009'];

const patterns = perLanguage('number', ({ format }: SpokenLanguage) => {
  const groups = format.group.map(escapePattern);
  const group = groups.length === 0 ? '(?!)' : `(?:${groups.join('|')})`;
  const decimal = escapePattern(format.decimal);
  return {
    // One separator throughout; the Indian system groups by two above the thousands.
    grouped: new RegExp(`\\d{1,3}(${group})\\d{3}(?:\\1\\d{3})*(?!\\d|\\1\\d)`, 'y'),
    indian: /\d{1,2}(?:,\d{2})+,\d{3}(?![\d,]\d|\d)/y,
    // A plain space may separate thousands nearly everywhere; only groups of zeros are certain not to be two numbers.
    thousands: /\d{1,3}(?: 000)+(?!\d)/y,
    plain: /\d+/y,
    // Both marks in the other order than the language's: "1,299.00" in Spanish, "1.234,56" in English.
    abroad:
      format.decimal === ','
        ? /(\d{1,3}(?:,\d{3})+)\.(\d+)(?![\d.,]\d|\d)/y
        : /(\d{1,3}(?:\.\d{3})+),(\d+)(?![.,]?\d)/y,
    // With an apostrophe, as in Switzerland, or an underscore, as in code.
    apostrophes: /\d{1,3}(?:'\d{3})+(?!\d|'\d)/y,
    // "1.234.567" where dots do not group, "1 034 068" with plain spaces: two groups at least, and no more
    // than a number has that somebody writes.
    dotted: format.decimal === ',' ? /\d{1,3}(?:\.\d{3}){2,}(?!\d|\.\d)/y : /(?!)/y,
    spaced: /(?<!\d )(?:[1-9]\d?(?: \d{3}){2,8}|[1-9]\d\d(?: \d{3}){3,8})(?!\d| \d)/y,
    // "1,000,123" where commas are decimal marks.
    commas: format.decimal === ',' ? /[1-9]\d{0,2}(?:,\d{3}){2,}(?!\d|[.,]\d)/y : /(?!)/y,
    // "$2,500" in such a text: an amount with the dollar sign before it is written as in English.
    dollars: format.decimal === ',' ? /(?<=[$£¥] ?)[1-9]\d{0,2},\d{3}(?![\d.,]\d|\d)/y : /(?!)/y,
    // "12 345 euros": one group, where something shows that it is an amount.
    measured:
      /[1-9]\d{0,2}(?: \d{3})+(?=,\d|[ \u00a0]?(?:[€₽₴₸%]|(?:euros?|Euro|dollars?|d[óo]lares|reais|рубл|грив|millones|milhões|millions))(?!\d)| (?!\p{L}*\d)\p{Ll}{4})/uy,
    fraction: new RegExp(`${decimal}(\\d+)(?![\\d]|${decimal}\\d)`, 'y'),
    // The decimal mark of other languages: "3.14" in German. Between English figures a comma is one only in amounts of
    // money ("€5,50"); elsewhere it separates the items of a list.
    foreign: format.decimal === ',' ? /\.(\d+)(?!\d|[.,]\d)/y : /,(\d\d)(?=[ \u00a0]?[€$£])/y,
    foreignMoney: format.decimal === ',' ? /\.(\d\d?)(?!\d|[.,]\d)/y : /,(\d\d)(?!\d|[.,]\d)/y,
    bare: new RegExp(`${decimal}(\\d+)(?![\\d]|${decimal}\\d)`, 'y'),
  };
});

/**
 * The number at an offset: grouped, decimal, with or without a minus. Without a scale, and without a check of what
 * follows.
 */
export function numberAt(
  text: string,
  at: number,
  language: SpokenLanguage,
  money = false,
): FoundNumber | null {
  const {
    abroad,
    apostrophes,
    dotted,
    commas,
    dollars,
    spaced,
    measured,
    grouped,
    indian,
    thousands,
    plain,
    fraction,
    foreign,
    foreignMoney,
    bare,
  } = patterns(language);
  let from = at;
  const negative = text[at] === '-' || (text[at] === '–' && !SPACES.includes(text[at + 1] ?? ' '));
  if (negative) from++;
  if (!isDigit(text, from)) {
    // ".5": the zero is left out.
    const dot = matchAt(bare, text, from);
    if (dot === null || isDigit(text, at - 1)) return null;
    const value = { negative, integer: '0', fraction: dot[1] ?? '0', scale: null };
    return { value, end: from + dot[0].length, plain: false };
  }
  const other = matchAt(abroad, text, from);
  if (other !== null) {
    const integer = (other[1] ?? '').replace(/\D/g, '');
    const value = { negative, integer, fraction: other[2] ?? null, scale: null };
    return { value, end: from + other[0].length, plain: false };
  }
  const whole =
    (language.format.group.includes(',') ? matchAt(indian, text, from) : null) ??
    matchAt(grouped, text, from) ??
    matchAt(apostrophes, text, from) ??
    matchAt(dotted, text, from) ??
    matchAt(commas, text, from) ??
    matchAt(dollars, text, from) ??
    matchAt(spaced, text, from) ??
    matchAt(measured, text, from) ??
    matchAt(thousands, text, from) ??
    matchAt(plain, text, from);
  if (whole === null) return null;
  const integer = whole[0].replace(/\D/g, '');
  let end = from + whole[0].length;
  // "1,2,3,4" is a list.
  const isListed = language.format.decimal === ',' && text[from - 1] === ',' && isDigit(text, from - 2);
  const part = isListed
    ? null
    : (matchAt(fraction, text, end) ?? matchAt(money ? foreignMoney : foreign, text, end));
  if (part !== null) end += part[0].length;
  return {
    value: { negative, integer, fraction: part?.[1] ?? null, scale: null },
    end,
    plain: part === null && integer === whole[0] && !negative,
  };
}

const scaleKeys = perLanguage('scales', ({ scales }) =>
  Object.keys(scales)
    .sort((a, b) => b.length - a.length)
    .map((key) => ({ key, spoken: scales[key] ?? key })),
);

/**
 * Adds a scale word that follows ("5 million", "$3bn"). Abbreviations of one or two letters count only directly after
 * the number, and single ones other than "k" only in amounts of money, since "5m" is a length.
 */
export function withScale(
  text: string,
  found: FoundNumber,
  language: SpokenLanguage,
  money: boolean,
): FoundNumber {
  const spaced = SPACES.includes(text[found.end] ?? '');
  const start = spaced ? found.end + 1 : found.end;
  for (const { key, spoken } of scaleKeys(language)) {
    if (text.slice(start, start + key.length).toLowerCase() !== key) continue;
    // "1.2M people": a capital M is not the unit metre.
    const capital =
      key.length === 1 &&
      /[MB]/.test(text[start] ?? '') &&
      (found.value.fraction !== null || text[start] === 'M');
    const short = key.length <= 2 && /^[a-z]/.test(key);
    const billions = key === 'b' && text[start] === 'b';
    if (short && (spaced ? !(money && (key.length === 2 || billions)) : !(money || key === 'k' || capital)))
      continue;
    let end = start + key.length;
    if (isLetter(text, end) || isDigit(text, end)) continue;
    // "5 mill. de euros", "5 Mio. Euro": the dot belongs to the abbreviation when the sentence goes on.
    const { capitalisesNouns } = language.writing.words;
    const goesOn = capitalisesNouns ? /^\.\s+\S/ : /^\.\s+(?!\p{Lu}\p{Ll})\S/u;
    if (key.length <= 4 && text[end] === '.' && goesOn.test(text.slice(end, end + 5)) && spoken !== key)
      end++;
    return { value: { ...found.value, scale: spoken }, end, plain: false };
  }
  return found;
}

/** How a plain number is read: identifiers with leading zeros and very long numbers digit by digit. */
export function sayNumber(found: FoundNumber, language: SpokenLanguage): string {
  const { value } = found;
  const ungrouped =
    language.writing.numbers.ungroupedAreCodes && value.integer.length >= 5 && !/00$/.test(value.integer);
  if (found.plain && (ungrouped || isCode(value.integer))) return language.digits(value.integer);
  if (value.fraction === null && value.scale === null && !value.negative)
    return language.cardinal(value.integer);
  return language.number(value);
}

/** Ungrouped runs of ten digits and more, and runs with leading zeros, are codes rather than quantities. */
export function isCode(digits: string): boolean {
  return digits.length >= 10 || (digits.length > 1 && digits[0] === '0');
}
