/** French, in the traditional spelling of numbers (hyphens below a hundred only). */
import { readAbbreviations } from '../abbreviations.ts';
import {
  type DigitWords,
  digitByDigit,
  groupsOfThree,
  isBelowTwo,
  moneyReader,
  numberReader,
  phrase,
  withoutLeadingZeros,
} from '../common.ts';
import type { SpokenLanguage } from '../types.ts';
import type { NumberValue } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, type Gender, UNITS } from './measures.ts';

const DIGITS: DigitWords = ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'];
const TEENS = 'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(' ');
const TENS = [
  '',
  '',
  'vingt',
  'trente',
  'quarante',
  'cinquante',
  'soixante',
  'soixante',
  'quatre-vingt',
  'quatre-vingt',
];
/** Powers 10^6, 10^9 ... in the long scale; nouns, so they take a plural and "de" before what they count. */
const LARGE = ['million', 'milliard', 'billion', 'billiard', 'trillion'];
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

/** 1 to 99; `final` is false before "mille", where "quatre-vingts" loses its s. */
function belowHundred(value: number, final: boolean): string {
  if (value === 0) return '';
  if (value < 10) return DIGITS[value]!;
  if (value < 20) return TEENS[value - 10]!;
  const tens = Math.floor(value / 10);
  const rest = value - tens * 10 + (tens === 7 || tens === 9 ? 10 : 0);
  const stem = TENS[tens]!;
  if (rest === 0) return tens === 8 && final ? `${stem}s` : stem;
  const linked = tens < 8 && (rest === 1 || rest === 11) ? ' et ' : '-';
  return `${stem}${linked}${rest < 10 ? DIGITS[rest] : TEENS[rest - 10]}`;
}

function belowThousand(value: number, final: boolean): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  return phrase(
    hundreds > 1 ? DIGITS[hundreds] : null,
    hundreds > 0 ? (hundreds > 1 && rest === 0 && final ? 'cents' : 'cent') : null,
    belowHundred(rest, final),
  );
}

function cardinal(written: string): string {
  const digits = withoutLeadingZeros(written);
  if (digits === '0') return DIGITS[0];
  if (digits.length > 21) return digitByDigit(digits, DIGITS);
  const groups = groupsOfThree(digits);
  const words = groups
    .slice(0, -2)
    .map((group, index) =>
      group === 0
        ? ''
        : `${belowThousand(group, true)} ${LARGE[groups.length - index - 3]}${group > 1 ? 's' : ''}`,
    );
  const thousands = groups.at(-2) ?? 0;
  if (thousands > 0) words.push(thousands === 1 ? 'mille' : `${belowThousand(thousands, false)} mille`);
  return phrase(...words, belowThousand(groups.at(-1)!, true));
}

/** A final "un" agrees with a feminine noun: "vingt et une minutes". */
function agreeing(words: string, gender: Gender): string {
  return gender === 'f' ? words.replace(/(^|[ -])un$/, '$1une') : words;
}

const FEMININE =
  /(?:[st]ion|ette|ité|ance|ence|ure|ée|erie)s?$|^(?:fois|voix|nuit|main|clé|personne|minute|heure|seconde|semaine|page|femme|fille|maison|place|ligne|étoile|chambre|table|rue|pièce|bouteille|tasse|photo|vidéo|image|carte|partie|équipe|école|ville|île|porte|feuille|lettre|tonne|once)s?$/i;

/** "1 minute" and "21 personnes" count feminine nouns, known by their ending or by a list of the frequent ones. */
function inContext(spoken: string, _before: string, after: string | null): string {
  const half = / et un demi$/.test(spoken);
  if (half) return spoken.replace(/ un demi$/, ' demi');
  if (spoken === 'un demi') return after !== null && FEMININE.test(after) ? 'une demi' : spoken;
  return after !== null && FEMININE.test(after) && !/^(?:lycée|musée|silence)s?$/i.test(after)
    ? agreeing(spoken, 'f')
    : spoken;
}

