/**
 * Hindi. Large numbers are grouped the Indian way (12,34,567), clock times take the usual quarter and half words
 * ("साढ़े तीन बजे"). All words are in normal form C, in which letters with a nukta are two code points.
 */
import type { CurrencyCode, NumberValue, SpokenLanguage, UnitCode } from '../language.ts';
import { BELOW_100, DIGITS, spell, spellYear } from './hi-numbers.ts';
import {
  digitByDigit,
  isOne,
  magnitude,
  numberReader,
  oneOrOther,
  phrase,
  wholeAndCents,
  withoutLeadingZeros,
} from './shared.ts';

const MINUS = 'माइनस';

const readDecimal = numberReader({
  minus: MINUS,
  point: 'दशमलव',
  cardinal: spell,
  digits: (digits) => digitByDigit(digits, DIGITS),
});

/** "1.5 करोड़" is "डेढ़ करोड़" and "2.5 लाख" "ढाई लाख". */
function number(value: NumberValue): string {
  if (value.scale !== null && value.fraction === '5') {
    const whole = withoutLeadingZeros(value.integer);
    const half = whole === '1' ? 'डेढ़' : whole === '2' ? 'ढाई' : null;
    if (half !== null) return phrase(value.negative ? MINUS : null, half, value.scale);
  }
  return readDecimal(value);
}

interface Coin {
  readonly one: string;
  readonly many: string;
}

const coin = (one: string, many: string = one): Coin => ({ one, many });

const CURRENCIES: Readonly<Record<CurrencyCode, { main: Coin; cent: Coin | null }>> = {
  INR: { main: coin('रुपया', 'रुपये'), cent: coin('पैसा', 'पैसे') },
  USD: { main: coin('डॉलर'), cent: coin('सेंट') },
  EUR: { main: coin('यूरो'), cent: coin('सेंट') },
  GBP: { main: coin('पाउंड'), cent: coin('पेनी', 'पेंस') },
  JPY: { main: coin('येन'), cent: null },
  KRW: { main: coin('वॉन'), cent: null },
  RUB: { main: coin('रूबल'), cent: coin('कोपेक') },
  CHF: { main: coin('स्विस फ़्रैंक'), cent: coin('सेंटीम') },
  CNY: { main: coin('युआन'), cent: null },
  BRL: { main: coin('ब्राज़ीलियाई रियल'), cent: coin('सेंटावो') },
  PLN: { main: coin('ज़्लॉटी'), cent: coin('ग्रोश') },
  SEK: { main: coin('स्वीडिश क्रोना'), cent: coin('ओरे') },
  CAD: { main: coin('कनाडाई डॉलर'), cent: coin('सेंट') },
  AUD: { main: coin('ऑस्ट्रेलियाई डॉलर'), cent: coin('सेंट') },
  MXN: { main: coin('मैक्सिकन पेसो'), cent: coin('सेंटावो') },
};

const UNITS: Readonly<Record<UnitCode, string>> = {
  mm: 'मिलीमीटर',
  cm: 'सेंटीमीटर',
  m: 'मीटर',
  km: 'किलोमीटर',
  in: 'इंच',
  ft: 'फ़ुट',
  mi: 'मील',
  mg: 'मिलीग्राम',
  g: 'ग्राम',
  kg: 'किलोग्राम',
  t: 'टन',
  lb: 'पाउंड',
  oz: 'औंस',
  ml: 'मिलीलीटर',
  l: 'लीटर',
  ms: 'मिलीसेकंड',
  s: 'सेकंड',
  min: 'मिनट',
  h: 'घंटे',
  m2: 'वर्ग मीटर',
  km2: 'वर्ग किलोमीटर',
  m3: 'घन मीटर',
  'km/h': 'किलोमीटर प्रति घंटा',
  mph: 'मील प्रति घंटा',
  'm/s': 'मीटर प्रति सेकंड',
  C: 'डिग्री सेल्सियस',
  F: 'डिग्री फ़ारेनहाइट',
  deg: 'डिग्री',
  B: 'बाइट',
  kB: 'किलोबाइट',
  MB: 'मेगाबाइट',
  GB: 'गीगाबाइट',
  TB: 'टेराबाइट',
  Hz: 'हर्ट्ज़',
  kHz: 'किलोहर्ट्ज़',
  MHz: 'मेगाहर्ट्ज़',
  GHz: 'गीगाहर्ट्ज़',
  W: 'वॉट',
  kW: 'किलोवॉट',
  kWh: 'किलोवॉट घंटे',
  V: 'वोल्ट',
  A: 'एम्पियर',
  mA: 'मिलीएम्पियर',
  dB: 'डेसिबल',
  px: 'पिक्सेल',
};

