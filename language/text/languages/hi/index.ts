/**
 * Hindi. Large numbers are grouped the Indian way (12,34,567), clock times take the usual quarter and half words
 * ("साढ़े तीन बजे"). All words are in normal form C, in which letters with a nukta are two code points.
 */
import { readAbbreviations } from '../abbreviations.ts';
import {
  digitByDigit,
  isOne,
  magnitude,
  numberReader,
  oneOrOther,
  phrase,
  wholeAndCents,
  withoutLeadingZeros,
} from '../common.ts';
import type { SpokenLanguage } from '../types.ts';
import type { NumberValue, UnitCode } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, UNITS } from './measures.ts';
import { BELOW_100, DIGITS, spell, spellYear } from './numbers.ts';

const MINUS = 'माइनस';

const readDecimal = numberReader({
  minus: MINUS,
  point: 'दशमलव',
  cardinal: spell,
  digits: (digits) => digitByDigit(digits, DIGITS),
});

/** "1.5 करोड़" is "डेढ़ करोड़" and "3.5 लाख" "साढ़े तीन लाख". */
function number(value: NumberValue): string {
  if (value.scale !== null && value.fraction === '5') {
    const whole = withoutLeadingZeros(value.integer);
    if (whole !== '0') return phrase(value.negative ? MINUS : null, halves(Number(whole)), value.scale);
  }
  return readDecimal(value);
}

/** Stems of the ordinals that do not add "वाँ" to the number. */
const ORDINAL_STEMS: Readonly<Record<string, string>> = { 1: 'पहल', 2: 'दूसर', 3: 'तीसर', 4: 'चौथ', 6: 'छठ' };

/**
 * The last vowel sign of the suffix gives gender and case: "5वाँ", "5वीं", "5वें". Also used for a year before a
 * postposition.
 */
function ordinal(digits: string, suffix: string): string {
  if (/^\s/.test(suffix)) return `${spellYear(Number(digits))} ${suffix.trim()}`;
  const ending = suffix.includes('ी') ? 'ी' : suffix.includes('े') ? 'े' : 'ा';
  const stem = ORDINAL_STEMS[withoutLeadingZeros(digits)];
  return stem ? stem + ending : `${spell(digits)}व${ending}${ending === 'ा' ? 'ँ' : 'ं'}`;
}

function fraction(numerator: number, denominator: number): string {
  const top = spell(String(numerator));
  if (denominator === 2 && numerator === 1) return 'आधा';
  if (denominator === 3 && numerator < 3) return `${top} तिहाई`;
  if (denominator === 4 && numerator < 4) return `${top} चौथाई`;
  return `${top} बटा ${spell(String(denominator))}`;
}

function partOfDay(hour: number, meridiem: 'am' | 'pm' | null): string | null {
  if (meridiem === null) return null;
  if (meridiem === 'am') return hour === 12 || hour < 4 ? 'रात' : 'सुबह';
  return hour === 12 || hour < 4 ? 'दोपहर' : hour < 8 ? 'शाम' : 'रात';
}

function clock(hour: number, minute: number): string {
  const name = spell(String(hour));
  if (minute === 0) return `${name} बजे`;
  if (hour >= 1 && hour <= 12) {
    if (minute === 15) return `सवा ${name} बजे`;
    if (minute === 30) return hour === 1 ? 'डेढ़ बजे' : hour === 2 ? 'ढाई बजे' : `साढ़े ${name} बजे`;
    if (minute === 45) return `पौने ${BELOW_100[(hour % 12) + 1]} बजे`;
  }
  return `${name} बजकर ${spell(String(minute))} मिनट`;
}

/** What is counted by halves: "1.5 घंटे" is "डेढ़ घंटे". */
const COUNTED_BY_HALVES =
  /^(?:घंट[ाेों]+|किलो|साल|वर्ष|महीन[ाेों]+|दिन|हफ़्त[ाेों]+|लीटर|मीटर|किलोमीटर|गुन[ाेी]|कप|चम्मच)$/;

