/**
 * Russian. A number agrees with its noun in gender ("две тонны") and the noun takes one of three forms after it (1
 * рубль, 2 рубля, 5 рублей), or the genitive singular after a decimal. Words keep their "ё", which carries the stress.
 */
import { readAbbreviations } from '../abbreviations.ts';
import {
  type DigitWords,
  digitByDigit,
  groupsOfThree,
  phrase,
  wholeAndCents,
  withoutLeadingZeros,
} from '../common.ts';
import type { SpokenLanguage } from '../types.ts';
import type { NumberValue } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { genitive, inContext } from './cases.ts';
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, type Gender, MONTHS_GENITIVE, type Noun, PERCENT, UNITS } from './nouns.ts';
import { type OrdinalForm, ordinalForm, ordinalWords } from './ordinals.ts';

const BELOW_20 =
  `ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать
  четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать`.split(/\s+/);
const DIGITS = BELOW_20.slice(0, 10) as unknown as DigitWords;
const TENS = `- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто`.split(' ');
const HUNDREDS = '- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');
const SCALES: readonly Noun[] = [
  ['', '', '', 'm'],
  ['тысяча', 'тысячи', 'тысяч', 'f'],
  ['миллион', 'миллиона', 'миллионов', 'm'],
  ['миллиард', 'миллиарда', 'миллиардов', 'm'],
  ['триллион', 'триллиона', 'триллионов', 'm'],
  ['квадриллион', 'квадриллиона', 'квадриллионов', 'm'],
  ['квинтиллион', 'квинтиллиона', 'квинтиллионов', 'm'],
];

/** The form of a noun after a whole number: by its last two digits. */
function afterNumber(digits: string, noun: Noun): string {
  const last = Number(digits.slice(-2));
  if (last > 10 && last < 20) return noun[2];
  if (last % 10 === 1) return noun[0];
  return last % 10 >= 2 && last % 10 <= 4 ? noun[1] : noun[2];
}

function belowThousand(value: number, gender: Gender): string {
  const below = value % 100;
  const unit = below < 20 ? below : below % 10;
  let word = BELOW_20[unit];
  if (unit === 1 && gender !== 'm') word = gender === 'f' ? 'одна' : 'одно';
  if (unit === 2 && gender === 'f') word = 'две';
  return phrase(
    value >= 100 ? HUNDREDS[Math.floor(value / 100)] : null,
    below >= 20 ? TENS[Math.floor(below / 10)] : null,
    unit > 0 ? word : null,
  );
}

function spell(digits: string, gender: Gender = 'm'): string {
  const plain = withoutLeadingZeros(digits);
  if (plain === '0') return 'ноль';
  const groups = groupsOfThree(plain);
  if (groups.length > SCALES.length) return digitByDigit(plain, DIGITS);
  const words = groups.map((group, i) => {
    const power = groups.length - 1 - i;
    const scale = SCALES[power];
    if (group === 0 || !scale) return null;
    if (power === 0) return belowThousand(group, gender);
    // "Тысяча" at the beginning has no "одна", as in years.
    const count = power === 1 && group === 1 && i === 0 ? null : belowThousand(group, scale[3]);
    return phrase(count, afterNumber(String(group), scale));
  });
  return phrase(...words);
}

const WHOLES: Noun = ['целая', 'целых', 'целых', 'f'];
const PARTS: readonly Noun[] = [
  ['десятая', 'десятых', 'десятых', 'f'],
  ['сотая', 'сотых', 'сотых', 'f'],
  ['тысячная', 'тысячных', 'тысячных', 'f'],
  ['десятитысячная', 'десятитысячных', 'десятитысячных', 'f'],
  ['стотысячная', 'стотысячных', 'стотысячных', 'f'],
  ['миллионная', 'миллионных', 'миллионных', 'f'],
];
/** More figures behind the zeros are said one by one. */
const MOST_PARTS = 999;

/** "Три целых четырнадцать сотых"; with more figures "три запятая" and digit by digit. */
function decimal(integer: string, fraction: string): string {
  const part = PARTS[fraction.length - 1];
  if (!part || Number(fraction) > MOST_PARTS)
    return phrase(spell(integer), 'запятая', digitByDigit(fraction, DIGITS));
  const whole = withoutLeadingZeros(integer || '0');
  return phrase(
    spell(whole, 'f'),
    afterNumber(whole, WHOLES),
    spell(fraction, 'f'),
    afterNumber(fraction, part),
  );
}

