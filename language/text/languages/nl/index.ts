/** Dutch. "één" always carries its accents, so that the pronouncer does not take it for the article. */
import { readAbbreviations } from '../abbreviations.ts';
import {
  type DigitWords,
  digitByDigit,
  groupsOfThree,
  moneyReader,
  numberReader,
  oneOrOther,
  phrase,
  withoutLeadingZeros,
} from '../common.ts';
import type { SpokenLanguage } from '../types.ts';
import type { NumberValue } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, UNITS } from './measures.ts';

const DIGITS: DigitWords = ['nul', 'één', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen'];
const TEENS = 'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'.split(' ');
const TENS = ['', '', 'twintig', 'dertig', 'veertig', 'vijftig', 'zestig', 'zeventig', 'tachtig', 'negentig'];
/** Powers 10^6, 10^9 ... in the long scale; invariable after a number. */
const LARGE = ['miljoen', 'miljard', 'biljoen', 'biljard', 'triljoen'];
const MONTHS =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(' ');

/** 1 to 99 as one word; `one` is a lone 1: "één", or "een" inside a longer word. */
function belowHundred(value: number, one: string): string {
  if (value === 0) return '';
  if (value === 1) return one;
  if (value < 10) return DIGITS[value]!;
  if (value < 20) return TEENS[value - 10]!;
  const unit = value % 10;
  const tens = TENS[Math.floor(value / 10)]!;
  if (unit === 0) return tens;
  // After a vowel "en" takes the diaeresis: tweeëntwintig, drieëntwintig.
  return `${unit === 1 ? 'een' : DIGITS[unit]}${unit === 2 || unit === 3 ? 'ën' : 'en'}${tens}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  if (hundreds === 0) return belowHundred(value, 'één');
  return `${hundreds === 1 ? '' : DIGITS[hundreds]}honderd${belowHundred(value % 100, 'een')}`;
}

/** 1100 to 1999 and round hundreds read in hundreds: "vijftienhonderd". */
function inHundreds(value: number): string {
  return `${belowHundred(Math.floor(value / 100), 'een')}honderd${belowHundred(value % 100, 'een')}`;
}

function cardinal(written: string): string {
  const digits = withoutLeadingZeros(written);
  if (digits === '0') return DIGITS[0];
  if (digits.length > 21) return digitByDigit(digits, DIGITS);
  if (/^1[1-9]00$/.test(digits)) return inHundreds(Number(digits));
  const groups = groupsOfThree(digits);
  const words = groups
    .slice(0, -2)
    .map((group, index) =>
      group === 0 ? '' : `${belowThousand(group)} ${LARGE[groups.length - index - 3]}`,
    );
  const thousands = groups.at(-2) ?? 0;
  if (thousands > 0) words.push(thousands === 1 ? 'duizend' : `${belowThousand(thousands)}duizend`);
  return phrase(...words, belowThousand(groups.at(-1)!));
}

const ORDINALS = [
  '',
  'eerste',
  'tweede',
  'derde',
  'vierde',
  'vijfde',
  'zesde',
  'zevende',
  'achtste',
  'negende',
  'tiende',
  'elfde',
  'twaalfde',
];

function ordinal(written: string): string {
  const digits = withoutLeadingZeros(written);
  if (digits === '0') return 'nulde';
  const lastTwo = Number(digits.slice(-2));
  const words = cardinal(digits);
  if (lastTwo === 0 || lastTwo >= 20) return `${words.replace(/^één (?=\S+$)/, '')}ste`;
  const ending = ORDINALS[lastTwo] ?? `${TEENS[lastTwo - 10]}de`;
  return (
    words.slice(
      0,
      words.length - belowHundred(lastTwo, lastTwo === 1 && /een$/.test(words) ? 'een' : 'één').length,
    ) + ending
  );
}

const number = numberReader({
  minus: 'min',
  point: 'komma',
  cardinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  scale: ({ scale }) => scales[(scale ?? '').toLowerCase().replace(/\.$/, '')] ?? scale ?? '',
});

/** A number before a noun; most measures stay in the singular after any number ("tien kilometer"). */
function counted(value: NumberValue, one: string, many: string): string {
  return `${number(value)} ${oneOrOther(value, one, many)}`;
}

const currency = moneyReader({
  minus: 'min',
  and: 'en',
  joint: '',
  cardinal,
  whole: (value, code) => `${number(value)} ${currencyOf(code)[0]}`,
  cents: (value, code) => {
    const [, cent, cents = cent] = currencyOf(code);
    return cent === undefined || cents === undefined ? null : counted(value, cent, cents);
  },
});

function fraction(numerator: number, denominator: number): string {
  if (denominator < 2 || denominator > 1000)
    return `${cardinal(String(numerator))} gedeeld door ${cardinal(String(denominator))}`;
  if (numerator === 24 && denominator === 7) return 'vierentwintig zeven';
  if (denominator === 2 && numerator === 1) return 'een half';
  if (denominator === 4 && numerator === 1) return 'een kwart';
  if (denominator === 4 && numerator === 3) return 'driekwart';
  return `${cardinal(String(numerator))} ${ordinal(String(denominator))}`;
}

function year(value: number): string {
  const century = Math.floor(value / 100);
  return century >= 11 && century < 100 && century % 10 !== 0 ? inHundreds(value) : cardinal(String(value));
}

const scales: Readonly<Record<string, string>> = {
  duizend: 'duizend',
  miljoen: 'miljoen',
  mln: 'miljoen',
  mio: 'miljoen',
  miljard: 'miljard',
  mrd: 'miljard',
  mld: 'miljard',
  biljoen: 'biljoen',
};

export const nl: SpokenLanguage = {
  code: 'nl',
  format: { decimal: ',', group: ['.', '\u00a0', '\u202f'], dateOrder: 'dmy' },
  cardinal,
  ordinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => `${number(value)} procent`,
  currency,
  unit: (value, unit) => counted(value, ...UNITS[unit]),
  fraction,
  part({ whole, numerator, denominator }, unit) {
    const [one, many] = UNITS[unit];
    const half = /(?:gram|pond|uur|jaar|byte)$/.test(one) ? 'half' : 'halve';
    if (numerator !== 1 || denominator !== 2)
      return [
        whole > 0 ? `${cardinal(String(whole))} en` : '',
        fraction(numerator, denominator),
        whole > 0 ? many : one,
      ]
        .filter(Boolean)
        .join(' ');
    if (whole === 0) return `een ${half} ${one}`;
    return whole === 1
      ? `ander${half === 'half' ? 'half' : 'halve'} ${one}`
      : `${cardinal(String(whole))} en een ${half} ${one}`;
  },
  date: ({ year: ofEra, month, day }) =>
    phrase(
      day === null ? null : cardinal(String(day)),
      month === null ? null : MONTHS[month - 1],
      ofEra === null ? null : year(ofEra),
    ),
  year,
  time: ({ hour, minute, second, meridiem }) => {
    const hours = meridiem === null ? hour : (hour % 12) + (meridiem === 'pm' ? 12 : 0);
    return phrase(
      cardinal(String(hours)),
      'uur',
      minute === 0 && !second ? null : cardinal(String(minute)),
      second ? `en ${cardinal(String(second))} ${second === 1 ? 'seconde' : 'seconden'}` : null,
    );
  },
  range: (from, to) => `${from} tot ${to}`,
  ordinalPattern: /^(\d{1,9})(s?te|d?e)(?![\p{L}\p{N}])/u,
  months: {
    ...Object.fromEntries(MONTHS.map((name, index) => [name, index + 1])),
    jan: 1,
    feb: 2,
    febr: 2,
    mrt: 3,
    apr: 4,
    jun: 6,
    jul: 7,
    aug: 8,
    sep: 9,
    sept: 9,
    okt: 10,
    nov: 11,
    dec: 12,
  },
  scales,
  yearCues: (
    'in van tot tussen sinds anno rond vanaf jaar jaren begin eind medio zomer winter herfst najaar voorjaar ' +
    'lente bouwjaar'
  ).split(' '),
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'hum', mm: 'hum', mhm: 'hum hum' },
  symbols: {
    '√': 'wortel van',
    '²': 'kwadraat',
    '³': 'tot de derde',
    '≤': 'kleiner dan of gelijk aan',
    '≥': 'groter dan of gelijk aan',
    '≠': 'niet gelijk aan',
    '~': 'ongeveer',
    '∞': 'oneindig',
    '^': 'tot de macht',
    '&': 'en',
    '+': 'plus',
    '=': 'is',
    '@': 'apenstaartje',
    '#': 'hekje',
    '/': 'schuine streep',
    '°': 'graden',
    '§': 'paragraaf',
    '%': 'procent',
    '№': 'nummer',
    '‰': 'promille',
    '×': 'keer',
    '÷': 'gedeeld door',
    '<': 'kleiner dan',
    '>': 'groter dan',
    '≈': 'ongeveer',
    '±': 'plusminus',
    '€': 'euro',
    $: 'dollar',
    '£': 'pond',
  },
  address: {
    dot: 'punt',
    at: 'apenstaartje',
    slash: 'schuine streep',
    hyphen: 'streepje',
    underscore: 'liggend streepje',
    colon: 'dubbele punt',
    question: 'vraagteken',
    backslash: 'backslash',
  },
  writing: CONVENTIONS,
};
