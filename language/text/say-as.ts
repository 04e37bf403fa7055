/** The spoken form of a text inside `<say-as>`. */
import type { SaidAs } from '../markup/types.ts';
import type { SpokenLanguage } from './languages/types.ts';
import type { DateValue } from './languages/values.ts';
import { readPhone } from './readout/codes.ts';
import { fullYear } from './readout/dates.ts';
import { spell } from './readout/names.ts';
import { sayTime } from './readout/times.ts';

type SayAs = Extract<SaidAs, { kind: 'say-as' }>;
type Say = (text: string, language: SpokenLanguage, format: string | null) => string | null;

const SAYINGS: Readonly<Record<string, Say>> = {
  characters: sayCharacters,
  'spell-out': sayCharacters,
  verbatim: sayCharacters,
  digits: sayDigits,
  telephone: sayTelephone,
  date: sayDate,
  time: sayClock,
  ordinal: (text, language) => wholeNumber(text, (digits) => language.ordinal(digits, '')),
  cardinal: (text, language) => wholeNumber(text, (digits) => language.cardinal(digits)),
  number: (text, language) => wholeNumber(text, (digits) => language.cardinal(digits)),
};

/**
 * The words for a text.
 * @param language null for one without a grammar
 * @returns null if it is read like other text: amounts of money, unknown values, and unexpected forms
 */
export function sayAs(
  { interpretAs, format }: SayAs,
  text: string,
  language: SpokenLanguage | null,
): string | null {
  const say = Object.hasOwn(SAYINGS, interpretAs) ? SAYINGS[interpretAs] : undefined;
  if (say === undefined) return null;
  const plain = text.normalize('NFKC').trim();
  if (language !== null) return say(plain, language, format) || null;
  return say === sayCharacters || say === sayDigits ? [...plain.replace(/\s+/gu, '')].join(' ') : null;
}

function sayCharacters(text: string, language: SpokenLanguage): string {
  const { address, symbols, code } = language;
  const names: Readonly<Record<string, string>> = {
    '.': address.dot,
    '@': address.at,
    '/': address.slash,
    '\\': address.backslash,
    '-': address.hyphen,
    _: address.underscore,
    ':': address.colon,
    '?': address.question,
  };
  const said = [...text].map((character) => {
    if (/\d/.test(character)) return language.digits(character);
    // A small letter may be a word: "a".
    if (/\p{L}/u.test(character)) return spell(capital(character, code), language);
    return names[character] ?? symbols[character] ?? '';
  });
  return said.filter((name) => name !== '').join(' ');
}

/** A letter as a capital, unless the capital has two letters. */
function capital(letter: string, lang: string): string {
  const large = letter.toLocaleUpperCase(lang);
  return [...large].length === 1 ? large : letter;
}

/** Digits one by one; letters among them by their names. */
function sayDigits(text: string, language: SpokenLanguage): string {
  return sayCharacters(text.replace(/[^\p{L}\d]/gu, ''), language);
}

function sayTelephone(text: string, language: SpokenLanguage): string {
  const context = {
    language,
    previous: '',
    previousOpens: false,
    afterYear: false,
    continues: false,
    shouted: false,
  };
  const found = readPhone(text, 0, context);
  if (found?.end === text.length) return found.spoken;
  const parts = text.match(/\+|\d+|\p{L}+/gu) ?? [];
  const said = parts.map((part) => {
    if (part === '+') return language.symbols['+'] ?? '';
    return /\d/.test(part) ? language.digits(part) : part;
  });
  return said.filter((word) => word !== '').join(' ');
}

/** Figures in the order of the format ("dmy", "mm/yyyy"), of ISO 8601 or of the language. */
function sayDate(text: string, language: SpokenLanguage, format: string | null): string | null {
  const order = format === null ? null : format.replace(/[^ymd]/g, '').replace(/(.)\1+/g, '$1');
  if (/\p{L}/u.test(text) || (order !== null && !/^(?!.*(.).*\1)[ymd]{1,3}$/.test(order))) return null;
  const figures = figuresOf(text, order);
  const fields = order ?? (figures[0]?.length === 4 ? 'ymd' : language.format.dateOrder);
  if (figures.length !== fields.length) return null;
  const of = (field: string): string | null => figures[fields.indexOf(field)] ?? null;
  const [year, month, day] = ['y', 'm', 'd'].map(of);
  const value: DateValue = {
    year: year ? fullYear(year) : null,
    month: month ? Number(month) : null,
    day: day ? Number(day) : null,
    ...(fields.indexOf('d') < fields.indexOf('m') &&
      language.format.dateOrder === 'mdy' && { dayFirst: true }),
  };
  const isMonth = value.month !== null && value.month >= 1 && value.month <= 12;
  const isDay = value.day === null || (value.day >= 1 && value.day <= 31);
  if (fields === 'y' && value.year !== null) return language.year(value.year, false);
  if (fields === 'd' && value.day !== null && isDay) return language.ordinal(String(value.day), '');
  return isMonth && isDay ? language.date(value) : null;
}

/** Figures apart, or the eight of a date that is written without signs. */
function figuresOf(text: string, order: string | null): readonly string[] {
  const figures = text.match(/\d+/g) ?? [];
  const [only = ''] = figures;
  if (figures.length !== 1 || only.length !== 8) return figures;
  let at = 0;
  return [...(order ?? 'ymd')].map((field) => {
    const length = field === 'y' ? 4 : 2;
    at += length;
    return only.slice(at - length, at);
  });
}

/** Groups: hour, minute, second, meridiem letter. */
const CLOCK = /^(\d{1,2})(?:[:.h]\s?([0-5]\d))?(?:[:.]([0-5]\d))?\s*(?:([ap])\.?m\.?)?$/i;

function sayClock(text: string, language: SpokenLanguage): string | null {
  const match = CLOCK.exec(text);
  // An hour without minutes is ambiguous.
  return match === null || (match[2] ?? match[4]) === undefined ? null : sayTime(match, language);
}

/** The figures of a number, with any grouping and any ending ("1,000th", "3."). */
function wholeNumber(text: string, say: (digits: string) => string): string | null {
  const match = /^(\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})+|\d{1,30})\.?(?:\p{L}{1,3}|[ºª°])?$/u.exec(text);
  const digits = match?.[1]?.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return digits === undefined ? null : say(digits);
}
