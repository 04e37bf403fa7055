/**
 * German. Numbers are written as one word below a million; cases follow the word before where `inContext` is asked,
 * otherwise dates stand in the nominative ("dritter März") and ordinals in the weak form ("dritte").
 */
import { readAbbreviations } from '../abbreviations.ts';
import {
  type DigitWords,
  digitByDigit,
  groupsOfThree,
  isOne,
  moneyReader,
  numberReader,
  phrase,
  withoutLeadingZeros,
} from '../common.ts';
import type { SpokenLanguage } from '../types.ts';
import type { NumberValue } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { inContext, MONTHS } from './agreement.ts';
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, UNITS } from './measures.ts';

const DIGITS: DigitWords = [
  'null',
  'eins',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
];
const TEENS = 'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(' ');
const TENS = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];
/** Powers 10^6, 10^9 ... in the long scale, all feminine. */
const LARGE = [
  ['Million', 'Millionen'],
  ['Milliarde', 'Milliarden'],
  ['Billion', 'Billionen'],
  ['Billiarde', 'Billiarden'],
  ['Trillion', 'Trillionen'],
] as const;

/** 1 to 999 as one word; `one` is the form of a final 1 ("eins", or "ein" inside a longer word). */
function belowThousand(value: number, one: string): string {
  const hundreds = Math.floor(value / 100);
  return (
    (hundreds > 0 ? `${hundreds === 1 ? 'ein' : DIGITS[hundreds]}hundert` : '') +
    belowHundred(value % 100, one)
  );
}

function belowHundred(value: number, one: string): string {
  if (value === 0) return '';
  if (value === 1) return one;
  if (value < 10) return DIGITS[value]!;
  if (value < 20) return TEENS[value - 10]!;
  const unit = value % 10;
  return `${unit === 0 ? '' : `${unit === 1 ? 'ein' : DIGITS[unit]}und`}${TENS[Math.floor(value / 10)]}`;
}

function cardinal(written: string): string {
  const digits = withoutLeadingZeros(written);
  if (digits === '0') return 'null';
  if (digits.length > 21) return digitByDigit(digits, DIGITS);
  const groups = groupsOfThree(digits);
  const words = groups.slice(0, -2).map((group, index) => {
    const [one, many] = LARGE[groups.length - index - 3]!;
    if (group === 0) return '';
    return group === 1 ? `eine ${one}` : `${belowThousand(group, 'eins')} ${many}`;
  });
  const thousands = groups.at(-2) ?? 0;
  words.push(
    (thousands > 0 ? `${belowThousand(thousands, 'ein')}tausend` : '') +
      belowThousand(groups.at(-1)!, 'eins'),
  );
  return phrase(...words);
}

const IRREGULAR_ORDINALS: readonly (readonly [RegExp, string])[] = [
  [/eins$/, 'erst'],
  [/drei$/, 'dritt'],
  [/sieben$/, 'siebt'],
  [/acht$/, 'acht'],
];

/** The ordinal without its ending: "dritt", "zwanzigst", "millionst". */
function ordinalStem(written: string): string {
  const digits = withoutLeadingZeros(written);
  const words = cardinal(digits);
  const lastTwo = Number(digits.slice(-2));
  if (digits === '0' || (lastTwo > 0 && lastTwo < 20)) {
    for (const [pattern, stem] of IRREGULAR_ORDINALS) {
      if (pattern.test(words)) return words.replace(pattern, stem);
    }
    return `${words}t`;
  }
  return /(Million|Milliard|Billion|Billiard|Trillion)en?$|Million$|Billion$|Trillion$/.test(words)
    ? `${words
        .replace(/^eine /, '')
        .replace(/en?$/, '')
        .toLowerCase()
        .replaceAll(' ', '')}st`
    : `${words}st`;
}

/** The ending written after the digits ("3ten" -> "en"); "e" after a mere dot. */
function ordinal(digits: string, suffix: string): string {
  return ordinalStem(digits) + (/^s?t(e[nrsm]?)$/.exec(suffix)?.[1] ?? 'e');
}

