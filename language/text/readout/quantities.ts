/** Numbers with the things that they count: percent, units, ranges, products, ordinals, plain numbers. */
import type { SpokenLanguage } from '../languages/types.ts';
import type { NumberValue, UnitCode } from '../languages/values.ts';
import { KOREAN_PARTICLE } from '../scripts.ts';
import { isRate } from './abbreviations.ts';
import { currencyAfter, currencyWordAfter, NO_CENTS, withSignScale } from './money.ts';
import { type FoundNumber, numberAt, sayNumber, wholeNumber, withScale } from './numbers.ts';
import {
  alternatives,
  isAlphanumeric,
  isDigit,
  isLetter,
  matchAt,
  perLanguage,
  type ReadContext,
  type Reader,
  type Readout,
  WORD_ENDS,
} from './reader.ts';
import { ATTACHED_ONLY, SHORTENED_UNITS, SPACED_ONLY, UNIT_SYMBOLS } from './symbols.ts';
import { endsSentence } from './times.ts';

const SPACE = '[ \\u00a0\\u202f]?';
const PERCENT = new RegExp(`${SPACE}%(?!\\d)`, 'y');
const units = perLanguage('units', ({ writing }) => {
  const symbols: Readonly<Record<string, UnitCode>> = { ...UNIT_SYMBOLS, ...writing.units.home };
  const written = alternatives(Object.keys(symbols));
  return { symbols, pattern: new RegExp(`(${SPACE})(${written})(?![²³])${WORD_ENDS}`, 'uy') };
});
const DASH = /[-–—~〜∼～]|[ \u00a0][-–—~〜∼～][ \u00a0]/y;

/** The unit or currency after a number. */
interface Measure {
  readonly end: number;
  say(value: NumberValue): string;
}

function measureAt(text: string, at: number, language: SpokenLanguage): Measure | null {
  const percent = matchAt(PERCENT, text, at);
  if (percent !== null) return { end: at + percent[0].length, say: (value) => language.percent(value) };
  const money = currencyAfter(text, at);
  if (money !== null) return { end: money.end, say: (value) => language.currency(value, money.code) };
  const unit = unitAfter(text, at, language);
  return unit === null ? null : { end: unit.end, say: (value) => language.unit(value, unit.code) };
}

/** The unit whose symbol stands after a number, and where it ends. */
export function unitAfter(
  text: string,
  at: number,
  language: SpokenLanguage,
): { readonly code: UnitCode; readonly end: number } | null {
  const { symbols, pattern } = units(language);
  const unit = matchAt(pattern, text, at);
  const written = unit?.[2] ?? '';
  const known: UnitCode | undefined = symbols[written];
  if (unit === null || known === undefined) return null;
  // "10 MB/s" counts megabytes per second; any other slash makes the unit unknown.
  if (text[at + unit[0].length] === '/' && !isRate(text, at + unit[0].length, language)) return null;
  if (unit[1] === '' ? SPACED_ONLY.has(written) : attachedOnly(written, text, at, language)) return null;
  // "5 A students": before another word, the letter is a grade.
  const after = text.slice(at + unit[0].length, at + unit[0].length + 3);
  if (SPACED_ONLY.has(written) && /^(?: |\.)\p{L}/u.test(after)) return null;
  if (written === 'º' && language.ordinalPattern.test('1º')) return null;
  // "44 г. до н. э." is a year.
  if (written === 'г' && /^\. (?:до )?н\. ?э/.test(text.slice(at + unit[0].length, at + unit[0].length + 9)))
    return null;
  // "20° c'est bien"
  if (/^° [cfk]$/.test(written) && after.startsWith("'")) return null;
  const end = at + unit[0].length;
  // "3 lbs. of apples": the dot of a shortened unit inside a sentence.
  const dot = SHORTENED_UNITS.has(written) && /^\.\s+[\p{Ll}\d]/u.test(text.slice(end, end + 4)) ? 1 : 0;
  return { end: end + dot, code: known };
}

/**
 * Units that mean something else after a space: French bytes in other languages, "in", and the west of "40 W 23rd
 * Street".
 */
