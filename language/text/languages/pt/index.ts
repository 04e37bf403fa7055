/**
 * Portuguese, spelled as in Brazil ("dezesseis", "bilhão") where the two norms part. "E" joins hundreds, tens and
 * units, and the last group when it is below a hundred or a round hundred ("mil e um", "mil e cem", "mil cento e um").
 */
import { readAbbreviations } from '../abbreviations.ts';
import {
  type DigitWords,
  digitByDigit,
  groupsOfThree,
  isOne,
  magnitude,
  numberReader,
  phrase,
  wholeAndCents,
  withoutLeadingZeros,
} from '../common.ts';
import { hasHundredths } from '../currency-names.ts';
import type { SpokenLanguage } from '../types.ts';
import type { NumberValue } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { inContext } from './agreement.ts';
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, type Noun, UNITS } from './measures.ts';

const BELOW_20 =
  `zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis
  dezessete dezoito dezenove`.split(/\s+/);
const DIGITS = BELOW_20.slice(0, 10) as unknown as DigitWords;
const TENS = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const HUNDREDS = `- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos
  novecentos`.split(/\s+/);
const SCALES: readonly (readonly [one: string, many: string])[] = [
  ['', ''],
  ['mil', 'mil'],
  ['milhão', 'milhões'],
  ['bilhão', 'bilhões'],
  ['trilhão', 'trilhões'],
  ['quatrilhão', 'quatrilhões'],
  ['quintilhão', 'quintilhões'],
];

function belowThousand(value: number, feminine: boolean): string {
  if (value === 100) return 'cem';
  const words: string[] = [];
  const hundreds = HUNDREDS[Math.floor(value / 100)];
  if (value >= 100 && hundreds) words.push(feminine ? hundreds.replace(/tos$/, 'tas') : hundreds);
  const below = value % 100;
  const tens = TENS[Math.floor(below / 10)];
  if (below >= 20 && tens) words.push(tens);
  const unit = below < 20 ? below : below % 10;
  const word = feminine && unit === 1 ? 'uma' : feminine && unit === 2 ? 'duas' : BELOW_20[unit];
  if (unit > 0 && word) words.push(word);
  return words.join(' e ');
}

function spell(digits: string, feminine = false): string {
  const plain = withoutLeadingZeros(digits);
  if (plain === '0') return 'zero';
  const groups = groupsOfThree(plain);
  if (groups.length > SCALES.length) return digitByDigit(plain, DIGITS);
  const last = groups.findLastIndex((group) => group > 0);
  const words = groups.map((group, i) => {
    const power = groups.length - 1 - i;
    const scale = SCALES[power];
    if (group === 0 || !scale) return null;
    const joined = i === last && i > 0 && (group < 100 || group % 100 === 0) ? 'e' : null;
    // Thousands agree with the noun like units ("duas mil libras"); "milhão" and above are masculine nouns themselves.
    const count = power === 1 && group === 1 ? null : belowThousand(group, feminine && power < 2);
    return phrase(joined, count, group === 1 ? scale[0] : scale[1]);
  });
  return phrase(...words);
}

/**
 * "3,14" is "três vírgula catorze", "3,05" "três vírgula zero cinco"; from three digits on they are read one by one.
 */
function fractionWords(digits: string): string {
  if (digits.length > 2) return digitByDigit(digits, DIGITS);
  const rest = digits.replace(/^0+/, '');
  return phrase(...Array<string>(digits.length - rest.length).fill('zero'), rest ? spell(rest) : null);
}

const readDecimal = numberReader({
  minus: 'menos',
  point: 'vírgula',
  cardinal: (digits) => spell(digits),
  digits: (digits) => digitByDigit(digits, DIGITS),
  fraction: fractionWords,
});

function number(value: NumberValue): string {
  if (value.scale === null) return readDecimal(value);
  // "1,1 trilhão": numbers below two are singular.
  const singular = { ...value, scale: value.scale.replace(/ões$/, 'ão') };
  if (!isOne({ ...value, scale: null }))
    return readDecimal(/^0*[01]?$/.test(value.integer) ? singular : value);
  const sign = value.negative ? 'menos' : null;
  return phrase(sign, value.scale === 'mil' ? 'mil' : `um ${singular.scale}`);
}

