/** Numbers with what they count: money, percent, units, ranges, fractions, ordinals, plain numbers. */
import type { CurrencyCode, NumberValue, SpokenLanguage, UnitCode } from '../language.ts';
import { isRate } from './abbreviations.ts';
import { type FoundNumber, numberAt, sayNumber, withScale } from './numbers.ts';
import {
  escapePattern,
  isAlphanumeric,
  isDigit,
  isLetter,
  matchAt,
  type Reader,
  type Readout,
} from './reader.ts';
import {
  ATTACHED_ONLY,
  CURRENCY_CODES,
  CURRENCY_SYMBOLS,
  SPACED_ONLY,
  UNIT_SYMBOLS,
  VULGAR,
} from './symbols.ts';

function alternatives(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|');
}

const SPACE = '[ \\u00a0\\u202f]?';
const CURRENCY = `${alternatives(Object.keys(CURRENCY_SYMBOLS))}|${CURRENCY_CODES.join('|')}`;
const MONEY_BEFORE = new RegExp(`(-?)(${CURRENCY})${SPACE}(?=[-.\\d])`, 'y');
const MONEY_AFTER = new RegExp(`(?:[.,](?:--|[-–—]))?${SPACE}(${CURRENCY})(?![\\p{L}\\p{M}\\p{N}])`, 'uy');
const WON = /[ ]?(원)/y;
/** "€ 2,-": a dash where the cents would be. */
const NO_CENTS = /[.,](?:--|[-–—])(?![\p{L}\p{N}])/uy;
const PERCENT = new RegExp(`${SPACE}%(?!\\d)`, 'y');
const UNIT = new RegExp(
  `(${SPACE})(${alternatives(Object.keys(UNIT_SYMBOLS))})(?![\\p{L}\\p{M}\\p{N}²³])`,
  'uy',
);
const DASH = /[-–—]|[ \u00a0]–[ \u00a0]/y;

function currencyOf(written: string): CurrencyCode | null {
  const code = CURRENCY_SYMBOLS[written];
  return code ?? CURRENCY_CODES.find((known) => known === written) ?? null;
}

/** What follows a number and gives it a meaning. */
interface Measure {
  readonly end: number;
  say(value: NumberValue): string;
}

function measureAt(text: string, at: number, language: SpokenLanguage): Measure | null {
  const percent = matchAt(PERCENT, text, at);
  if (percent !== null) return { end: at + percent[0].length, say: (value) => language.percent(value) };
  const money = matchAt(MONEY_AFTER, text, at) ?? (language.code === 'ko' ? matchAt(WON, text, at) : null);
  const code = money === null ? null : currencyOf(money[1] ?? '');
  // A currency sign with a space before and a number behind belongs to the next amount: "3 $5 notes".
  if (money !== null && code !== null && !(/^ /.test(money[0]) && isDigit(text, at + money[0].length)))
    return { end: at + money[0].length, say: (value) => language.currency(value, code) };
  const unit = matchAt(UNIT, text, at);
  const written = unit?.[2] ?? '';
  const known: UnitCode | undefined = UNIT_SYMBOLS[written];
  if (unit === null || known === undefined) return null;
  // "10 MB/s" counts megabytes by the second; any other slash makes it a unit nobody here knows.
  if (text[at + unit[0].length] === '/' && !isRate(text, at + unit[0].length, language)) return null;
  if ((unit[1] === '' ? SPACED_ONLY : ATTACHED_ONLY).has(written)) return null;
  // "5 A students": with a word behind it, the letter is a grade.
  if (SPACED_ONLY.has(written) && /^ \p{L}/u.test(text.slice(at + unit[0].length, at + unit[0].length + 3)))
    return null;
  if (written === 'º' && language.ordinalPattern.test('1º')) return null;
  return { end: at + unit[0].length, say: (value) => language.unit(value, known) };
}

/** Whether a unit, a currency or a percent sign stands at the offset, so that the number before it counts something. */
export function isMeasured(text: string, at: number, language: SpokenLanguage): boolean {
  return measureAt(text, at, language) !== null;
}