/** Ordinals in the gender and number of the suffix as written: "1er", "1re", "2nde", "3es". */
function ordinal(written: string, suffix: string): string {
  const digits = withoutLeadingZeros(written);
  const ending = suffix.toLowerCase();
  const plural = ending.endsWith('s') ? 's' : '';
  if (digits === '1') return (/^(i?[eè]?re|ère)s?$/.test(ending) ? 'première' : 'premier') + plural;
  if (/^nde?s?$/.test(ending)) return (ending.startsWith('nde') ? 'seconde' : 'second') + plural;
  const words = cardinal(digits)
    .replace(/^un (?=(million|milliard|billion|billiard|trillion)$)/, '')
    .replace(/(cent|vingt|llion|lliard)s$/, '$1');
  const stem = words.endsWith('cinq')
    ? `${words}u`
    : words.endsWith('neuf')
      ? `${words.slice(0, -1)}v`
      : words.replace(/e$/, '');
  return `${stem}ième${plural}`;
}

/** Two or three decimals are read as a number after their zeros ("virgule zéro cinq"), longer ones digit by digit. */
function decimals(digits: string): string {
  if (digits.length > 3) return digitByDigit(digits, DIGITS);
  const zeros = /^0*/.exec(digits)![0];
  const rest = digits.slice(zeros.length);
  return phrase(digitByDigit(zeros, DIGITS), rest && cardinal(rest));
}

const number = numberReader({
  minus: 'moins',
  point: 'virgule',
  cardinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  fraction: decimals,
  scale: ({ integer, fraction, scale }) => {
    const word = scales[(scale ?? '').toLowerCase().replace(/\.$/, '')] ?? scale ?? '';
    return isBelowTwo({ negative: false, integer, fraction, scale: null }) ? word.replace(/s$/, '') : word;
  },
});

/**
 * A number before a noun. Below two the noun stands in the singular; after "million" and the like comes "de" or "d'".
 */
function counted(value: NumberValue, one: string, many: string, gender: Gender): string {
  const words = value.fraction === null ? agreeing(number(value), gender) : number(value);
  const noun = isBelowTwo(value) ? one : many;
  if (!/lli(on|ard)s?$/.test(words)) return `${words} ${noun}`;
  return `${words} ${/^(?:[aeiouéè]|heure)/.test(noun) ? `d'${noun}` : `de ${noun}`}`;
}

const currency = moneyReader({
  minus: 'moins',
  and: 'et',
  joint: '',
  cardinal,
  whole: (value, code) => {
    const { one, many, gender } = currencyOf(code);
    return counted(value, one, many, gender);
  },
  cents: (value, code) => {
    const { cent } = currencyOf(code);
    return cent && counted(value, ...cent);
  },
});

function fraction(numerator: number, denominator: number): string {
  const count = cardinal(String(numerator));
  if (denominator < 2 || denominator > 100) return `${count} sur ${cardinal(String(denominator))}`;
  if (numerator === 24 && denominator === 7) return 'vingt-quatre heures sur vingt-quatre';
  const plural = numerator > 1 ? 's' : '';
  if (denominator === 2) return `${count} demi${plural}`;
  if (denominator === 3) return `${count} tiers`;
  if (denominator === 4) return `${count} quart${plural}`;
  return `${count} ${ordinal(String(denominator), 'e')}${plural}`;
}

/** A year has the meaning of an ordinal, so "cent" and "vingt" have no s: "mille neuf cent". */
function year(value: number): string {
  return cardinal(String(value)).replace(/(cent|vingt)s$/, '$1');
}

function time(hour: number, minute: number, second: number | null): string {
  const feminine = (value: number) => agreeing(cardinal(String(value)), 'f');
  return phrase(
    feminine(hour),
    hour < 2 ? 'heure' : 'heures',
    minute === 0 && !second ? null : feminine(minute),
    second ? `et ${feminine(second)} ${second < 2 ? 'seconde' : 'secondes'}` : null,
  );
}

