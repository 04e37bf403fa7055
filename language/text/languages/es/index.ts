/**
 * Spanish. Numbers follow the Real Academia's spelling: apocope before masculine nouns ("veintiún euros"), agreement of
 * "uno" and the hundreds with feminine ones ("doscientas una libras"), the long scale ("mil millones", "un billón").
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

/** How a number ends: "uno" alone, "un" before a masculine noun, "una" before a feminine one. */
type Form = 'alone' | 'masculine' | 'feminine';
const BELOW_30 = `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince
  dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco
  veintiséis veintisiete veintiocho veintinueve`.split(/\s+/);
const DIGITS = BELOW_30.slice(0, 10) as unknown as DigitWords;
const TENS = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS = `- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos
  novecientos`.split(/\s+/);
const MILLIONS: readonly (readonly [one: string, many: string])[] = [
  ['', ''],
  ['millón', 'millones'],
  ['billón', 'billones'],
  ['trillón', 'trillones'],
  ['cuatrillón', 'cuatrillones'],
];

function belowHundred(value: number, form: Form): string {
  if (value === 0) return '';
  if (value % 10 === 1 && value !== 11 && form !== 'alone') {
    if (value === 21) return form === 'masculine' ? 'veintiún' : 'veintiuna';
    const one = form === 'masculine' ? 'un' : 'una';
    return value === 1 ? one : `${TENS[Math.floor(value / 10)]} y ${one}`;
  }
  if (value < 30) return BELOW_30[value] ?? '';
  const unit = value % 10;
  return unit === 0 ? (TENS[value / 10] ?? '') : `${TENS[Math.floor(value / 10)]} y ${DIGITS[unit]}`;
}

function belowThousand(value: number, form: Form): string {
  if (value === 100) return 'cien';
  const hundreds = value < 100 ? '' : (HUNDREDS[Math.floor(value / 100)] ?? '');
  return phrase(
    form === 'feminine' ? hundreds.replace('ientos', 'ientas') : hundreds,
    belowHundred(value % 100, form),
  );
}

function belowMillion(thousands: number, units: number, form: Form): string {
  const count = belowThousand(thousands, 'masculine');
  return phrase(
    // Before "mil" the hundreds agree with the noun, "un" does not: "doscientas veintiún mil libras".
    thousands > 1 ? (form === 'feminine' ? count.replace('ientos', 'ientas') : count) : null,
    thousands > 0 ? 'mil' : null,
    belowThousand(units, form),
  );
}

function spell(digits: string, form: Form): string {
  const plain = withoutLeadingZeros(digits);
  if (plain === '0') return 'cero';
  if (plain.length > MILLIONS.length * 6) return digitByDigit(plain, DIGITS);
  const groups = groupsOfThree(plain.padStart(Math.ceil(plain.length / 6) * 6, '0'));
  const words: string[] = [];
  for (let i = 0; i < groups.length; i += 2) {
    const power = (groups.length - i) / 2 - 1;
    const [thousands = 0, units = 0] = groups.slice(i, i + 2);
    if (thousands === 0 && units === 0) continue;
    words.push(belowMillion(thousands, units, power === 0 ? form : 'masculine'));
    const scale = MILLIONS[power];
    if (power > 0 && scale) words.push(thousands === 0 && units === 1 ? scale[0] : scale[1]);
  }
  return words.join(' ');
}

/** "3,14" is "tres coma catorce", "3,05" "tres coma cero cinco"; from three digits on they are read one by one. */
function fractionWords(digits: string): string {
  if (digits.length > 2) return digitByDigit(digits, DIGITS);
  const zeros = digits.length - digits.replace(/^0+/, '').length;
  const rest = digits.slice(zeros);
  return phrase(...Array<string>(zeros).fill('cero'), rest ? spell(rest, 'alone') : null);
}

const SCALE_SINGULAR: Readonly<Record<string, string>> = {
  millones: 'millón',
  billones: 'billón',
  trillones: 'trillón',
};

const readDecimal = numberReader({
  minus: 'menos',
  point: 'coma',
  cardinal: (digits) => spell(digits, 'alone'),
  digits: (digits) => digitByDigit(digits, DIGITS),
  fraction: fractionWords,
});

function number(value: NumberValue): string {
  if (value.scale === null || value.fraction !== null) return readDecimal(value);
  const one = withoutLeadingZeros(value.integer) === '1' ? SCALE_SINGULAR[value.scale] : undefined;
  if (value.scale === 'mil' && one === undefined && isOne({ ...value, scale: null })) return 'mil';
  return phrase(value.negative ? 'menos' : null, spell(value.integer, 'masculine'), one ?? value.scale);
}