function scaleWord(value: NumberValue): string {
  const words = scales[(value.scale ?? '').toLowerCase().replace(/\.$/, '')] ?? value.scale ?? '';
  const large = LARGE.find(([, many]) => many === words);
  return large && isOne({ ...value, scale: null }) ? large[0] : words;
}

const readNumber = numberReader({
  minus: 'minus',
  point: 'Komma',
  cardinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  scale: scaleWord,
});

function number(value: NumberValue): string {
  // "eine Million", "ein tausend": the 1 agrees with the scale word.
  if (value.scale === null || !isOne({ ...value, scale: null })) return readNumber(value);
  const word = scaleWord(value);
  return phrase(value.negative ? 'minus' : null, /^\p{Lu}/u.test(word) ? 'eine' : 'ein', word);
}

/** A number before a noun given as the phrase for exactly one ("eine Minute") and the plural. */
function counted(value: NumberValue, one: string, many: string): string {
  return isOne(value) ? phrase(value.negative ? 'minus' : null, one) : `${number(value)} ${many}`;
}

const currency = moneyReader({
  minus: 'minus',
  and: 'und',
  joint: '',
  cardinal,
  whole: (value, code) => counted(value, currencyOf(code).one, currencyOf(code).many),
  cents: (value, code) => {
    const { cent } = currencyOf(code);
    return cent && counted(value, ...cent);
  },
});

/** "eineinhalb", "zwei drei Viertel". */
function mixed(whole: number, numerator: number, denominator: number): string {
  const count = whole === 1 ? 'ein' : cardinal(String(whole));
  return numerator === 1 && denominator === 2
    ? `${count}einhalb`
    : `${cardinal(String(whole))} ${fraction(numerator, denominator)}`;
}

function fraction(numerator: number, denominator: number): string {
  if (denominator < 2 || denominator > 1000)
    return `${cardinal(String(numerator))} durch ${cardinal(String(denominator))}`;
  if (numerator === 24 && denominator === 7) return 'vierundzwanzig sieben';
  const count = numerator === 1 ? 'ein' : cardinal(String(numerator));
  if (denominator === 2) return numerator === 1 ? 'ein halb' : `${count} Halbe`;
  // Drittel, Fünftel, Zwanzigstel: the ordinal stem, capitalised, with "el"; the leading "ein" of hundreds falls away.
  const stem = ordinalStem(String(denominator)).replace(/^ein(hundertst|tausendst)$/, '$1');
  return `${count} ${stem[0]!.toUpperCase()}${stem.slice(1)}el`;
}

/** 1100 to 1999 are counted in hundreds; other years are plain numbers. */
function year(value: number, decade: boolean): string {
  const words =
    value >= 1100 && value < 2000
      ? `${belowHundred(Math.floor(value / 100), 'eins')}hundert${belowHundred(value % 100, 'eins')}`
      : cardinal(String(value));
  return decade ? `${words}er` : words;
}

const scales: Readonly<Record<string, string>> = {
  tausend: 'tausend',
  tsd: 'tausend',
  million: 'Millionen',
  millionen: 'Millionen',
  mio: 'Millionen',
  milliarde: 'Milliarden',
  milliarden: 'Milliarden',
  mrd: 'Milliarden',
  billion: 'Billionen',
  billionen: 'Billionen',
};