function scaleNoun(scale: string): Noun {
  return SCALES.find((noun) => noun[0] === scale) ?? [scale, scale, scale, 'm'];
}

function number(value: NumberValue): string {
  return value.scale === null
    ? phrase(
        value.negative ? 'минус' : null,
        value.fraction ? decimal(value.integer, value.fraction) : spell(value.integer),
      )
    : counted({ ...value, scale: null }, scaleNoun(value.scale));
}

function isOneAndHalf({ integer, fraction }: NumberValue): boolean {
  return fraction === '5' && withoutLeadingZeros(integer || '0') === '1';
}

/** A number with its noun, in the form that the number requires. */
function counted(value: NumberValue, noun: Noun): string {
  if (value.scale !== null) return phrase(number(value), noun[2]);
  const singular = noun[4] ?? noun[1];
  if (isOneAndHalf(value))
    return phrase(value.negative ? 'минус' : null, noun[3] === 'f' ? 'полторы' : 'полтора', singular);
  if (value.fraction) return phrase(number(value), singular);
  return phrase(
    value.negative ? 'минус' : null,
    spell(value.integer, noun[3]),
    afterNumber(value.integer, noun),
  );
}

const whole = (count: number): NumberValue => ({
  negative: false,
  integer: String(count),
  fraction: null,
  scale: null,
});

const MONTHS = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ');
const MONTHS_SHORT = 'янв фев мар апр май июн июл авг сен окт ноя дек'.split(' ');

const ordinalOf = (value: number, form: OrdinalForm): string => ordinalWords(value, form, spell);

function fraction(numerator: number, denominator: number): string {
  if (denominator < 2) return `${spell(String(numerator))} дробь ${spell(String(denominator))}`;
  const top = String(numerator);
  if (denominator === 2 && numerator === 1) return 'одна вторая';
  if (denominator === 3 || denominator === 4) {
    const part: Noun =
      denominator === 3 ? ['треть', 'трети', 'третей', 'f'] : ['четверть', 'четверти', 'четвертей', 'f'];
    return `${spell(top, 'f')} ${afterNumber(top, part)}`;
  }
  const many = ordinalOf(denominator, 'pluralGenitive');
  return `${spell(top, 'f')} ${afterNumber(top, [ordinalOf(denominator, 'f'), many, many, 'f'])}`;
}

/** Halves with a word of their own. */
const HALVES: Readonly<Record<string, string>> = {
  kg: 'полкило',
  l: 'поллитра',
  h: 'полчаса',
  km: 'полкилометра',
  m: 'полметра',
  yr: 'полгода',
  t: 'полтонны',
};

function partOfDay(hour: number, meridiem: 'am' | 'pm' | null): string | null {
  if (meridiem === null) return null;
  if (meridiem === 'am') return hour === 12 || hour < 4 ? 'ночи' : 'утра';
  return hour === 12 || hour < 5 ? 'дня' : 'вечера';
}

/** "2-х дней", "5-ти минут": the genitive of a number that counts. */
function counting(digits: string, suffix: string): string | null {
  const value = Number(digits);
  const few = value % 100 >= 2 && value % 100 <= 4;
  if (!(few ? /^-[ёе]?х$/ : /^-и?ти$/).test(suffix) || value > 100) return null;
  return genitive(spell(digits));
}