/** Stems of the ordinals that do not add "वाँ" to the number. */
const ORDINAL_STEMS: Readonly<Record<string, string>> = { 1: 'पहल', 2: 'दूसर', 3: 'तीसर', 4: 'चौथ', 6: 'छठ' };

/** The last vowel sign of the suffix gives gender and case: "5वाँ", "5वीं", "5वें". A year before a postposition comes here too. */
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

/** "3:30 बजे" names the hour itself, and "15:10 बजे" is "पंद्रह दस बजे"; before a postposition masculine nouns in -ā take -e ("एक रुपये का"). */
function inContext(spoken: string, _before: string, after: string | null): string {
  if (after === 'बजे' || after === 'बजकर')
    return spoken.replace(/ बजे$/, '').replace(/ बजकर (.+) मिनट$/, ' $1');
  return after !== null && /^(?:का|के|की|को|में|से|पर|तक|वाला|वाली|वाले)$/.test(after)
    ? spoken.replace(/(रुपय|पैस|घंट)ा(?= |$)/g, '$1े')
    : spoken;
}

const MONTHS = 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' ');

/**
 * A table under both spellings of the nukta letters: texts carry the composed code points (U+0958 to U+095F) as often as
 * the pairs that normal form C asks for, and leave the dot out as often as not.
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

/** Words in normal form C, whatever the form of this file. */
const plain = (words: string): string => words.normalize('NFC');

export const hi: SpokenLanguage = {
  code: 'hi',
  format: { decimal: '.', group: [',', '\u00a0', '\u202f'], dateOrder: 'dmy' },

  cardinal: spell,
  ordinal: (digits, suffix) => plain(ordinal(digits, suffix)),
  digits: (digits) => digitByDigit(digits, DIGITS),
  number: (value) => plain(number(value)),
  percent: (value) => plain(`${number(value)} प्रतिशत`),
  currency(value, code) {
    const { main, cent } = CURRENCIES[code];
    const split = cent === null ? null : wholeAndCents(value);
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
    return plain(`${number(value)} ${isOne(value) ? name.replace(/घंटे$/, 'घंटा') : name}`);
  },
  fraction,
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

  // Besides ordinals: four digits before a postposition are a year (or an amount, which is said in hundreds as well).
  ordinalPattern:
    /^(?=\d+[\u0900-\u097fsnrt]|1[1-9]\d\d )(\d+)(व(?:ाँ|ां|ा|ें|े|ीं|ी)|[लरथठ][ाीे]|st|nd|rd|th| (?:में|से|तक|ई॰|ईस्वी|क[ेा](?= दशक)))(?![\p{L}\p{M}\p{N}])/u,
  months: bothSpellings({
    ...Object.fromEntries(MONTHS.map((name, i) => [name, i + 1])),
    सितम्बर: 9,
    अक्तूबर: 10,
    नवम्बर: 11,
    दिसम्बर: 12,
    अप्रै: 4,
    सित: 9,
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
  abbreviations: {
    'डॉ.': 'डॉक्टर',
    'डा.': 'डॉक्टर',
    'प्रो.': plain('प्रोफ़ेसर'),
    'कु.': 'कुमारी',
    'पं.': 'पंडित',
    'सु.': 'सुश्री',
    'रु.': 'रुपये',
    'नं.': 'नंबर',
    'सं.': 'संख्या',
    'पृ.': 'पृष्ठ',
    'उदा.': 'उदाहरण',
    'ई.पू.': 'ईसा पूर्व',
    'ई.': 'ईस्वी',
    'वि.सं.': 'विक्रम संवत',
    'ता.': plain('तारीख़'),
    'एड.': 'एडवोकेट',
    'मी.': 'मीटर',
    'ग्रा.': 'ग्राम',
    'ली.': 'लीटर',
    'कि.मी.': 'किलोमीटर',
    'कि.ग्रा.': 'किलोग्राम',
    'से.मी.': 'सेंटीमीटर',
    'Dr.': 'डॉक्टर',
  },
  symbols: {
    '&': 'और',
    '@': 'ऐट',
    '+': 'प्लस',
    '=': 'बराबर',
    '#': 'नंबर',
    '/': 'बटा',
    '%': 'प्रतिशत',
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
  },
};
