/** Italian. Numbers below a million are one word, with the accent on a final "tré". */
import { readAbbreviations } from '../abbreviations.ts';
import {
  CENTURIES,
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
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, UNITS } from './measures.ts';

const DIGITS: DigitWords = ['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'];
const TEENS = 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
  ' ',
);
const TENS = [
  '',
  '',
  'venti',
  'trenta',
  'quaranta',
  'cinquanta',
  'sessanta',
  'settanta',
  'ottanta',
  'novanta',
];
const MONTHS = (
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre ' + 'dicembre'
).split(' ');

/** 1 to 999 as one word, without the accent of "tré". */
function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const prefix = hundreds === 0 ? '' : `${hundreds === 1 ? '' : DIGITS[hundreds]}cento`;
  if (rest === 0) return prefix;
  if (rest < 20) {
    const word = rest < 10 ? DIGITS[rest]! : TEENS[rest - 10]!;
    return (word === 'otto' ? prefix.replace(/o$/, '') : prefix) + word;
  }
  const unit = rest % 10;
  const tens = TENS[Math.floor(rest / 10)]!;
  // "centottanta" and "ventuno", "ventotto": the vowel before "o" or "u" falls away.
  const joined = tens.startsWith('ottanta') ? prefix.replace(/o$/, '') : prefix;
  return `${joined}${unit === 1 || unit === 8 ? tens.slice(0, -1) : tens}${unit === 0 ? '' : DIGITS[unit]}`;
}

/** 1 to 999,999 as one word. */
function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const words =
    (thousands === 0 ? '' : thousands === 1 ? 'mille' : `${belowThousand(thousands)}mila`) +
    belowThousand(value % 1000);
  return words.replace(/(?<=.)tre$/, 'tré');
}

/** Up to 10^15; a million million is "mille miliardi", as people say. */
function cardinal(written: string): string {
  const digits = withoutLeadingZeros(written);
  if (digits === '0') return DIGITS[0];
  if (digits.length > 15) return digitByDigit(digits, DIGITS);
  const [millions = 0] = groupsOfThree(digits.slice(-9, -6));
  const milliards = Number(digits.slice(0, -9) || '0');
  const rest = Number(digits.slice(-6));
  return phrase(
    milliards === 0 ? null : milliards === 1 ? 'un miliardo' : `${belowMillion(milliards)} miliardi`,
    millions === 0 ? null : millions === 1 ? 'un milione' : `${belowMillion(millions)} milioni`,
    rest === 0 ? null : belowMillion(rest),
  );
}

const ORDINALS = [
  'zeresimo',
  'primo',
  'secondo',
  'terzo',
  'quarto',
  'quinto',
  'sesto',
  'settimo',
  'ottavo',
  'nono',
  'decimo',
];

/** Masculine, or feminine after "ª" or a suffix in -a. */
function ordinal(written: string, suffix: string): string {
  const digits = withoutLeadingZeros(written);
  const words = ORDINALS[Number(digits)] ?? longOrdinal(digits);
  return /[ªa]$/.test(suffix) ? words.replace(/o$/, 'a') : words;
}

function longOrdinal(digits: string): string {
  const words = cardinal(digits).replace(/^un /, '').replaceAll(' ', '').replace(/mila$/, 'mille');
  // "ventitreesimo" and "ventiseiesimo" keep their vowel, all others lose it.
  const stem = /tr[eé]$/.test(words)
    ? words.replace(/é$/, 'e')
    : /sei$/.test(words)
      ? words
      : words.slice(0, -1);
  return `${stem}esimo`;
}

const COUNTED_FEMININE =
  /^(?:ora|volta|persona|settimana|notte|pagina|camera|parte|riga|stella|domanda|risposta|bottiglia|tazza|parola|lettera|casa|email|opzione)$/i;
const COUNTED_MASCULINE =
  /^(?:litro|metro|chilo|euro|giorno|minuto|secondo|mese|anno|libro|uomo|bambino|messaggio|punto|posto|passo|file|gatto|cane|caffè|bicchiere|biglietto|amico|pezzo|tavolo|piano|numero)$/i;