/**
 * "3:30 बजे" names the hour itself, and "15:10 बजे" is "पंद्रह दस बजे"; before a postposition masculine nouns in -ā
 * take -e ("एक रुपये का").
 */
function inContext(spoken: string, _before: string, after: string | null): string {
  const half = spoken.endsWith(HALF) ? spoken.slice(0, -HALF.length) : null;
  if (half !== null && half !== ZERO && after !== null && COUNTED_BY_HALVES.test(after.normalize('NFC')))
    return half === ONE ? 'डेढ़' : half === TWO ? 'ढाई' : `साढ़े ${half}`;
  if (after === 'बजे' || after === 'बजकर')
    return spoken.replace(/ बजे$/, '').replace(/ बजकर (.+) मिनट$/, ' $1');
  return after !== null && /^(?:का|के|की|को|में|से|पर|तक|वाला|वाली|वाले)$/.test(after)
    ? spoken.replace(/(रुपय|पैस|घंट)ा(?= |$)/g, '$1े')
    : spoken;
}

const HALF = ` ${readDecimal({ negative: false, integer: '0', fraction: '5', scale: null }).split(' ').slice(1).join(' ')}`;
const [ZERO, ONE, TWO] = [spell('0'), spell('1'), spell('2')];

const MONTHS = 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' ');

/**
 * A table under both spellings of the nukta letters: texts use the composed code points (U+0958 to U+095F) as often as
 * the pairs of normal form C, and often omit the dot.
 */
function bothSpellings<T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const pairs = ['क़', 'ख़', 'ग़', 'ज़', 'ड़', 'ढ़', 'फ़', 'य़'];
  const composed = (key: string): string =>
    pairs.reduce(
      (text, pair, i) => text.replaceAll(pair.normalize('NFC'), String.fromCharCode(0x958 + i)),
      key.normalize('NFC'),
    );
  return Object.fromEntries(
    Object.entries(table).flatMap(([key, value]) =>
      [key.normalize('NFC'), composed(key), key.normalize('NFC').replaceAll('\u093c', '')].map((k) => [
        k,
        value,
      ]),
    ),
  );
}

/** Words in normal form C, independently of this file's form. */
const plain = (words: string): string => words.normalize('NFC');

/** Units whose halves have words of their own. */
const HALVED: ReadonlySet<UnitCode> = new Set(['yr', 'h', 'kg', 'l', 'km']);

/** "डेढ़", "ढाई", "साढ़े तीन": a number and a half. */
function halves(whole: number): string {
  return whole === 1 ? 'डेढ़' : whole === 2 ? 'ढाई' : `साढ़े ${spell(String(whole))}`;
}

