/**
 * English. Dates in figures are read month first, as in the United States; everything else is common to both sides: no
 * "and" inside numbers, "percent", "oh" for the zero in years and times.
 */
import { readAbbreviations } from '../abbreviations.ts';
import {
  type DigitWords,
  digitByDigit,
  groupsOfThree,
  isOne,
  magnitude,
  numberReader,
  oneOrOther,
  phrase,
  wholeAndCents,
  withoutLeadingZeros,
} from '../common.ts';
import type { SpokenLanguage } from '../types.ts';
import type { CurrencyCode, NumberValue } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, UNITS } from './measures.ts';

const DIGITS: DigitWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const BELOW_20 = [
  ...DIGITS,
  ...'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '),
];
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES =
  ' thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion'.split(
    ' ',
  );

function belowHundred(value: number): string {
  if (value < 20) return BELOW_20[value] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? tens : `${tens}-${DIGITS[value % 10]}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  return phrase(
    hundreds > 0 ? `${DIGITS[hundreds]} hundred` : null,
    value % 100 > 0 ? belowHundred(value % 100) : null,
  );
}

function cardinal(digits: string): string {
  const plain = withoutLeadingZeros(digits);
  if (plain === '0') return 'zero';
  const groups = groupsOfThree(plain);
  if (groups.length > SCALES.length) return digitByDigit(plain, DIGITS);
  return phrase(
    ...groups.map((group, i) =>
      group === 0 ? null : phrase(belowThousand(group), SCALES[groups.length - 1 - i]),
    ),
  );
}

const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function ordinal(digits: string): string {
  if (digits === '0') return 'zeroth';
  return cardinal(digits).replace(
    /[a-z]+$/,
    (last) => IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  );
}

const number = numberReader({
  minus: 'minus',
  point: 'point',
  cardinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
});

function currency(value: NumberValue, code: CurrencyCode): string {
  const { main, cent } = currencyOf(code);
  const split = wholeAndCents(value);
  if (split === null || (cent === null && split.cents > 0))
    return phrase(number(value), oneOrOther(value, ...main));
  const minus = value.negative ? 'minus' : null;
  const amount = { ...magnitude(value), integer: split.whole, fraction: null };
  const whole = phrase(minus, cardinal(split.whole), oneOrOther(amount, ...main));
  if (cent === null || split.cents === 0) return whole;
  const cents = `${cardinal(String(split.cents))} ${split.cents === 1 ? cent[0] : cent[1]}`;
  if (split.whole === '0') return phrase(minus, cents);
  // "Three pounds twenty", but "three pounds and five pence": a bare "five" would be heard as fifty.
  if (code === 'GBP' && split.cents >= 10) return phrase(whole, cardinal(String(split.cents)));
  return phrase(whole, 'and', cents);
}

function fraction(numerator: number, denominator: number): string {
  const top = cardinal(String(numerator));
  if (denominator > 100 || numerator > 999) return `${top} over ${cardinal(String(denominator))}`;
  const part = denominator === 2 ? 'half' : denominator === 4 ? 'quarter' : ordinal(String(denominator));
  if (numerator === 1) return `one ${part}`;
  return `${top} ${part === 'half' ? 'halves' : `${part}s`}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `oh ${DIGITS[value]}` : belowHundred(value);
}