/** A number before a noun, which it agrees with; whole millions take "de". */
function counted(value: NumberValue, noun: Noun): string {
  const name = isOne(value) ? noun[0] : noun[1];
  if (value.scale === 'mil' && value.fraction === null)
    return counted({ ...value, scale: null, integer: `${value.integer}000` }, noun);
  if (value.scale !== null) return phrase(number(value), value.scale === 'mil' ? null : 'de', name);
  if (value.fraction !== null) return phrase(readDecimal(value), name);
  return phrase(
    value.negative ? 'menos' : null,
    spell(value.integer, noun[2] === 'f'),
    /[1-9]\d*0{6}$/.test(value.integer) ? 'de' : null,
    name,
  );
}

const ORDINAL_UNITS = '- primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono'.split(' ');
const ORDINAL_TENS =
  `- décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo
  nonagésimo`.split(/\s+/);
const ORDINAL_HUNDREDS = `- centésimo ducentésimo trecentésimo quadringentésimo quingentésimo sexcentésimo
  septingentésimo octingentésimo nongentésimo`.split(/\s+/);

const ROUND_ORDINALS = [
  [1_000_000_000, 'bilionésimo'],
  [1_000_000, 'milionésimo'],
  [1000, 'milésimo'],
] as const;

function ordinal(digits: string, suffix: string): string {
  const value = Number(digits);
  // From a thousand on, ordinals are rare in speech: the cardinal is used.
  const round = ROUND_ORDINALS.find(([size]) => value >= size && value % size === 0);
  if (round !== undefined && value > 1000) {
    const count = value / round[0];
    return phrase(
      count === 1 ? null : ordinal(String(count), suffix),
      /[ªa]s?$/.test(suffix) ? round[1].replace(/o$/, 'a') : round[1],
    );
  }
  if (value === 0 || value > 1000) return spell(digits);
  const [hundreds, tens, units] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const words =
    value === 1000
      ? 'milésimo'
      : phrase(
          hundreds > 0 ? ORDINAL_HUNDREDS[hundreds] : null,
          tens > 0 ? ORDINAL_TENS[tens] : null,
          units > 0 ? ORDINAL_UNITS[units] : null,
        );
  const agreed = /[ªa]s?$/.test(suffix) ? words.replace(/o(?= |$)/g, 'a') : words;
  return /s$/.test(suffix) ? agreed.replace(/[oa](?= |$)/g, '$&s') : agreed;
}

const PARTS = '- - meio terço quarto quinto sexto sétimo oitavo nono décimo'.split(' ');

function fraction(numerator: number, denominator: number): string {
  if (numerator === 1 && denominator === 2) return 'meio';
  const top = spell(String(numerator));
  const part =
    denominator === 100
      ? 'centésimo'
      : denominator === 1000
        ? 'milésimo'
        : denominator > 1
          ? PARTS[denominator]
          : undefined;
  if (part === undefined)
    return `${top} ${denominator < 2 ? 'sobre ' : ''}${spell(String(denominator))} avos`;
  return `${top} ${numerator === 1 ? part : `${part}s`}`;
}

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

const whole = (count: number): NumberValue => ({
  negative: false,
  integer: String(count),
  fraction: null,
  scale: null,
});

function partOfDay(hour: number, meridiem: 'am' | 'pm' | null): string | null {
  if (meridiem === null || hour === 12) return null;
  return meridiem === 'am' ? 'da manhã' : hour < 7 ? 'da tarde' : 'da noite';
}