/** A single 1 before a noun is the article. Only frequent nouns are known, because anything may follow a number. */
function inContext(spoken: string, before: string, after: string | null): string {
  // "tra 10-20 giorni", "dalle 9-17": the text already contains the preposition.
  if (/^da .* a /.test(spoken) && /^(?:da|dal|dalle|dai|di)$/i.test(before)) return spoken.slice(3);
  // "per 7-10 giorni", "ogni 4-6 ore"
  if (/^da .* a /.test(spoken) && /^(?:per|ogni|in|circa|entro|dopo|con)$/i.test(before))
    return spoken.slice(3).replace(' a ', ' ');
  if (/^da .* a /.test(spoken) && /^[tf]ra$/i.test(before)) return spoken.slice(3).replace(' a ', ' e ');
  if (spoken !== 'uno' || after === null) return spoken;
  if (COUNTED_FEMININE.test(after)) return 'una';
  return COUNTED_MASCULINE.test(after) ? 'un' : spoken;
}

/** Two or three decimals are read as a number after their zeros ("virgola zero cinque"), longer ones digit by digit. */
function decimals(digits: string): string {
  if (digits.length > 3) return digitByDigit(digits, DIGITS);
  const zeros = /^0*/.exec(digits)![0];
  const rest = digits.slice(zeros.length);
  return phrase(digitByDigit(zeros, DIGITS), rest && cardinal(rest));
}

function scaleWord(value: NumberValue): string {
  return scales[(value.scale ?? '').toLowerCase().replace(/\.$/, '')] ?? value.scale ?? '';
}

const readNumber = numberReader({
  minus: 'meno',
  point: 'virgola',
  cardinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  fraction: decimals,
  scale: scaleWord,
});

function number(value: NumberValue): string {
  if (value.scale === null || !isOne({ ...value, scale: null })) return readNumber(value);
  // "un milione": article and singular.
  return phrase(
    value.negative ? 'meno' : null,
    'un',
    scaleWord(value).replace(/oni$/, 'one').replace(/di$/, 'do'),
  );
}

/** A number before a noun given as the phrase for exactly one ("un'ora") and the plural; "di" after "milioni". */
function counted(value: NumberValue, one: string, many: string): string {
  if (isOne(value)) return phrase(value.negative ? 'meno' : null, one);
  const words = number(value);
  return `${words} ${/(milion[ei]|miliard[oi]|bilion[ei])$/.test(words) ? 'di ' : ''}${many}`;
}

const currency = moneyReader({
  minus: 'meno',
  and: 'e',
  joint: 'e',
  cardinal,
  whole: (value, code) => counted(value, currencyOf(code).one, currencyOf(code).many),
  cents: (value, code) => {
    const { cent } = currencyOf(code);
    return cent && counted(value, ...cent);
  },
});

function fraction(numerator: number, denominator: number): string {
  const count = numerator === 1 ? 'un' : cardinal(String(numerator));
  if (denominator < 2 || denominator > 1000)
    return `${cardinal(String(numerator))} fratto ${cardinal(String(denominator))}`;
  if (numerator === 24 && denominator === 7) return 'ventiquattro sette';
  if (denominator === 2) return numerator === 1 ? 'mezzo' : `${count} mezzi`;
  const part = ordinal(String(denominator), '');
  return `${count} ${numerator === 1 ? part : part.replace(/o$/, 'i')}`;
}

const scales: Readonly<Record<string, string>> = {
  mila: 'mila',
  milione: 'milioni',
  milioni: 'milioni',
  mln: 'milioni',
  mio: 'milioni',
  miliardo: 'miliardi',
  miliardi: 'miliardi',
  mld: 'miliardi',
  mrd: 'miliardi',
  bilione: 'bilioni',
  bilioni: 'bilioni',
};

/** "dalle nove", "dall'una", "da mezzogiorno" */
function atHour(preposition: 'da' | 'a', time: string): string {
  if (/^mezz/.test(time)) return `${preposition} ${time}`;
  return time.startsWith('una') ? `${preposition}ll'${time}` : `${preposition}lle ${time}`;
}

