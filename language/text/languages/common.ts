/**
 * Common parts of the number grammars of several languages. A language uses those that fit and writes the rest itself;
 * they contain no words of any language.
 */
import type { Counting, RomanConventions } from './conventions.ts';
import { hasHundredths } from './currency-names.ts';
import type { CurrencyCode, NumberValue } from './values.ts';

/** The words for 0 to 9, in that order. */
export type DigitWords = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Whole part without leading zeros, at least one digit: "007" -> "7", "" -> "0". */
export function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '') || '0';
}

/** Values of the groups of three digits, most significant first: "1234567" -> [1, 234, 567]. */
export function groupsOfThree(digits: string): number[] {
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return (padded.match(/\d{3}/g) ?? []).map(Number);
}

/** Reads digits one by one from a table of ten words; anything that is not a digit is skipped. */
export function digitByDigit(digits: string, words: DigitWords): string {
  return Array.from(digits.replace(/\D/g, ''), (digit) => words[Number(digit)]).join(' ');
}

/** Joins the non-empty parts with single spaces. */
export function phrase(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True when the value is written as exactly one, of either sign: "1" and "-1", but not "1.0" or "1 million". */
export function isOne(value: NumberValue): boolean {
  return value.fraction === null && value.scale === null && withoutLeadingZeros(value.integer || '0') === '1';
}

/** True when the whole part is 0 or 1 and no scale follows: the counts that French treats as singular ("1,5 litre"). */
export function isBelowTwo(value: NumberValue): boolean {
  return value.scale === null && /^0*[01]?$/.test(value.integer);
}

/** `one` for exactly one, `other` for everything else, decimals and scaled numbers included. */
export function oneOrOther(value: NumberValue, one: string, other: string): string {
  return isOne(value) ? one : other;
}

/**
 * An amount that splits into a whole part and hundredths: "5.50" -> { whole: "5", cents: 50 }, "5" -> { whole: "5",
 * cents: 0 }, "5.5" and "5.500" -> { whole: "5", cents: 50 }. Null for amounts that are read as decimals: scaled ("5.5
 * million") or with thousandths.
 */
export function wholeAndCents(value: NumberValue): { whole: string; cents: number } | null {
  if (value.scale !== null) return null;
  const whole = withoutLeadingZeros(value.integer || '0');
  if (value.fraction === null) return { whole, cents: 0 };
  const cents = value.fraction.replace(/(?<=^\d\d)0+$/, '').padEnd(2, '0');
  return cents.length === 2 ? { whole, cents: Number(cents) } : null;
}

/** What `numberReader` needs from a language. */
export interface NumberWords {
  readonly minus: string;
  /** The spoken decimal mark: "point", "Komma". */
  readonly point: string;
  cardinal(digits: string): string;
  digits(digits: string): string;
  /** How the fraction is read; digit by digit when absent. */
  fraction?(digits: string): string;
  /** The scale word in the form that fits the number; spoken as it stands when absent. */
  scale?(value: NumberValue): string;
}

/** A reader of signed decimal numbers with an optional scale word: "minus three point one four million". */
export function numberReader(words: NumberWords): (value: NumberValue) => string {
  return (value) =>
    phrase(
      value.negative ? words.minus : null,
      words.cardinal(withoutLeadingZeros(value.integer || '0')),
      value.fraction
        ? `${words.point} ${words.fraction ? words.fraction(value.fraction) : words.digits(value.fraction)}`
        : null,
      value.scale === null ? null : words.scale ? words.scale(value) : value.scale,
    );
}

/** What `moneyReader` needs from a language. */
export interface MoneyWords {
  readonly minus: string;
  /** Before cents that are named: "five euros and five cents". */
  readonly and: string;
  /** Before cents without a name, often "": "fünf Euro fünfzig". */
  readonly joint: string;
  cardinal(digits: string): string;
  /** A number with the name of the currency, agreeing with it. */
  whole(value: NumberValue, code: CurrencyCode): string;
  /** A number of hundredths with their name; null when the currency has none in use. */
  cents(value: NumberValue, code: CurrencyCode): string | null;
}

/**
 * A reader of amounts of money that leaves out the name of the cents where it can: "fünf Euro fünfzig". Below ten cents
 * the bare number would sound like tenths, so the cents are named: "fünf Euro und fünf Cent".
 */
export function moneyReader(words: MoneyWords): (value: NumberValue, code: CurrencyCode) => string {
  const plain = (integer: string): NumberValue => ({ negative: false, integer, fraction: null, scale: null });
  return (value, code) => {
    const amount = wholeAndCents(value);
    const cents = amount && amount.cents > 0 ? words.cents(plain(String(amount.cents)), code) : null;
    const bare =
      amount && cents === null && amount.cents >= 10 && amount.whole !== '0' && hasHundredths(code);
    if (!amount || (amount.cents > 0 && cents === null && !bare)) return words.whole(value, code);
    const sign = value.negative ? words.minus : null;
    const main = words.whole(plain(amount.whole), code);
    if (bare) return phrase(sign, main, words.joint, words.cardinal(String(amount.cents)));
    if (cents === null) return phrase(sign, main);
    if (amount.whole === '0') return phrase(sign, cents);
    const rest =
      amount.cents < 10 ? `${words.and} ${cents}` : `${words.joint} ${words.cardinal(String(amount.cents))}`;
    return phrase(sign, main, rest);
  };
}

/**
 * Adds the forms of abbreviations at the start of a sentence: "Z. B." for "z. B.". Existing entries with a capital are
 * kept.
 */
export function withCapitals(entries: Readonly<Record<string, string>>): Record<string, string> {
  const capital = (key: string) => key[0]!.toUpperCase() + key.slice(1);
  const opening = Object.entries(entries).map(([key, words]) => [capital(key), words] as const);
  return { ...Object.fromEntries(opening), ...entries };
}

/** Abbreviations of units after a slash ("1,20 €/kg"), each spoken after `words` ("por kilo"). */
export function perUnit(words: string, rates: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rates).map(([written, spoken]) => [`/${written}`, `${words} ${spoken}`]),
  );
}

/** Centuries as they are numbered: the Roman numerals of 1 to 21, in order. */
export const CENTURIES = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI'.split(
  ' ',
);

/** The value without its sign, for languages that say the sign themselves. */
export function magnitude(value: NumberValue): NumberValue {
  return value.negative ? { ...value, negative: false } : value;
}

/** Ordinals up to the tenth, then plain numbers: the numbering of rulers and centuries in Spanish and Portuguese. */
export function upToTenth(value: number, language: Counting, feminine: boolean): string {
  return value > 10
    ? language.cardinal(String(value))
    : language.ordinal(String(value), feminine ? 'ª' : 'º');
}

/** Roman numerals of languages that have no special forms for centuries. */
export const PLAIN_ROMAN = {
  beforeCentury: [],
  century: [],
  shortCentury: null,
  ordinalCenturies: false,
  ordinalSuffix: null,
  regnalDot: false,
  ordinalForm: null,
} as const satisfies Partial<RomanConventions>;