const scales: Readonly<Record<string, string>> = {
  mille: 'mille',
  million: 'millions',
  millions: 'millions',
  mio: 'millions',
  milliard: 'milliards',
  milliards: 'milliards',
  md: 'milliards',
  mds: 'milliards',
  mrd: 'milliards',
  billion: 'billions',
  billions: 'billions',
};

export const fr: SpokenLanguage = {
  code: 'fr',
  format: { decimal: ',', group: ['\u202f', '\u00a0', ' ', '.'], dateOrder: 'dmy' },
  cardinal,
  ordinal,
  digits: (digits) => digitByDigit(digits, DIGITS),
  number,
  percent: (value) => `${number(value)} pour cent`,
  currency,
  unit: (value, unit) => counted(value, ...UNITS[unit]),
  fraction,
  part({ whole, numerator, denominator }, unit) {
    const [one, many, gender] = UNITS[unit];
    const half = numerator === 1 && denominator === 2;
    if (whole > 0) {
      const rest = half ? (gender === 'f' ? 'demie' : 'demi') : fraction(numerator, denominator);
      return `${agreeing(cardinal(String(whole)), gender)} ${whole === 1 ? one : many} et ${rest}`;
    }
    if (half) return `${gender === 'f' ? 'une' : 'un'} demi-${one}`;
    return `${fraction(numerator, denominator)} ${/^[aeéiouh]/.test(one) ? `d'${one}` : `de ${one}`}`;
  },
  date: ({ year: ofEra, month, day }) =>
    phrase(
      day === null ? null : day === 1 ? 'premier' : cardinal(String(day)),
      month === null ? null : MONTHS[month - 1],
      ofEra === null ? null : year(ofEra),
    ),
  year: (value, decade) => (decade ? `années ${cardinal(String(value))}` : year(value)),
  time: ({ hour, minute, second, meridiem }) =>
    time(meridiem === null ? hour : (hour % 12) + (meridiem === 'pm' ? 12 : 0), minute, second),
  range: (from, to) => `${from} à ${to}`,
  inContext,
  ordinalPattern: /^(\d{1,15})(ers?|[eè]?res?|i?[eè]mes?|es?|è|ᵉʳ?|nde?s?)(?![\p{L}\p{N}])/u,
  months: {
    ...Object.fromEntries(MONTHS.map((name, index) => [name, index + 1])),
    janv: 1,
    jan: 1,
    févr: 2,
    fév: 2,
    fevrier: 2,
    avr: 4,
    juil: 7,
    aout: 8,
    sept: 9,
    oct: 10,
    nov: 11,
    déc: 12,
  },
  scales,
  yearCues: 'en depuis dès an année années été hiver automne printemps vers'.split(' '),
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: 'hmm', mm: 'hmm', mhm: 'hum hum' },
  symbols: {
    '√': 'racine de',
    '²': 'au carré',
    '³': 'au cube',
    '≤': 'inférieur ou égal à',
    '≥': 'supérieur ou égal à',
    '≠': 'différent de',
    '~': 'environ',
    '∞': 'infini',
    '^': 'puissance',
    '&': 'et',
    '+': 'plus',
    '=': 'égale',
    '@': 'arobase',
    '#': 'dièse',
    '/': 'barre oblique',
    '°': 'degrés',
    '§': 'paragraphe',
    '%': 'pour cent',
    '№': 'numéro',
    '‰': 'pour mille',
    '×': 'fois',
    '÷': 'divisé par',
    '<': 'inférieur à',
    '>': 'supérieur à',
    '≈': 'environ',
    '±': 'plus ou moins',
    '€': 'euros',
    $: 'dollars',
    '£': 'livres',
  },
  address: {
    dot: 'point',
    at: 'arobase',
    slash: 'barre oblique',
    hyphen: 'tiret',
    underscore: 'tiret bas',
    colon: 'deux points',
    question: "point d'interrogation",
    backslash: 'barre oblique inversée',
  },
  writing: CONVENTIONS,
};