/** A number before a noun, which it agrees with; whole millions take "de". */
function counted(value: NumberValue, noun: Noun): string {
  const name = isOne(value) ? noun[0] : noun[1];
  if (value.scale !== null) return phrase(number(value), value.scale === 'mil' ? null : 'de', name);
  if (value.fraction !== null) return phrase(readDecimal(value), name);
  return phrase(
    value.negative ? 'menos' : null,
    spell(value.integer, noun[2] ? 'feminine' : 'masculine'),
    /[1-9]\d*0{6}$/.test(value.integer) ? 'de' : null,
    name,
  );
}

const ORDINAL_UNITS = '- primero segundo tercero cuarto quinto sexto séptimo octavo noveno'.split(' ');
const ORDINAL_TEENS =
  `décimo undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo
  decimoctavo decimonoveno`.split(/\s+/);
const ORDINAL_TENS = `- - vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo
  nonagésimo`.split(/\s+/);
const ORDINAL_HUNDREDS = `- centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo
  septingentésimo octingentésimo noningentésimo`.split(/\s+/);

function ordinal(digits: string, suffix: string): string {
  const value = Number(digits);
  const last = suffix.replace(/^\./, '');
  if (suffix === 's') return spell(digits, 'alone');
  // From a thousand on, ordinals are rare in speech: the cardinal is used.
  const gendered = (words: string): string => (/[ªa]s?$/.test(last) ? words.replace(/o$/, 'a') : words);
  if (value === 1000 || value === 1_000_000) return gendered(value === 1000 ? 'milésimo' : 'millonésimo');
  if (/er$/.test(last) && value > 1000 && value < 2000)
    return `milésimo ${ordinal(String(value - 1000), suffix)}`;
  if (value === 0 || value > 999) return spell(digits, /[ªa]s?$/.test(last) ? 'feminine' : 'alone');
  const below = value % 100;
  const words = phrase(
    value < 100 ? null : ORDINAL_HUNDREDS[Math.floor(value / 100)],
    below >= 20 ? ORDINAL_TENS[Math.floor(below / 10)] : null,
    below >= 10 && below < 20 ? ORDINAL_TEENS[below - 10] : null,
    below % 10 > 0 && (below < 10 || below > 20) ? ORDINAL_UNITS[below % 10] : null,
  );
  if (/er$/.test(last)) return words.replace(/(primer|tercer)o$/, '$1');
  const agreed = /[ªa]s?$/.test(last) ? words.replace(/o\b/g, 'a') : words;
  return /s$/.test(last) ? agreed.replace(/[oa]$/, '$&s') : agreed;
}

const PARTS = '- - medio tercio cuarto quinto sexto séptimo octavo noveno décimo'.split(' ');

const LARGE_PARTS: Readonly<Record<number, string>> = {
  ...Object.fromEntries(ORDINAL_HUNDREDS.map((name, i) => [i * 100, name]).slice(1)),
  1000: 'milésimo',
  10000: 'diezmilésimo',
  100000: 'cienmilésimo',
  1000000: 'millonésimo',
};