export const hi: SpokenLanguage = {
  code: 'hi',
  format: { decimal: '.', group: [',', '\u00a0', '\u202f'], dateOrder: 'dmy' },

  cardinal: spell,
  ordinal: (digits, suffix) => plain(ordinal(digits, suffix)),
  digits: (digits) => digitByDigit(digits, DIGITS),
  number: (value) => plain(number(value)),
  percent: (value) => plain(`${number(value)} प्रतिशत`),
  currency(value, code) {
    const { main, cent } = currencyOf(code);
    const parts = wholeAndCents(value);
    const split = cent === null && parts !== null && parts.cents > 0 ? null : parts;
    const cents =
      cent === null || split === null || split.cents === 0
        ? null
        : `${spell(String(split.cents))} ${split.cents === 1 ? cent.one : cent.many}`;
    const amount: NumberValue =
      split === null ? magnitude(value) : { ...magnitude(value), integer: split.whole, fraction: null };
    const whole = `${number(amount)} ${oneOrOther(amount, main.one, main.many)}`;
    return plain(
      phrase(value.negative ? MINUS : null, cents !== null && split?.whole === '0' ? null : whole, cents),
    );
  },
  unit(value, unit) {
    const name = UNITS[unit];
    if (HALVED.has(unit) && value.fraction === '5' && value.scale === null && Number(value.integer) > 0)
      return plain(phrase(value.negative ? MINUS : null, halves(Number(value.integer)), name));
    return plain(`${number(value)} ${isOne(value) ? name.replace(/घंटे$/, 'घंटा') : name}`);
  },
  fraction,
  part({ whole, numerator, denominator }, unit) {
    const name = UNITS[unit];
    const half = numerator === 1 && denominator === 2;
    if (!half)
      return plain(
        phrase(whole > 0 ? `${spell(String(whole))} और` : null, fraction(numerator, denominator), name),
      );
    if (whole === 0) return plain(`आधा ${name}`);
    return plain(`${halves(whole)} ${name}`);
  },
  date({ year, month, day }) {
    return plain(
      phrase(
        day === null ? null : spell(String(day)),
        month === null ? null : MONTHS[month - 1],
        year === null ? null : spellYear(year),
      ),
    );
  },
  year: (year, decade) => (decade ? `${spellYear(year)} का दशक` : spellYear(year)),
  time({ hour, minute, second, meridiem }) {
    const spoken =
      second === null
        ? clock(hour, minute)
        : phrase(
            `${spell(String(hour))} बजकर`,
            minute === 0 ? null : `${spell(String(minute))} मिनट`,
            `${spell(String(second))} सेकंड`,
          );
    return plain(phrase(partOfDay(hour, meridiem), spoken));
  },
  range: (from, to) => `${from} से ${to}`,
  inContext,

  // Besides ordinals: four digits before a postposition are a year, or an amount, which is also read in hundreds.
  ordinalPattern:
    /^(?=\d+[\u0900-\u097fsnrt]|1[1-9]\d\d )(\d+)(व(?:ाँ|ां|ा|ें|े|ीं|ी)|[लरथठ][ाीे]|st|nd|rd|th| (?:में|से|तक|ई॰|ईस्वी|क[ेाीो]))(?![\p{L}\p{M}\p{N}])/u,
  months: bothSpellings({
    ...Object.fromEntries(MONTHS.map((name, i) => [name, i + 1])),
    सितम्बर: 9,
    अक्तूबर: 10,
    नवम्बर: 11,
    दिसम्बर: 12,
    अप्रै: 4,
    जन: 1,
    फ़र: 2,
    सित: 9,
    सितं: 9,
    नवं: 11,
    अक्टू: 10,
    दिस: 12,
  }),
  scales: bothSpellings({
    हज़ार: plain('हज़ार'),
    लाख: 'लाख',
    करोड़: plain('करोड़'),
    अरब: 'अरब',
    खरब: 'खरब',
    मिलियन: 'मिलियन',
    बिलियन: 'बिलियन',
    lakh: 'लाख',
    crore: plain('करोड़'),
  }),
  yearCues: ['सन', 'सन्', 'वर्ष', 'साल', 'संवत'],
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'हम्म', mm: 'हम्म', mhm: 'हूँ हूँ' },
  symbols: {
    '√': 'वर्गमूल',
    '²': 'का वर्ग',
    '³': 'का घन',
    '^': 'की घात',
    '≤': 'से कम या बराबर',
    '≥': 'से अधिक या बराबर',
    '≠': 'बराबर नहीं',
    '~': 'लगभग',
    '∞': 'अनंत',
    '&': 'और',
    '@': 'ऐट',
    '+': 'प्लस',
    '=': 'बराबर',
    '#': 'नंबर',
    '/': 'बटा',
    '%': 'प्रतिशत',
    '‰': 'प्रति हज़ार',
    '№': 'नंबर',
    '°': 'डिग्री',
    '§': 'धारा',
    '×': 'गुणा',
    '÷': 'भागा',
    '±': 'प्लस माइनस',
    '<': 'से कम',
    '>': plain('से ज़्यादा'),
    '≈': 'लगभग',
    '॰': 'बिंदु',
  },
  address: {
    dot: 'डॉट',
    at: 'ऐट',
    slash: 'स्लैश',
    hyphen: plain('हाइफ़न'),
    underscore: 'अंडरस्कोर',
    colon: 'कोलन',
    question: 'प्रश्न चिह्न',
    backslash: 'बैकस्लैश',
  },
  writing: CONVENTIONS,
};