function attachedOnly(written: string, text: string, at: number, language: SpokenLanguage): boolean {
  if (/^[NVWJ]$/.test(written))
    return (
      language.writing.words.compass !== null && /^ [NVWJ](?:\.| [\p{Lu}\d])/u.test(text.slice(at, at + 4))
    );
  return ATTACHED_ONLY.has(written) && !language.writing.units.spacedAtHome.includes(written);
}

/**
 * Whether a unit, a currency or a percent sign follows at the offset, so that the number before it counts something.
 */
export function isMeasured(text: string, at: number, language: SpokenLanguage): boolean {
  return measureAt(text, at, language) !== null;
}

/** The number after a dash, for ranges; a bracketed minus is not a range. */
function rangeEnd(text: string, at: number, language: SpokenLanguage): FoundNumber | null {
  const dash = matchAt(DASH, text, at);
  if (dash === null) return null;
  const from = at + dash[0].length;
  return isDigit(text, from) ? numberAt(text, from, language) : null;
}

function looksLikeYear(found: FoundNumber): boolean {
  return found.plain && /^(?:1[0-9]|20)\d\d$/.test(found.value.integer);
}

/** "1st", "2.", "3e", "1º": what the language's own pattern accepts. */
export const readOrdinal: Reader = (text, at, { language, previous, continues }) => {
  if (!isDigit(text, at)) return null;
  const { numberedAdjective } = language.writing.words;
  const joined = numberedAdjective === null ? null : matchAt(numberedAdjective.pattern, text, at);
  if (joined !== null && numberedAdjective !== null)
    return { end: at + joined[0].length, spoken: numberedAdjective.spoken(joined) };
  const window = text.slice(at, at + 32);
  const last = continues ? null : lastOrdinal(text, at, previous, language);
  if (last !== null) return last;
  const grouped = groupedOrdinal(window, language);
  if (grouped !== null) return { end: at + grouped.end, spoken: grouped.spoken };
  const token = /^\d+[.\p{L}\p{M}ºª°-]*/u.exec(window)?.[0] ?? '';
  const match = language.ordinalPattern.exec(window) ?? language.ordinalPattern.exec(token);
  const digits = match?.[1];
  const suffix = match?.[2] ?? '';
  if (match === null || match.index !== 0 || digits === undefined) return null;
  const clock = /^[분초시월일]/.test(suffix);
  if (/^0./.test(digits) && !clock) return null;
  const end = at + digits.length + suffix.length;
  const joinedOn = /\p{Script=Hangul}$/u.test(suffix) ? isLetter(text, end) : isAlphanumeric(text, end);
  if (suffix === '' || joinedOn) return null;
  if (digits === '0' && !/\p{L}/u.test(suffix)) return null;
  if (suffix === '.' && !dotIsOrdinal(text, end, digits, previous, language)) return null;
  return { end, spoken: language.ordinal(digits, suffix) };
};