export const it: SpokenLanguage = {
  code: 'it',
  format: { decimal: ',', group: ['.', "'", '’', '\u00a0', '\u202f'], dateOrder: 'dmy' },
  cardinal,
  ordinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => `${number(value)} per cento`,
  currency,
  unit: (value, unit) => counted(value, ...UNITS[unit]),
  fraction,
  part({ whole, numerator, denominator }, unit) {
    const [one, many] = UNITS[unit];
    const feminine = /^un(?:a |')/.test(one);
    const noun = one.replace(/^un[oa']? ?/, '').replace('chilogrammo', 'chilo');
    const half = numerator === 1 && denominator === 2;
    const rest = half ? (feminine ? 'mezza' : 'mezzo') : fraction(numerator, denominator);
    if (whole === 0) return half ? `${rest} ${noun}` : `${rest} di ${noun}`;
    return `${whole === 1 ? one.replace('chilogrammo', 'chilo') : `${cardinal(String(whole))} ${many.replace('chilogrammi', 'chili')}`} e ${rest}`;
  },
  date: ({ year, month, day }) =>
    phrase(
      day === null ? null : day === 1 ? 'primo' : cardinal(String(day)),
      month === null ? null : MONTHS[month - 1],
      year === null ? null : cardinal(String(year)),
    ),
  year: (year) => cardinal(String(year)),
  time: ({ hour, minute, second, meridiem }) => {
    const hours = meridiem === null ? hour : (hour % 12) + (meridiem === 'pm' ? 12 : 0);
    return phrase(
      hours === 1 ? 'una' : cardinal(String(hours)),
      minute === 0 && !second ? null : `e ${cardinal(String(minute))}`,
      second
        ? `e ${counted({ negative: false, integer: String(second), fraction: null, scale: null }, ...UNITS.s)}`
        : null,
    );
  },
  range: (from, to) => `da ${from} a ${to}`,
  timeRange: (from, to, before) =>
    `${/^(?:dalle|ore)$/i.test(before) ? from : atHour('da', from)} ${atHour('a', to)}`,
  inContext,
  // A degree sign means "º" with small numbers only: "1° maggio", but "30° all'ombra".
  ordinalPattern:
    /^(\d{1,9}(?=[ºªe])|(?:1?\d)(?=°)|\d{1,2}(?=[ao] \p{Ll}{4}))([ºª]|°(?!\s?[CF\d])|esim[oa]|[ao])(?![\p{L}\p{N}])/u,
  months: {
    ...Object.fromEntries(MONTHS.map((name, index) => [name, index + 1])),
    gen: 1,
    feb: 2,
    febbr: 2,
    mar: 3,
    apr: 4,
    mag: 5,
    giu: 6,
    lug: 7,
    ago: 8,
    set: 9,
    sett: 9,
    ott: 10,
    nov: 11,
    dic: 12,
  },
  scales,
  yearCues: 'nel dal del anno anni estate inverno autunno primavera fino'.split(' '),
  abbreviations: {
    ...Object.fromEntries(
      CENTURIES.map((roman, index) => [`${roman} secolo`, `${ordinal(String(index + 1), '')} secolo`]),
    ),
    ...readAbbreviations(abbreviations),
  },
  hums: { hm: 'uhm', mm: 'uhm', mhm: 'uhm uhm' },
  symbols: {
    '√': 'radice di',
    '²': 'al quadrato',
    '³': 'al cubo',
    '≤': 'minore o uguale a',
    '≥': 'maggiore o uguale a',
    '≠': 'diverso da',
    '~': 'circa',
    '∞': 'infinito',
    '^': 'elevato a',
    '&': 'e',
    '+': 'più',
    '=': 'uguale',
    '@': 'chiocciola',
    '#': 'cancelletto',
    '/': 'barra',
    '°': 'gradi',
    '§': 'paragrafo',
    '%': 'per cento',
    '№': 'numero',
    '‰': 'per mille',
    '×': 'per',
    '÷': 'diviso',
    '<': 'minore di',
    '>': 'maggiore di',
    '≈': 'circa',
    '±': 'più o meno',
    '€': 'euro',
    $: 'dollari',
    '£': 'sterline',
  },
  address: {
    dot: 'punto',
    at: 'chiocciola',
    slash: 'barra',
    hyphen: 'trattino',
    underscore: 'trattino basso',
    colon: 'due punti',
    question: 'punto interrogativo',
    backslash: 'barra inversa',
  },
  writing: CONVENTIONS,
};