export const ru: SpokenLanguage = {
  code: 'ru',
  format: { decimal: ',', group: ['\u00a0', '\u202f', ' '], dateOrder: 'dmy' },

  cardinal: (digits) => spell(digits),
  ordinal: (digits, suffix) =>
    counting(digits, suffix) ??
    (/г/.test(suffix) && /^\s/.test(suffix)
      ? `${ordinalOf(Number(digits), 'genitive')} года`
      : ordinalOf(Number(digits), ordinalForm(suffix, Number(digits)))),
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => counted(value, PERCENT),
  currency(value, code) {
    const { main, cent } = currencyOf(code);
    const split = wholeAndCents(value);
    if (split === null || split.cents === 0)
      return counted(split === null ? value : { ...value, fraction: null }, main);
    if (cent === null) return counted(value, main);
    const cents = counted(whole(split.cents), cent);
    if (split.whole === '0') return phrase(value.negative ? 'минус' : null, cents);
    return phrase(counted({ ...value, integer: split.whole, fraction: null }, main), cents);
  },
  unit: (value, unit) => counted(value, UNITS[unit]),
  fraction,
  part({ whole: count, numerator, denominator }, unit) {
    const noun = UNITS[unit];
    const singular = noun[4] ?? noun[1];
    if (numerator === 1 && denominator === 2) {
      const [one] = noun;
      if (count === 0) return HALVES[unit] ?? `половина ${singular}`;
      if (count === 1) return `${noun[3] === 'f' ? 'полторы' : 'полтора'} ${singular}`;
      return `${spell(String(count), noun[3])} с половиной ${one === 'год' && count > 4 ? 'лет' : afterNumber(String(count), noun)}`;
    }
    const part = `${fraction(numerator, denominator)} ${singular}`;
    return count === 0 ? part : `${spell(String(count), noun[3])} и ${part}`;
  },
  date({ year, month, day }) {
    if (month === null && day === null) return year === null ? '' : `${ordinalOf(year, 'm')} год`;
    const name = month === null ? null : (day === null ? MONTHS : MONTHS_GENITIVE)[month - 1];
    return phrase(
      day === null ? null : ordinalOf(day, 'n'),
      name,
      year === null ? null : `${ordinalOf(year, 'genitive')} года`,
    );
  },
  // `inContext` inflects it: "в 1999".
  year: (year, decade) => ordinalOf(year, decade ? 'plural' : 'm'),
  time({ hour, minute, second, meridiem }) {
    const hours = hour === 1 && second === null ? 'час' : counted(whole(hour), UNITS.h);
    const part = partOfDay(hour, meridiem);
    if (second !== null)
      return phrase(hours, part, counted(whole(minute), UNITS.min), counted(whole(second), UNITS.s));
    if (minute === 0) return phrase(hours, part);
    const spoken = hour === 1 ? 'час' : spell(String(hour));
    return phrase(spoken, minute < 10 ? 'ноль' : null, spell(String(minute)), part);
  },
  // "Два-три дня" keeps the form of the following noun right, which "от двух до трёх" would not. With long numbers the
  // dash has to be read.
  range: (from, to) => (from.includes(' ') ? `${from} тире ${to}` : `${from}-${to}`),

  inContext,
  ordinalPattern:
    /^(\d{1,12})((?:-(?:[оыи]?й|[аь]?я|[оеыи]?е|[ое]?го|[ое]?му|[оеы]?м|[ыи]?х|[уь]?ю|[ыи]?ми|ти|и)|й|ый|ая|го|ого|му|ому|(?<=^(?:1\d[1-9]\d|1\d0[1-9]|1900|20\d\d))[ \u00a0]г(?:\.(?=[ \u00a0][\p{Ll}\d(])|(?=\.))))(?![\p{L}\p{N}])/u,
  months: {
    ...Object.fromEntries(
      [MONTHS, MONTHS_GENITIVE, MONTHS_SHORT].flatMap((names) => names.map((name, i) => [name, i + 1])),
    ),
    февр: 2,
    сент: 9,
    нояб: 11,
  },
  scales: {
    тыс: 'тысяча',
    тысяча: 'тысяча',
    тысячи: 'тысяча',
    тысяч: 'тысяча',
    млн: 'миллион',
    миллион: 'миллион',
    миллиона: 'миллион',
    миллионов: 'миллион',
    млрд: 'миллиард',
    миллиард: 'миллиард',
    миллиарда: 'миллиард',
    миллиардов: 'миллиард',
    трлн: 'триллион',
    триллион: 'триллион',
    триллиона: 'триллион',
    триллионов: 'триллион',
  },
  yearCues: ['в', 'во'],
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'хым', mm: 'ым', mhm: 'угу' },
  symbols: {
    '√': 'корень из',
    '²': 'в квадрате',
    '³': 'в кубе',
    '^': 'в степени',
    '≤': 'меньше или равно',
    '≥': 'больше или равно',
    '≠': 'не равно',
    '~': 'примерно',
    '∞': 'бесконечность',
    '&': 'и',
    '@': 'собака',
    '+': 'плюс',
    '=': 'равно',
    '#': 'номер',
    '/': 'дробь',
    '%': 'процентов',
    '‰': 'промилле',
    '°': 'градусов',
    '№': 'номер',
    '§': 'параграф',
    '×': 'умножить на',
    '÷': 'разделить на',
    '±': 'плюс-минус',
    '<': 'меньше',
    '>': 'больше',
    '≈': 'приблизительно',
  },
  address: {
    dot: 'точка',
    at: 'собака',
    slash: 'слэш',
    hyphen: 'дефис',
    underscore: 'нижнее подчёркивание',
    colon: 'двоеточие',
    question: 'вопросительный знак',
    backslash: 'обратный слэш',
  },
  writing: CONVENTIONS,
};