/** The number behind a dash, for ranges; a bracketed minus is no range. */
function rangeEnd(text: string, at: number, language: SpokenLanguage): FoundNumber | null {
  const dash = matchAt(DASH, text, at);
  if (dash === null) return null;
  const from = at + dash[0].length;
  return isDigit(text, from) ? numberAt(text, from, language) : null;
}

function looksLikeYear(found: FoundNumber): boolean {
  return found.plain && /^(?:1[0-9]|20)\d\d$/.test(found.value.integer);
}

/** "$5.50", "-€20", "USD 5 million", "$5-10". */
export const readMoney: Reader = (text, at, { language }) => {
  const match = matchAt(MONEY_BEFORE, text, at);
  if (match === null) return null;
  const code = currencyOf(match[2] ?? '');
  const start = at + match[0].length;
  const bare = numberAt(text, start, language, true);
  if (code === null || bare === null) return null;
  const found = withScale(text, bare, language, true);
  const negative = match[1] === '-' || found.value.negative;
  const value = { ...found.value, negative };
  const again = matchAt(DASH, text, found.end);
  if (again !== null && found.value.scale === null) {
    const from = found.end + again[0].length;
    const sign = text.startsWith(match[2] ?? '', from) ? (match[2] ?? '').length : 0;
    const second = isDigit(text, from + sign) ? numberAt(text, from + sign, language, true) : null;
    if (second !== null) {
      const upper = withScale(text, second, language, true);
      if (!isAlphanumeric(text, upper.end))
        return {
          end: upper.end,
          spoken: language.range(language.number(value), language.currency(upper.value, code)),
        };
    }
  }
  if (isAlphanumeric(text, found.end)) return null;
  const even = matchAt(NO_CENTS, text, found.end);
  return { end: found.end + (even?.[0].length ?? 0), spoken: language.currency(value, code) };
};

const SLASHED = /(?:(\d{1,4})[ \u00a0])?(\d{1,4})[/⁄](\d{1,4})(?![\p{L}\p{N}/]|[.,]\d)/uy;
const MIXED_VULGAR = /(\d{1,6})?[ \u00a0]?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])/y;

/** ½, 3/4, 1½, 2 3/4; a denominator of one or zero is no fraction. */
export const readFraction: Reader = (text, at, { language }) => {
  const vulgar = matchAt(MIXED_VULGAR, text, at);
  const slashed = vulgar === null ? matchAt(SLASHED, text, at) : null;
  const match = vulgar ?? slashed;
  if (match === null) return null;
  const [top, bottom] = vulgar ? (VULGAR[vulgar[2] ?? ''] ?? [0, 0]) : [Number(match[2]), Number(match[3])];
  if (bottom < 2 || top < 1 || match[3]?.startsWith('0') || match[2]?.startsWith('0')) return null;
  const whole = match[1];
  // "2024 3/4": the number before is on its own when the part is no proper fraction or the number looks like a year.
  if (whole !== undefined && (top >= bottom || whole.length > 3)) return null;
  const part = language.fraction(top, bottom);
  const and = language.symbols['&'];
  const end = at + match[0].length;
  if (whole === undefined || Number(whole) === 0) return { end, spoken: part };
  return { end, spoken: [language.cardinal(whole), and, part].filter(Boolean).join(' ') };
};

/** "1st", "2.", "3e", "1º": what the language's own pattern accepts. */
export const readOrdinal: Reader = (text, at, { language, previous }) => {
  if (!isDigit(text, at)) return null;
  const window = text.slice(at, at + 32);
  const token = /^\d+[.\p{L}\p{M}ºª°-]*/u.exec(window)?.[0] ?? '';
  const match = language.ordinalPattern.exec(window) ?? language.ordinalPattern.exec(token);
  const digits = match?.[1];
  const suffix = match?.[2] ?? '';
  if (match === null || match.index !== 0 || digits === undefined || /^0/.test(digits)) return null;
  const end = at + digits.length + suffix.length;
  if (suffix === '' || isAlphanumeric(text, end)) return null;
  if (suffix === '.' && !dotIsOrdinal(text, end, digits, previous)) return null;
  return { end, spoken: language.ordinal(digits, suffix) };
};

