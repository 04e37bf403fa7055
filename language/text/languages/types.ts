/**
 * The rules of one language for reading text aloud. The scanner in `readout.ts` finds the items below in a text by the
 * language's own number format and patterns, and asks the language for words. Every method returns plain words
 * separated by single spaces, without digits, symbols or punctuation other than hyphens and apostrophes that belong to
 * the spelling; the pronouncer sees nothing else.
 */
import type { Language } from '../../languages.ts';
import type { WritingConventions } from './conventions.ts';
import type { CurrencyCode, DateValue, NumberValue, PartValue, TimeValue, UnitCode } from './values.ts';

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface NumberFormat {
  readonly decimal: ',' | '.';
  /** Characters accepted between groups of three digits (in Hindi also of two), e.g. [',', '\u00a0', '\u202f']. */
  readonly group: readonly string[];
  /** How an all-digit date such as 03/04/2025 is read when both orders are possible. ISO dates are always y-m-d. */
  readonly dateOrder: DateOrder;
}

export interface SpokenLanguage {
  readonly code: Language;
  readonly format: NumberFormat;

  /**
   * Any run of digits without leading zeros as a quantity; beyond the language's largest scale word, digit by digit.
   */
  cardinal(digits: string): string;
  /** The ordinal of a positive whole number, in the form that fits a bare noun phrase ("3rd" -> "third"). */
  ordinal(digits: string, suffix: string): string;
  /** Digits one by one: phone numbers, codes, numbers with leading zeros. */
  digits(digits: string): string;
  /** A signed decimal number ("-3.14"); the fraction is normally read digit by digit. */
  number(value: NumberValue): string;
  percent(value: NumberValue): string;
  currency(value: NumberValue, code: CurrencyCode): string;
  unit(value: NumberValue, unit: UnitCode): string;
  /** Simple fractions written as ½ or 3/4. */
  fraction(numerator: number, denominator: number): string;
  /** A whole number with a fraction, where it is not joined by the word for "and" ("eineinhalb"). */
  mixed?(value: PartValue): string;
  /** A fraction, or a whole number with one, of a unit: "half a kilogram", "five and a half feet". */
  part(value: PartValue, unit: UnitCode): string;
  /** Any combination with at least two of year, month, day, or a year alone. */
  date(value: DateValue): string;
  /** A year alone where the text makes clear that it is one ("in 1999"); also decades ("1990s") when `decade`. */
  year(year: number, decade: boolean): string;
  time(value: TimeValue): string;
  /** "10-20" between numbers ("ten to twenty"). */
  range(from: string, to: string): string;
  /** The same between two times of day, where it differs. @param before the word before, as written */
  timeRange?(from: string, to: string, before: string): string;

  /**
   * Agreement with the neighbours, for languages that have it: the form of a read-out that fits the words before and
   * after it, as written ("" at the start of a text, null at its end). German "am 3. März" -> "dritten März", "1 Apfel"
   * -> "ein". Where it is absent or does not know the words, the read-out stays as it is.
   * @param earlier the word before `before`, or ""
   */
  inContext?(spoken: string, before: string, after: string | null, earlier?: string): string;

  /**
   * Anchored pattern for an ordinal as written in this language; group 1 the digits, group 2 the suffix ("1st", "2.",
   * "3e", "1º").
   */
  readonly ordinalPattern: RegExp;
  /** Month names as written, lower case, full and abbreviated without the dot, to 1..12. */
  readonly months: Readonly<Record<string, number>>;
  /**
   * Words after a number that scale it, lower case, to the form spoken ("million" -> "million", "mio" -> "Millionen").
   */
  readonly scales: Readonly<Record<string, string>>;
  /** Words before a four-digit number that make it a year ("in", "since"), lower case. */
  readonly yearCues: readonly string[];
  /**
   * Abbreviations with their dot as written, case-sensitive, to words ("Dr." -> "Doctor", "z. B." -> "zum Beispiel"). A
   * key that ends in " #" counts only before a number ("No. #"); of two words joined by "|" the first stands before a
   * name, the second elsewhere ("St." -> "Saint|Street").
   */
  readonly abbreviations: Readonly<Record<string, string>>;
  /**
   * Symbols read aloud between or beside words ("&" -> "and", "@" -> "at", "+" -> "plus", "=" -> "equals", "#", "/",
   * "°", "§").
   */
  readonly symbols: Readonly<Record<string, string>>;
  /** What espeak-ng pronounces as a hum: "hm", "mm", and the "mhm" of agreement. */
  readonly hums: { readonly hm: string; readonly mm: string; readonly mhm: string };
  /** Names for reading addresses and versions: the dot, the at sign, slash, hyphen, underscore, colon. */
  readonly address: {
    readonly dot: string;
    readonly at: string;
    readonly slash: string;
    readonly hyphen: string;
    readonly underscore: string;
    readonly colon: string;
    readonly question: string;
    readonly backslash: string;
  };
  /** Written forms of the language, for the readers in `readout/`. */
  readonly writing: WritingConventions;
}