function year(value: number, decade: boolean): string {
  const century = Math.floor(value / 100);
  const rest = value % 100;
  let words: string;
  if (value < 1000 || (century % 10 === 0 && rest < 10)) words = cardinal(String(value));
  else if (rest === 0) words = `${belowHundred(century)} hundred`;
  else words = `${belowHundred(century)} ${twoDigits(rest)}`;
  return decade ? words.replace(/y$/, 'ie').replace(/$/, 's') : words;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

export const en: SpokenLanguage = {
  code: 'en',
  format: { decimal: '.', group: [',', '\u00a0', '\u202f'], dateOrder: 'mdy' },

  cardinal,
  ordinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => `${number(value)} percent`,
  currency,
  unit: (value, unit) => phrase(number(value), isOne(value) ? UNITS[unit][0] : UNITS[unit][1]),
  fraction,
  part({ whole, numerator, denominator }, unit) {
    const [one, many] = UNITS[unit];
    const half = numerator === 1 && denominator === 2;
    const article = /^(?:[aeo]|inch|hour)/.test(one) ? 'an' : 'a';
    if (whole > 0)
      return `${cardinal(String(whole))} and ${half ? 'a half' : fraction(numerator, denominator)} ${many}`;
    return half ? `half ${article} ${one}` : `${fraction(numerator, denominator)} of ${article} ${one}`;
  },
  date({ year: written, month, day, dayFirst }) {
    const name = month === null ? null : MONTHS[month - 1];
    const nth = day === null ? null : ordinal(String(day));
    const spoken = written === null ? null : year(written, false);
    if (dayFirst && nth !== null && name) return phrase('the', nth, 'of', name, spoken);
    return phrase(name, nth, spoken);
  },
  year,
  time({ hour, minute, second, meridiem }) {
    const half = meridiem === null ? null : meridiem.toUpperCase();
    if (hour === 0 && minute === 0 && second === null) return 'midnight';
    const minutes = minute === 0 ? null : twoDigits(minute);
    const hours = cardinal(String(hour));
    if (second !== null)
      return phrase(
        hours,
        minutes ?? 'oh oh',
        'and',
        `${belowHundred(second)} ${second === 1 ? 'second' : 'seconds'}`,
        half,
      );
    if (minutes !== null) return phrase(hours, minutes, half);
    if (half !== null) return phrase(hours, half);
    return hour > 12 ? `${hours} hundred` : `${hours} o'clock`;
  },
  range: (from, to) => `${from} to ${to}`,

  ordinalPattern: /^(\d{1,15})(st|nd|rd|th)(?![\p{L}\p{N}])/u,
  months: {
    ...Object.fromEntries(MONTHS.map((name, i) => [name.toLowerCase(), i + 1])),
    jan: 1,
    feb: 2,
    mar: 3,
    apr: 4,
    jun: 6,
    jul: 7,
    aug: 8,
    sep: 9,
    sept: 9,
    oct: 10,
    nov: 11,
    dec: 12,
  },
  scales: {
    lakh: 'lakh',
    lakhs: 'lakh',
    crore: 'crore',
    crores: 'crore',
    hundred: 'hundred',
    thousand: 'thousand',
    million: 'million',
    billion: 'billion',
    trillion: 'trillion',
    k: 'thousand',
    m: 'million',
    mn: 'million',
    b: 'billion',
    bn: 'billion',
    t: 'trillion',
    tn: 'trillion',
  },
  yearCues: [
    'in',
    'since',
    'by',
    'until',
    'till',
    'before',
    'after',
    'year',
    'during',
    'between',
    'from',
    'circa',
    'spring',
    'summer',
    'autumn',
    'fall',
    'winter',
    'early',
    'late',
    'mid',
    'born',
    'of',
    'q1',
    'q2',
    'q3',
    'q4',
    '©',
  ],
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'hmm', mm: 'hmm', mhm: 'um-hum' },
  symbols: {
    '¢': 'cents',
    '^': 'to the power of',
    '&': 'and',
    '@': 'at',
    '+': 'plus',
    '=': 'equals',
    '#': 'number',
    '№': 'number',
    '/': 'slash',
    '%': 'percent',
    '‰': 'per mille',
    '°': 'degrees',
    '§': 'section',
    '×': 'times',
    '*': 'times',
    '÷': 'divided by',
    '±': 'plus or minus',
    '<': 'less than',
    '>': 'greater than',
    '≤': 'less than or equal to',
    '≥': 'greater than or equal to',
    '≠': 'is not equal to',
    '≈': 'approximately',
    '~': 'about',
    '√': 'square root of',
    '²': 'squared',
    '³': 'cubed',
    '∞': 'infinity',
    $: 'dollar',
    '€': 'euro',
    '£': 'pound',
    '©': 'copyright',
  },
  address: {
    dot: 'dot',
    at: 'at',
    slash: 'slash',
    hyphen: 'dash',
    underscore: 'underscore',
    colon: 'colon',
    question: 'question mark',
    backslash: 'backslash',
  },
  writing: CONVENTIONS,
};