/** A dot behind a number is an ordinal's before a small letter, or behind a short word (an article) before a capital. */
function dotIsOrdinal(text: string, end: number, digits: string, previous: string): boolean {
  if (digits.length > 3 || !/^[ \u00a0]\p{L}/u.test(text.slice(end, end + 3))) return false;
  if (/^[ \u00a0]\p{Ll}/u.test(text.slice(end, end + 3))) return true;
  return /^\p{L}{1,6}$/u.test(previous);
}

const FEET_INCHES = /(\d{1,2})['′] ?(\d{1,2})(?:["”″]|'')/y;
/** A ratio or a score, or minutes and seconds: "3:1", "16:9", "75:30" (times of day were looked for before). */
const PAIR = /(\d{1,4}):(\d{1,4})(?![\p{L}\p{N}:]|[.,]\d)/uy;
const TIMES_SIGN = /[ \u00a0]?×[ \u00a0]?|x(?=\d)/y;

/** Everything else that begins with a number, in the order measure, range, scale, plain. */
export const readQuantity: Reader = (text, at, context) => {
  const { language } = context;
  const feet = matchAt(FEET_INCHES, text, at);
  if (feet !== null) {
    const plain = (digits: string) => ({ negative: false, integer: digits, fraction: null, scale: null });
    const spoken = `${language.unit(plain(feet[1] ?? '0'), 'ft')} ${language.unit(plain(feet[2] ?? '0'), 'in')}`;
    return { end: at + feet[0].length, spoken };
  }
  const pair = matchAt(PAIR, text, at);
  if (pair !== null) {
    const [left, right] = [language.cardinal(pair[1] ?? '0'), language.cardinal(pair[2] ?? '0')];
    const ratio = language.code === 'en' && pair[2]?.length !== 2;
    return { end: at + pair[0].length, spoken: ratio ? language.range(left, right) : `${left} ${right}` };
  }
  const bare = numberAt(text, at, language);
  return bare === null ? null : (rangeFrom(text, bare, language) ?? measured(text, bare, language));
};

/** "10-20", "5–10 km", "1914-1918", "2-3 million dollars". */
function rangeFrom(text: string, first: FoundNumber, language: SpokenLanguage): Readout | null {
  const bare = rangeEnd(text, first.end, language);
  if (bare === null || first.value.negative || /^[-–/]\d/.test(text.slice(bare.end, bare.end + 2)))
    return null;
  const measure = measureAt(text, bare.end, language);
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
  const from = measure === null ? sayNumber(first, language) : language.number(first.value);
  return {
    end,
    spoken: language.range(from, measure === null ? sayNumber(second, language) : measure.say(second.value)),
  };
}

function measured(text: string, bare: FoundNumber, language: SpokenLanguage): Readout | null {
  const direct = measureAt(text, bare.end, language);
  if (direct !== null && !isLetter(text, direct.end))
    return { end: direct.end, spoken: direct.say(bare.value) };
  const scaled = withScale(text, bare, language, false);
  if (scaled !== bare) {
    const measure = measureAt(text, scaled.end, language);
    if (measure !== null && !isLetter(text, measure.end))
      return { end: measure.end, spoken: measure.say(scaled.value) };
  }
  const times = matchAt(TIMES_SIGN, text, scaled.end);
  const by = language.symbols['×'];
  if (times !== null && by !== undefined) {
    const second = numberAt(text, scaled.end + times[0].length, language);
    const more = second === null ? null : measured(text, second, language);
    if (more !== null)
      return { end: more.end, spoken: `${sayNumber(scaled, language)} ${by} ${more.spoken}` };
  }
  // "2x": so many times.
  if (by !== undefined && /^x(?![\p{L}\p{N}])/u.test(text.slice(scaled.end, scaled.end + 3)))
    return { end: scaled.end + 1, spoken: `${sayNumber(scaled, language)} ${by}` };
  // "10-year-old" is one word, read as a word with a number in it.
  if (
    isAlphanumeric(text, scaled.end) ||
    (bare.plain && /^-\p{L}/u.test(text.slice(scaled.end, scaled.end + 3)))
  )
    return null;
  return { end: scaled.end, spoken: sayNumber(scaled, language) };
}