export const de: SpokenLanguage = {
  code: 'de',
  format: { decimal: ',', group: ['.', ' ', "'", '’', '\u00a0', '\u202f'], dateOrder: 'dmy' },
  cardinal,
  ordinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => (isOne(value) ? counted(value, 'ein Prozent', '') : `${number(value)} Prozent`),
  currency,
  unit: (value, unit) => counted(value, ...UNITS[unit]),
  fraction,
  mixed: ({ whole, numerator, denominator }) => mixed(whole, numerator, denominator),
  part({ whole, numerator, denominator }, unit) {
    const [one, many] = UNITS[unit];
    const half = numerator === 1 && denominator === 2;
    if (whole > 0) return `${mixed(whole, numerator, denominator)} ${many}`;
    if (!half) return `${fraction(numerator, denominator).replace(/ Viertel$/, ' viertel')} ${many}`;
    const noun = one.replace(/^eine? /, '');
    if (one.startsWith('eine ')) return `eine halbe ${noun}`;
    return `ein ${/(?:gramm|Pfund|byte|Jahr|[Ww]att|volt|Yard|Grad|Bit|Ohm|joule|Newton)$/.test(noun) ? 'halbes' : 'halber'} ${noun}`;
  },
  date: ({ year: ofEra, month, day }) =>
    phrase(
      day === null ? null : `${ordinalStem(String(day))}er`,
      month === null ? null : MONTHS[month - 1],
      ofEra === null ? null : year(ofEra, false),
    ),
  year,
  time: ({ hour, minute, second, meridiem }) => {
    const hours = meridiem === null ? hour : (hour % 12) + (meridiem === 'pm' ? 12 : 0);
    return phrase(
      hours === 1 ? 'ein' : cardinal(String(hours)),
      'Uhr',
      minute === 0 && !second ? null : cardinal(String(minute)),
      second ? `und ${second === 1 ? 'eine Sekunde' : `${cardinal(String(second))} Sekunden`}` : null,
    );
  },
  range: (from, to) => `${from} bis ${to}`,
  inContext,
  // A dot before a word that usually opens a sentence is a full stop: "Es sind 3. Dann gehen wir."
  ordinalPattern:
    /^(\d{1,9})(\.(?=\s)(?!\s+(?:Dann|Danach|Und|Aber|Oder|Doch|Denn|Das|Die|Der|Den|Dem|Es|Ich|Du|Wir|Sie|Er|Ihr|Man|Ein|Eine|Kein|Keine|Jetzt|Nun|Was|Wer|Wie|Wo|Wann|Warum|Wenn|Als|Im|In|Am|Auf|Bei|Mit|Von|Nach|Hier|Dort|Da|So|Also|Ja|Nein|Bitte|Danke|Heute|Morgen|Gestern|Alle|Außerdem|Deshalb|Daher|Trotzdem)(?!\p{L}))|s?te[nrsm]?(?!\p{L}))/u,
  months: {
    ...Object.fromEntries(MONTHS.map((name, index) => [name.toLowerCase(), index + 1])),
    jänner: 1,
    jan: 1,
    feb: 2,
    febr: 2,
    mär: 3,
    mrz: 3,
    apr: 4,
    jun: 6,
    jul: 7,
    aug: 8,
    sep: 9,
    sept: 9,
    okt: 10,
    nov: 11,
    dez: 12,
  },
  scales,
  yearCues: (
    'in von bis zwischen seit anno um ab jahr jahre jahres jahren sommer winter herbst frühling frühjahr ' +
    'anfang mitte ende baujahr jahrgang'
  ).split(' '),
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'hm', mm: 'hm', mhm: 'hm hm' },
  symbols: {
    '√': 'Wurzel aus',
    '²': 'hoch zwei',
    '³': 'hoch drei',
    '≤': 'kleiner gleich',
    '≥': 'größer gleich',
    '≠': 'ungleich',
    '~': 'etwa',
    '∞': 'unendlich',
    '^': 'hoch',
    '&': 'und',
    '+': 'plus',
    '=': 'gleich',
    '@': 'ät',
    '#': 'Raute',
    '/': 'Schrägstrich',
    '°': 'Grad',
    '§': 'Paragraf',
    '%': 'Prozent',
    '№': 'Nummer',
    '‰': 'Promille',
    '×': 'mal',
    '÷': 'geteilt durch',
    '<': 'kleiner als',
    '>': 'größer als',
    '≈': 'ungefähr',
    '±': 'plus minus',
    '€': 'Euro',
    $: 'Dollar',
    '£': 'Pfund',
  },
  address: {
    dot: 'Punkt',
    at: 'ät',
    slash: 'Schrägstrich',
    hyphen: 'Bindestrich',
    underscore: 'Unterstrich',
    colon: 'Doppelpunkt',
    question: 'Fragezeichen',
    backslash: 'Backslash',
  },
  writing: CONVENTIONS,
};