function fraction(numerator: number, denominator: number): string {
  if (numerator === 1 && denominator === 2) return 'medio';
  const top = spell(String(numerator), 'masculine');
  let part = PARTS[denominator];
  if (denominator > 10 && denominator < 30) {
    const stem = (BELOW_30[denominator] ?? '').replace('veintiuno', 'veintiun').replace('é', 'e');
    part = `${stem.replace('ó', 'o')}avo`;
  }
  if (denominator >= 30 && denominator < 100) {
    const unit = denominator % 10;
    const rest = unit === 0 ? '' : `i${unit === 1 ? 'un' : DIGITS[unit]}`;
    part = `${TENS[Math.floor(denominator / 10)]}${rest}avo`.replace('aavo', 'avo');
  }
  part = LARGE_PARTS[denominator] ?? part;
  if (denominator < 2 || part === undefined)
    return `${spell(String(numerator), 'alone')} sobre ${spell(String(denominator), 'alone')}`;
  return `${top} ${numerator === 1 ? part : `${part}s`}`;
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

function partOfDay(hour: number, meridiem: 'am' | 'pm' | null): string | null {
  if (meridiem === null) return null;
  if (meridiem === 'am') return hour === 12 ? 'de la noche' : 'de la mañana';
  if (hour === 12) return 'del mediodía';
  return hour < 8 ? 'de la tarde' : 'de la noche';
}

export const es: SpokenLanguage = {
  code: 'es',
  // No plain space between groups: phone numbers are written "912 345 678".
  format: { decimal: ',', group: ['.', '\u00a0', '\u202f'], dateOrder: 'dmy' },

  cardinal: (digits) => spell(digits, 'alone'),
  ordinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => `${number(value)} por ciento`,
  currency(value, code) {
    const { main, cent } = currencyOf(code);
    const split = wholeAndCents(value);
    if (split === null || split.cents === 0)
      return counted(split === null ? value : { ...value, fraction: null }, main);
    if (cent === null) {
      if (!hasHundredths(code) || split.whole === '0') return counted(value, main);
      const amount = counted({ ...value, integer: split.whole, fraction: null }, main);
      return phrase(amount, 'con', spell(String(split.cents), 'alone'));
    }
    const cents = `${spell(String(split.cents), cent[2] ? 'feminine' : 'masculine')} ${split.cents === 1 ? cent[0] : cent[1]}`;
    if (split.whole === '0') return phrase(value.negative ? 'menos' : null, cents);
    const whole = counted({ ...magnitude(value), integer: split.whole, fraction: null }, main);
    return phrase(value.negative ? 'menos' : null, whole, 'con', cents);
  },
  unit: (value, unit) => counted(value, UNITS[unit]),
  fraction,
  part({ whole, numerator, denominator }, unit) {
    const noun = UNITS[unit];
    const half = numerator === 1 && denominator === 2;
    const rest = half ? (noun[2] ? 'media' : 'medio') : fraction(numerator, denominator);
    if (whole === 0) return half ? `${rest} ${noun[0]}` : `${rest} de ${noun[0]}`;
    const value = { negative: false, integer: String(whole), fraction: null, scale: null };
    return `${counted(value, noun)} y ${rest}`;
  },
  date({ year, month, day }) {
    return phrase(
      day === null ? null : spell(String(day), 'alone'),
      day === null || month === null ? null : 'de',
      month === null ? null : MONTHS[month - 1],
      year === null ? null : day === null && month === null ? null : 'de',
      year === null ? null : spell(String(year), 'alone'),
    );
  },
  year(year, decade) {
    if (!decade) return spell(String(year), 'alone');
    return `años ${spell(String(year >= 1900 && year < 2000 ? year % 100 || year : year), 'alone')}`;
  },
  time({ hour, minute, second, meridiem }) {
    const hours = spell(String(hour), 'feminine');
    const minutes = spell(String(minute), 'alone');
    if (second !== null) {
      const noun: NumberValue = { negative: false, integer: '', fraction: null, scale: null };
      return phrase(
        counted({ ...noun, integer: String(hour) }, UNITS.h),
        counted({ ...noun, integer: String(minute) }, UNITS.min),
        counted({ ...noun, integer: String(second) }, UNITS.s),
        partOfDay(hour, meridiem),
      );
    }
    // "una" alone: "una hora" would be a duration.
    if (minute === 0)
      return phrase(hours, meridiem === null && hour !== 1 ? 'horas' : null, partOfDay(hour, meridiem));
    return phrase(hours, minute < 10 ? 'y' : null, minutes, partOfDay(hour, meridiem));
  },
  range: (from, to) => `${from} a ${to}`,
  inContext,

  ordinalPattern:
    /^(\d{1,15})((?<=\d0)s|\.?(?:[ºª]s?|er|[eé]?r[oa]|d[oa]|t[oa]|m[oa]|v[oa]|n[oa]))(?![\p{L}\p{N}])/u,
  months: {
    ...Object.fromEntries(MONTHS.map((name, i) => [name, i + 1])),
    setiembre: 9,
    ...Object.fromEntries(
      'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ').map((name, i) => [name, i + 1]),
    ),
    sept: 9,
  },
  scales: {
    mil: 'mil',
    millón: 'millones',
    millones: 'millones',
    mill: 'millones',
    billón: 'billones',
    billones: 'billones',
    trillón: 'trillones',
    trillones: 'trillones',
  },
  yearCues: ['en', 'desde', 'hasta', 'año', 'años'],
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'jum', mm: 'jum', mhm: 'ajá' },
  symbols: {
    '√': 'raíz de',
    '²': 'al cuadrado',
    '³': 'al cubo',
    '≤': 'menor o igual que',
    '≥': 'mayor o igual que',
    '≠': 'distinto de',
    '~': 'unos',
    '∞': 'infinito',
    '^': 'elevado a',
    '&': 'y',
    '@': 'arroba',
    '+': 'más',
    '=': 'igual a',
    '#': 'número',
    '/': 'barra',
    '%': 'por ciento',
    '‰': 'por mil',
    '№': 'número',
    '°': 'grados',
    '§': 'sección',
    '×': 'por',
    '÷': 'entre',
    '±': 'más menos',
    '<': 'menor que',
    '>': 'mayor que',
    '≈': 'aproximadamente',
  },
  address: {
    dot: 'punto',
    at: 'arroba',
    slash: 'barra',
    hyphen: 'guion',
    underscore: 'guion bajo',
    colon: 'dos puntos',
    question: 'signo de interrogación',
    backslash: 'barra invertida',
  },
  writing: CONVENTIONS,
};