export const pt: SpokenLanguage = {
  code: 'pt',
  // No plain space between groups: Portuguese phone numbers are written "912 345 678".
  format: { decimal: ',', group: ['.', '\u00a0', '\u202f'], dateOrder: 'dmy' },

  cardinal: (digits) => spell(digits),
  ordinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => `${number(value)} por cento`,
  currency(value, code) {
    const { main, cent } = currencyOf(code);
    const split = wholeAndCents(value);
    if (split === null || split.cents === 0)
      return counted(split === null ? value : { ...value, fraction: null }, main);
    if (cent === null) {
      if (!hasHundredths(code) || split.whole === '0') return counted(value, main);
      const amount = counted({ ...value, integer: split.whole, fraction: null }, main);
      return phrase(amount, 'e', spell(String(split.cents)));
    }
    const cents = counted(whole(split.cents), cent);
    const sign = value.negative ? 'menos' : null;
    if (split.whole === '0') return phrase(sign, cents);
    return phrase(
      sign,
      counted({ ...magnitude(value), integer: split.whole, fraction: null }, main),
      'e',
      cents,
    );
  },
  unit: (value, unit) => counted(value, UNITS[unit]),
  fraction,
  part({ whole: count, numerator, denominator }, unit) {
    const [one, many, feminine] = UNITS[unit];
    const short = (name: string): string => name.replace('quilograma', 'quilo');
    const noun = [short(one), short(many), ...(feminine ? [feminine] : [])] as unknown as Noun;
    const half = numerator === 1 && denominator === 2;
    const rest = half ? (feminine ? 'meia' : 'meio') : fraction(numerator, denominator);
    if (count === 0) return half ? `${rest} ${noun[0]}` : `${rest} de ${noun[0]}`;
    return `${counted(whole(count), noun)} e ${rest}`;
  },
  date({ year, month, day }) {
    return phrase(
      day === null ? null : day === 1 ? 'primeiro' : spell(String(day)),
      day === null || month === null ? null : 'de',
      month === null ? null : MONTHS[month - 1],
      year === null ? null : day === null && month === null ? null : 'de',
      year === null ? null : spell(String(year)),
    );
  },
  year(year, decade) {
    if (!decade) return spell(String(year));
    return `anos ${spell(String(year >= 1900 && year < 2000 ? year % 100 || year : year))}`;
  },
  time({ hour, minute, second, meridiem }) {
    if (second !== null)
      return phrase(
        counted(whole(hour), UNITS.h),
        counted(whole(minute), UNITS.min),
        'e',
        counted(whole(second), UNITS.s),
        partOfDay(hour, meridiem),
      );
    const rest = minute === 0 ? null : `e ${spell(String(minute))}`;
    if (meridiem !== null && hour === 12) return phrase(meridiem === 'am' ? 'meia-noite' : 'meio-dia', rest);
    if (hour === 0)
      return phrase('zero hora', rest, rest === null ? null : minute === 1 ? 'minuto' : 'minutos');
    const unit = rest === null && meridiem === null ? (hour === 1 ? 'hora' : 'horas') : null;
    return phrase(spell(String(hour), true), unit, rest, partOfDay(hour, meridiem));
  },
  range: (from, to) => `${from} a ${to}`,
  inContext,

  ordinalPattern: /^(\d{1,15})(\.?[ºª]s?|[oa]s?)(?![\p{L}\p{N}])/u,
  months: {
    ...Object.fromEntries(MONTHS.map((name, i) => [name, i + 1])),
    ...Object.fromEntries(
      'jan fev mar abr mai jun jul ago set out nov dez'.split(' ').map((name, i) => [name, i + 1]),
    ),
  },
  scales: {
    mil: 'mil',
    milhão: 'milhões',
    milhões: 'milhões',
    mi: 'milhões',
    bilhão: 'bilhões',
    bilhões: 'bilhões',
    bi: 'bilhões',
    bilião: 'biliões',
    biliões: 'biliões',
    trilhão: 'trilhões',
    trilhões: 'trilhões',
    tri: 'trilhões',
  },
  yearCues: ['em', 'desde', 'até', 'ano', 'anos'],
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'hum', mm: 'hum', mhm: 'uhum' },
  symbols: {
    '√': 'raiz de',
    '²': 'ao quadrado',
    '³': 'ao cubo',
    '≤': 'menor ou igual a',
    '≥': 'maior ou igual a',
    '≠': 'diferente de',
    '~': 'cerca de',
    '∞': 'infinito',
    '^': 'elevado a',
    '&': 'e',
    '@': 'arroba',
    '+': 'mais',
    '=': 'igual a',
    '#': 'número',
    '/': 'barra',
    '%': 'por cento',
    '‰': 'por mil',
    '№': 'número',
    '°': 'graus',
    '§': 'parágrafo',
    '×': 'vezes',
    '÷': 'dividido por',
    '±': 'mais ou menos',
    '<': 'menor que',
    '>': 'maior que',
    '≈': 'aproximadamente',
  },
  address: {
    dot: 'ponto',
    at: 'arroba',
    slash: 'barra',
    hyphen: 'hífen',
    underscore: 'sublinhado',
    colon: 'dois pontos',
    question: 'ponto de interrogação',
    backslash: 'barra invertida',
  },
  writing: CONVENTIONS,
};