const LAST = /(\d{1,4})\.(?=["'”’»)\]]*\s*(?:\u2029|$))/y;

/** "Wir treffen uns am 3.": after an article the last dot marks the ordinal and ends the sentence. */
function lastOrdinal(text: string, at: number, previous: string, language: SpokenLanguage): Readout | null {
  const match = matchAt(LAST, text, at);
  const { ordinalDot, beforeOrdinals } = language.writing.sentences;
  const [all, digits = '0'] = match ?? [];
  if (all === undefined || !ordinalDot || !beforeOrdinals.includes(previous.toLowerCase())) return null;
  // "Drücken Sie die 1." names a key.
  if (previous === 'die') return null;
  if (digits.startsWith('0')) return null;
  return { end: at + all.length, spoken: language.ordinal(digits, '.'), endsSentence: true };
}

const GROUPED = /^\d{1,3}(?:([.,' \u00a0\u202f])\d{3})(?:\1\d{3})*(?!\d)/;

/** "1,000th", "1.000.ª", "1 000 000e": the ordinal of a grouped number. */
function groupedOrdinal(window: string, language: SpokenLanguage): { end: number; spoken: string } | null {
  const number = GROUPED.exec(window)?.[0];
  if (number === undefined || number.startsWith('0')) return null;
  const plain = number.replace(/\D/g, '');
  const match = language.ordinalPattern.exec(plain + window.slice(number.length));
  const suffix = match?.[2] ?? '';
  if (match?.[1] !== plain || !/^[.-]?[\p{L}ºª]/u.test(suffix) || /\p{Script=Hangul}/u.test(suffix))
    return null;
  return { end: number.length + suffix.length, spoken: language.ordinal(plain, suffix) };
}

/**
 * A dot after a number makes it an ordinal before a lower-case letter, or before a capital if a short word (an article)
 * precedes the number.
 */
function dotIsOrdinal(
  text: string,
  end: number,
  digits: string,
  previous: string,
  { writing }: SpokenLanguage,
): boolean {
  const { afterOrdinals, beforeOrdinals } = writing.sentences;
  const noun = /^[ \u00a0](\p{L}+)/u.exec(text.slice(end, end + 20))?.[1];
  if (noun !== undefined && afterOrdinals.includes(noun)) return true;
  if (digits.length === 4 && !beforeOrdinals.includes(previous.toLowerCase())) return false;
  // Numbers of headings and lists are smaller.
  if (digits.length === 3 && previous === '' && /^[ \u00a0]\p{Lu}/u.test(text.slice(end, end + 3)))
    return true;
  if (digits.length > 4 || !/^[ \u00a0]\p{L}/u.test(text.slice(end, end + 3))) return false;
  if (/^[ \u00a0]\p{Ll}/u.test(text.slice(end, end + 3))) return true;
  return /^\p{L}{1,6}$/u.test(previous);
}

/** Degrees, minutes and seconds: "40°26′46″ N". */
const ANGLE = /(\d{1,3})° ?(\d{1,2})['′](?: ?(\d{1,2})(?:[.,]\d+)?["”″])?(?: ?([NSEWO])(?!\p{L}))?/uy;
/** "6' tall" */
const FEET = /(\d{1,3})(?:′|'(?=[ -](?:tall|high|wide|long|deep)(?!\p{L})))(?!\d)/uy;
/** "a 27" monitor": a quote that nothing opens. */
const INCHES = /(\d{1,3}(?:[.,]\d{1,2})?)(["”]|[″])(?=[ \u00a0-]\p{L}|[.,;!?)]|$)/uy;
const FEET_INCHES =
  /(\d{1,2})['′] ?(\d{1,2})(?:["”″]|'')|(\d{1,3}) ?ft\.? ?(\d{1,2}) ?in(?:\.(?=\s+\p{Ll}))?(?![\p{L}\p{N}])/uy;
/** A ratio or a score, or minutes and seconds: "3:1", "16:9", "75:30" (times of day are matched before). */
const VERSES = /[-–](\d{1,3})(?![\p{L}\p{N}:]|[.,]\d)/uy;
const PAIR = /(\d{1,4}):(\d{1,4})(?!(?!\p{Script=Hangul})[\p{L}\p{N}:]|[.,]\d)/uy;
/** "1h 30m": after hours, the letter means minutes. */
const DURATION =
  /(\d{1,3}) ?h(?:rs?)? ?(\d{1,2}) ?m(?:in?s?)?(?: ?(\d{1,2}) ?s(?:ec|eg)?)?(?![\p{L}\p{N}])/uy;
const LENGTH = /(?:[mck]?m|in|ft|px|inch(?:es)?|feet)$/;
/** "1.5e-3", "2E+5": a small letter, a sign or a decimal number tells it from a name ("3E5"). */
const EXPONENT = /(?:e([-+−]?)|E([-+−]))(\d{1,3})(?![\p{L}\p{N}]|[.,-]\d)/uy;
/** "10⁻³" is "10^-3" by now. The dot is a sign of multiplication only before a power of ten. */
const TIMES_SIGN =
  /[ \u00a0]?×[ \u00a0]?|[ \u00a0]?[·⋅∙][ \u00a0]?(?=10\^)|x(?=\d)|[ \u00a0]x[ \u00a0](?=\d)/y;

/** "40.7128° N" */
const BEARING = /(\d{1,3}(?:[.,]\d{1,8})?)° ?([NSEWO])(?![\p{L}\p{N}'])/uy;

/** A number with a power of ten: "1.5e-3". */
function scientific(text: string, bare: FoundNumber, language: SpokenLanguage): Readout | null {
  const match = matchAt(EXPONENT, text, bare.end);
  const [times, power] = [language.symbols['×'], language.symbols['^']];
  if (match === null || times === undefined || power === undefined) return null;
  const sign = match[1] ?? match[2];
  const exponent = { ...wholeNumber(String(Number(match[3]))), negative: sign === '-' || sign === '−' };
  return {
    end: bare.end + match[0].length,
    spoken: [
      sayNumber(bare, language),
      times,
      language.cardinal('10'),
      power,
      language.number(exponent),
    ].join(' '),
  };
}

function sayAngle(match: RegExpExecArray, at: number, language: SpokenLanguage): Readout {
  const [all, degrees = '0', minutes = '0', seconds, direction = ''] = match;
  const spoken = [
    language.unit(wholeNumber(degrees), 'deg'),
    language.unit(wholeNumber(String(Number(minutes))), 'min'),
    seconds === undefined ? '' : language.unit(wholeNumber(String(Number(seconds))), 's'),
    language.writing.words.directions[direction] ?? direction,
  ];
  return { end: at + all.length, spoken: spoken.filter(Boolean).join(' ') };
}

function sayInches(size: FoundNumber, text: string, end: number, language: SpokenLanguage): string {
  const before = language.writing.units.singularBefore?.test(text.slice(end, end + 16)) ?? false;
  if (!before) return language.unit(size.value, 'in');
  return `${sayNumber(size, language)} ${language.unit(wholeNumber('1'), 'in').split(' ').at(-1)}`;
}

/** Whether a quote is open before the number, so that the mark after the number closes it. */
export function isQuoted(text: string, at: number, mark: string): boolean {
  if (mark === '″') return false;
  const line = text.slice(Math.max(0, at - 300), at);
  let open = false;
  for (const { index } of line.matchAll(/["“”]/g)) open = /[\s([{:—–-]/.test(line[index - 1] ?? ' ') && !open;
  return open;
}

/** Everything else that begins with a number, in the order: measure, range, scale, plain. */
export const readQuantity: Reader = (text, at, context) => {
  const { language } = context;
  const { ratio, sizes: by } = language.writing.numbers;
  const angle = matchAt(ANGLE, text, at);
  if (angle !== null) return sayAngle(angle, at, language);
  const bearing = matchAt(BEARING, text, at);
  const degrees = bearing === null ? null : numberAt(text, at, language);
  if (bearing !== null && degrees?.end === at + (bearing[1] ?? '').length) {
    const direction = language.writing.words.directions[bearing[2] ?? ''] ?? bearing[2];
    return { end: at + bearing[0].length, spoken: `${language.unit(degrees.value, 'deg')} ${direction}` };
  }
  const inches = matchAt(INCHES, text, at);
  const size = inches === null || isQuoted(text, at, inches[2] ?? '') ? null : numberAt(text, at, language);
  if (inches !== null && size !== null)
    return { end: at + inches[0].length, spoken: sayInches(size, text, at + inches[0].length, language) };
  const feet = matchAt(FEET_INCHES, text, at);
  if (feet !== null) {
    const spoken = `${language.unit(wholeNumber(feet[1] ?? feet[3] ?? '0'), 'ft')} ${language.unit(wholeNumber(feet[2] ?? feet[4] ?? '0'), 'in')}`;
    return { end: at + feet[0].length, spoken };
  }
  const tall = matchAt(FEET, text, at);
  if (tall !== null)
    return { end: at + tall[0].length, spoken: language.unit(wholeNumber(tall[1] ?? '0'), 'ft') };
  const sides = by === null ? null : matchAt(FEET_BY_FEET, text, at);
  if (sides !== null) {
    const long = language.unit(wholeNumber(sides[2] ?? '0'), 'ft');
    return { end: at + sides[0].length, spoken: `${language.cardinal(sides[1] ?? '0')} ${by} ${long}` };
  }
  const pair = matchAt(PAIR, text, at);
  if (pair !== null) {
    const [left, right] = [language.cardinal(pair[1] ?? '0'), language.cardinal(pair[2] ?? '0')];
    const verses = matchAt(VERSES, text, at + pair[0].length);
    // "Genesis 1:1-3"
    if (verses !== null)
      return {
        end: at + pair[0].length + verses[0].length,
        spoken: `${left} ${language.range(right, language.cardinal(verses[1] ?? '0'))}`,
      };
    // With two figures each, they are minutes and seconds or a score.
    const to = pair[2]?.length === 2 ? null : ratio;
    return { end: at + pair[0].length, spoken: [left, to, right].filter(Boolean).join(' ') };
  }
  const duration = matchAt(DURATION, text, at);
  if (duration !== null) {
    const seconds = Number(duration[3] ?? 0);
    const spoken = [
      language.unit(wholeNumber(duration[1] ?? '0'), 'h'),
      language.unit(wholeNumber(String(Number(duration[2] ?? 0))), 'min'),
      seconds === 0 ? '' : language.unit(wholeNumber(String(seconds)), 's'),
    ];
    return { end: at + duration[0].length, spoken: spoken.filter(Boolean).join(' ') };
  }
  const bare = numberAt(text, at, language);
  if (bare === null) return null;
  return scientific(text, bare, language) ?? rangeFrom(text, bare, context) ?? measured(text, bare, context);
};

/** "3-1": a range would rise. */
function scoreOf(first: FoundNumber, second: FoundNumber, language: SpokenLanguage): string | null {
  const word = language.writing.numbers.score;
  const [left, right] = [first.value.integer, second.value.integer];
  if (word === null || !first.plain || !second.plain || Math.max(left.length, right.length) > 2) return null;
  if (Number(left) < Number(right)) return null;
  return [language.cardinal(left), word, language.cardinal(right)].filter(Boolean).join(' ');
}

/** "5~6명", "80〜90년대": Korean counters determine the form of both numbers. */
function countedRange(
  text: string,
  first: FoundNumber,
  second: FoundNumber,
  language: SpokenLanguage,
): Readout | null {
  const at = second.end - second.value.integer.length;
  const match = /^\p{Script=Hangul}/u.test(text.slice(second.end))
    ? language.ordinalPattern.exec(text.slice(at, at + 24))
    : null;
  const suffix = match?.[2] ?? '';
  if (match?.[1] !== second.value.integer || !first.plain || KOREAN_PARTICLE.test(suffix)) return null;
  const [from, to] = [first, second].map(({ value }) => language.ordinal(value.integer, suffix));
  const counter = to?.split(' ').at(-1) ?? '';
  if (from === undefined || to === undefined || counter === to || !from.endsWith(` ${counter}`)) return null;
  const end = second.end + suffix.length;
  const alone = from.slice(0, -counter.length - 1);
  const few = language.writing.numbers.approximate[`${first.value.integer}-${second.value.integer}`];
  if (few !== undefined && alone !== language.cardinal(first.value.integer))
    return { end, spoken: `${few} ${counter}` };
  const { wave } = language.writing.numbers;
  const waved = wave !== null && /[〜～]/.test(text[first.end] ?? '');
  const named = language.writing.numbers.namedAlone[alone] ?? alone;
  return { end, spoken: waved ? `${named}${wave} ${to}` : language.range(named, to) };
}

/** "10-20", "5–10 km", "1914-1918", "2-3 million dollars". */
function rangeFrom(text: string, first: FoundNumber, { language, previous }: ReadContext): Readout | null {
  const bare = rangeEnd(text, first.end, language);
  if (bare === null || first.value.negative || /^[-–/]\d/.test(text.slice(bare.end, bare.end + 2)))
    return null;
  const measure = measureAt(text, bare.end, language);
  const spaced = text[first.end] !== undefined && /[ \u00a0]/.test(text[first.end] ?? '');
  const rises = Number(first.value.integer) < Number(bare.value.integer);
  // "5-3-Ws", "1-413-te": names of parts.
  const grows = bare.value.integer.length - first.value.integer.length;
  if (/^-\p{L}/u.test(text.slice(bare.end, bare.end + 2)) && (!rises || grows > 1)) return null;
  // "Step 2 - 1 egg" is no range; neither is "1-4=5".
  if (spaced && (!rises || !first.plain !== !bare.plain)) return null;
  // "Boeing 747-400": a model; a range rises.
  const long =
    first.plain && bare.plain && Math.min(first.value.integer.length, bare.value.integer.length) > 2;
  const isNamed = previous === 'Boeing' || (!rises && /^\p{Lu}\p{Ll}/u.test(previous));
  const model = text[first.end] === '-' && measure === null && isNamed;
  if (model && long && !looksLikeYear(first) && !isAlphanumeric(text, bare.end))
    return { end: bare.end, spoken: `${sayNumber(first, language)} ${sayNumber(bare, language)}` };
  const counted = countedRange(text, first, bare, language);
  if (counted !== null) return counted;
  if (/^ ?=/.test(text.slice(bare.end, bare.end + 2))) {
    const less = language.number({ ...bare.value, negative: true });
    return spaced ? null : { end: bare.end, spoken: `${sayNumber(first, language)} ${less}` };
  }
  if (measure === null && /^0\d/.test(bare.value.integer)) {
    // "2024-0815" is a file number.
    if (isAlphanumeric(text, bare.end)) return null;
    return { end: bare.end, spoken: `${sayNumber(first, language)} ${sayNumber(bare, language)}` };
  }
  // "50-50", "978-0"
  const isPair =
    first.value.integer === bare.value.integer
      ? first.value.integer.length === 2
      : !rises &&
        first.value.integer.length > bare.value.integer.length + 1 &&
        !looksLikeYear(first) &&
        // "297-272 BC"
        !/^ \p{L}/u.test(text.slice(bare.end, bare.end + 2));
  if (measure === null && first.plain && bare.plain && isPair && !isAlphanumeric(text, bare.end))
    return { end: bare.end, spoken: `${sayNumber(first, language)} ${sayNumber(bare, language)}` };
  // "9-6 बजे" are hours.
  const isScore = !/^ ?(?:बजे|시|Uhr|uur)/u.test(text.slice(bare.end, bare.end + 5));
  const scored = measure === null && isScore ? scoreOf(first, bare, language) : null;
  if (scored !== null && !isAlphanumeric(text, bare.end)) return { end: bare.end, spoken: scored };
  const second = measure === null ? withScale(text, bare, language, false) : bare;
  const end = measure?.end ?? second.end;
  if (measure === null && isAlphanumeric(text, end)) return null;
  if (
    measure === null &&
    looksLikeYear(first) &&
    second.plain &&
    /^(?:\d\d|\d{4})$/.test(second.value.integer)
  ) {
    const from = language.year(Number(first.value.integer), false);
    const to =
      second.value.integer.length === 2
        ? language.cardinal(second.value.integer)
        : language.year(Number(second.value.integer), false);
    return { end, spoken: language.range(from, to), year: true };
  }
  const money = first.value.fraction === null ? null : currencyAfter(text, bare.end);
  if (money !== null) {
    const [low, high] = [first, bare].map(({ value }) => language.currency(value, money.code));
    return { end: money.end, spoken: language.range(low ?? '', high ?? '') };
  }
  const from = measure === null ? sayNumber(first, language) : language.number(first.value);
  return {
    end,
    spoken: language.range(from, measure === null ? sayNumber(second, language) : measure.say(second.value)),
  };
}

/** Factors of one product that are read as one ("30 x 20 x 10 cm"). */
const MOST_FACTORS = 4;
/** "12' x 15'": the sides of a room. */
const FEET_BY_FEET = /(\d{1,3})' ?[x×] ?(\d{1,3})'/y;

/** An amount with its measure, whose dot may also be the full stop ("5 руб."). */
function measuredBy(
  text: string,
  measure: Measure,
  value: NumberValue,
  context: ReadContext,
  factors: number,
): Readout {
  const { end } = measure;
  const { language, continues } = context;
  // "3.6 m x 4.5 m"
  const times = factors > 1 ? matchAt(TIMES_SIGN, text, end) : null;
  const second = times === null ? null : numberAt(text, end + times[0].length, language);
  const more = second === null ? null : measured(text, second, context, factors - 1);
  const by = language.writing.numbers.sizes ?? language.symbols['×'];
  if (more !== null && by !== undefined)
    return { ...more, spoken: `${measure.say(value)} ${by} ${more.spoken}` };
  // "5.25%-5.50%": the measure is read once.
  const dash = matchAt(DASH, text, end);
  const from = end + (dash?.[0].length ?? 0);
  const next = dash !== null && isDigit(text, from) ? numberAt(text, from, language) : null;
  const upper = next === null ? null : measureAt(text, next.end, language);
  if (
    next !== null &&
    upper !== null &&
    text.slice(next.end, upper.end).trim() === text.slice(end - (upper.end - next.end), end).trim()
  )
    return {
      end: upper.end,
      spoken: language.range(
        value.fraction === null || !/[€$£]/.test(text.slice(next.end, upper.end))
          ? language.number(value)
          : measure.say(value),
        upper.say(next.value),
      ),
    };
  const stops = text[end - 1] === '.' && endsSentence(text, end, continues);
  return { end, spoken: measure.say(value), ...(stops ? { endsSentence: true } : {}) };
}

function measured(
  text: string,
  bare: FoundNumber,
  context: ReadContext,
  factors = MOST_FACTORS,
): Readout | null {
  const { language } = context;
  const money = currencyWordAfter(text, bare, language);
  if (money !== null) return { end: money.end, spoken: language.currency(bare.value, money.code) };
  const inMillions = withSignScale(text, bare, language);
  const sign = inMillions === null ? null : currencyAfter(text, inMillions.end);
  if (inMillions !== null && sign !== null)
    return { end: sign.end, spoken: language.currency(inMillions.value, sign.code) };
  // "100s of cats" does not mean seconds.
  const { pluralOfRound, sizes } = language.writing.numbers;
  if (pluralOfRound && /00$/.test(bare.value.integer) && text.startsWith('s of ', bare.end))
    return { end: bare.end + 1, spoken: `${sayNumber(bare, language).replace(/^one /, '')}s` };
  // "30.000,-"
  const even = language.format.decimal === ',' ? matchAt(NO_CENTS, text, bare.end) : null;
  if (even !== null && currencyAfter(text, bare.end) === null)
    return { end: bare.end + even[0].length, spoken: sayNumber(bare, language) };
  const direct = measureAt(text, bare.end, language);
  if (direct !== null && !isLetter(text, direct.end))
    return measuredBy(text, direct, bare.value, context, factors);
  const scaled = withScale(text, bare, language, false);
  if (scaled !== bare) {
    const measure = measureAt(text, scaled.end, language);
    if (measure !== null && !isLetter(text, measure.end))
      return measuredBy(text, measure, scaled.value, context, factors);
  }
  const times = factors > 1 ? matchAt(TIMES_SIGN, text, scaled.end) : null;
  const by = language.symbols['×'];
  if (times !== null && by !== undefined) {
    const second = numberAt(text, scaled.end + times[0].length, language);
    const more = second === null ? null : measured(text, second, context, factors - 1);
    // "30 by 20 centimeters"
    const size =
      sizes !== null &&
      /x/.test(times[0]) &&
      (times[0] === 'x' || LENGTH.test(text.slice(scaled.end, more?.end)));
    if (more !== null) {
      const spoken = `${sayNumber(scaled, language)} ${size ? sizes : by} ${more.spoken}`;
      return { ...more, spoken };
    }
  }
  // "2x" is "two times".
  if (/^[xX](?![\p{L}\p{N}])/u.test(text.slice(scaled.end, scaled.end + 3)))
    return { end: scaled.end + 1, spoken: `${sayNumber(scaled, language)} ${language.writing.numbers.fold}` };
  // "1.2K", "3.5er": the decimal number stays whole, and the letters are the next word.
  if (bare.value.fraction !== null && isLetter(text, scaled.end))
    return { end: scaled.end, spoken: sayNumber(scaled, language) };
  // "10-year-old" is one word, read as a word with a number in it.
  if (
    isAlphanumeric(text, scaled.end) ||
    (bare.plain && /^-\p{L}/u.test(text.slice(scaled.end, scaled.end + 3)))
  )
    return null;
  return { end: scaled.end, spoken: sayNumber(scaled, language) };
}
