/** Amounts of money: "$5.50", "-€20", "USD 5 million", "5,50 Euro", "3 M€", "5€50", "$5-10". */
import type { SpokenLanguage } from '../languages/types.ts';
import type { CurrencyCode } from '../languages/values.ts';
import { type FoundNumber, numberAt, withScale } from './numbers.ts';
import {
  alternatives,
  isAlphanumeric,
  isDigit,
  isLetter,
  matchAt,
  perLanguage,
  type Reader,
  WORD_ENDS,
} from './reader.ts';
import { CODES_BEFORE, CURRENCY_CODES, CURRENCY_SYMBOLS, SMALL_CODES } from './symbols.ts';

const SPACE = '[ \\u00a0\\u202f]?';
const SIGNS = alternatives(Object.keys(CURRENCY_SYMBOLS).filter((sign) => sign !== 'Ft'));
const SMALL = SMALL_CODES.join('|');
const BEFORE = new RegExp(`(-?)(${SIGNS}|${CODES_BEFORE.join('|')}|${SMALL})${SPACE}(?=[-.\\d])`, 'y');
const AFTER = new RegExp(
  `(?:[.,](?:--|[-–—]))?${SPACE}(${SIGNS}|Ft|${CURRENCY_CODES.join('|')}|${SMALL})${WORD_ENDS}`,
  'uy',
);
/** "€ 2,-": a dash where the cents would be. */
export const NO_CENTS = /[.,](?:--|[-–—])(?![\p{L}\p{N}])/uy;
/** "5€50": the sign stands where the decimal mark would. */
const SIGN_INSIDE = /(\d{1,6})[ \u00a0]?([€$£])(\d\d)(?![\d\p{L}]|[.,]\d)/uy;
const CODE_BEHIND = new RegExp(`[ \\u00a0](${CURRENCY_CODES.join('|')})(?![\\p{L}\\p{N}])`, 'uy');
const DASH = /[-–—~〜∼～]|[ \u00a0][-–—~〜∼～][ \u00a0]/y;

function currencyOf(written: string): CurrencyCode | null {
  const code = CURRENCY_SYMBOLS[written];
  return code ?? CURRENCY_CODES.find((known) => known === written.toUpperCase()) ?? null;
}

/** The currency after an amount and where it ends: "€", " EUR", ",- €". */
export function currencyAfter(text: string, at: number): { code: CurrencyCode; end: number } | null {
  const match = matchAt(AFTER, text, at);
  const code = match === null ? null : currencyOf(match[1] ?? '');
  if (match === null || code === null) return null;
  const end = at + match[0].length;
  // A currency sign with a space before and a number after belongs to the next amount: "3 $5 notes".
  return /^ /.test(match[0]) && isDigit(text, end) ? null : { code, end };
}

const wordPattern = perLanguage('currency words', ({ writing }) => {
  const words = Object.keys(writing.money.words);
  return words.length === 0 ? null : new RegExp(`[ \\u00a0](${alternatives(words)})${WORD_ENDS}`, 'uy');
});

/**
 * The currency spelled out after an amount with cents ("5,50 Euro", read "fünf Euro fünfzig") or of full millions
 * ("1.000.000 euro", which needs "di" in Italian). Other amounts are read well as they are.
 */
export function currencyWordAfter(
  text: string,
  found: FoundNumber,
  language: SpokenLanguage,
): { code: CurrencyCode; end: number } | null {
  const { fraction, integer, scale } = found.value;
  if (scale !== null || (fraction === null ? !/[1-9]0{6,}$/.test(integer) : fraction.length !== 2))
    return null;
  const pattern = wordPattern(language);
  const match = pattern === null ? null : matchAt(pattern, text, found.end);
  const code = language.writing.money.words[match?.[1] ?? ''];
  return match === null || code === undefined ? null : { code, end: found.end + match[0].length };
}

const SIGN_SCALE = /[ \u00a0\u202f]?(\p{L}{1,3})(?=[ \u00a0\u202f]?[€$£])/uy;

/** The number with the scale directly before a currency sign, or null. */
export function withSignScale(
  text: string,
  found: FoundNumber,
  language: SpokenLanguage,
): FoundNumber | null {
  const match = matchAt(SIGN_SCALE, text, found.end);
  const scale = language.writing.money.signScales[match?.[1] ?? ''];
  if (match === null || scale === undefined) return null;
  return { value: { ...found.value, scale }, end: found.end + match[0].length, plain: false };
}

/** "COP28", "MAN 3": capitals directly before a number are a name, unless they are those of a well-known currency. */
function isName(written: string, match: string, amount: FoundNumber): boolean {
  if (!/^[A-Z]{3}$/.test(written) || /^(?:USD|EUR|GBP|CHF|JPY|INR|CAD|AUD|BRL)$/.test(written)) return false;
  return !/[ \u00a0\u202f]$/.test(match) || (written === 'COP' && amount.value.integer.length < 3);
}

const homeSigns = perLanguage('home currencies', ({ writing }) => {
  const signs = Object.keys(writing.money.home);
  return signs.length === 0 ? null : new RegExp(`()(${alternatives(signs)})${SPACE}(?=\\d{2})`, 'y');
});

export const readMoney: Reader = (text, at, { language }) => {
  const inside = matchAt(SIGN_INSIDE, text, at);
  if (inside !== null && (language.writing.money.spacedCents || !/\s/.test(inside[0]))) {
    const code = currencyOf(inside[2] ?? '');
    const value = { negative: false, integer: inside[1] ?? '0', fraction: inside[3] ?? null, scale: null };
    if (code !== null) return { end: at + inside[0].length, spoken: language.currency(value, code) };
  }
  const home = homeSigns(language);
  const match = matchAt(BEFORE, text, at) ?? (home === null ? null : matchAt(home, text, at));
  // "EUR/USD 1.0845" is a rate.
  if (match === null || (/^-?[A-Z]{3}/.test(match[0]) && text[at - 1] === '/')) return null;
  const code = currencyOf(match[2] ?? '') ?? language.writing.money.home[match[2] ?? ''] ?? null;
  const start = at + match[0].length;
  const bare = numberAt(text, start, language, true);
  if (code === null || bare === null || isName(match[2] ?? '', match[0], bare)) return null;
  // A word that a hyphen joins to the number makes it a name.
  if (/^[A-Z]{3}$/i.test(match[2] ?? '') && /^-\p{L}/u.test(text.slice(bare.end, bare.end + 3))) return null;
  const found = withScale(text, bare, language, true);
  const negative = match[1] === '-' || found.value.negative;
  const value = { ...found.value, negative };
  const dash = matchAt(DASH, text, found.end);
  if (dash !== null) {
    const from = found.end + dash[0].length;
    const again = text.startsWith(match[2] ?? '', from) ? (match[2] ?? '').length : 0;
    const sign = again > 0 && /[ \u00a0]/.test(text[from + again] ?? '') ? again + 1 : again;
    // "$5 - 10 items"
    const joined = again > 0 || !/^[ \u00a0]-/.test(dash[0]);
    const second = joined && isDigit(text, from + sign) ? numberAt(text, from + sign, language, true) : null;
    if (second !== null) {
      const upper = withScale(text, second, language, true);
      if (!isAlphanumeric(text, upper.end))
        return {
          end: upper.end,
          spoken: language.range(
            value.scale === null && (value.fraction === null || upper.value.fraction === null)
              ? language.number(value)
              : language.currency(value, code),
            language.currency(upper.value, code),
          ),
        };
    }
  }
  if (isLetter(text, found.end) || isDigit(text, found.end)) return null;
  // "$50 USD", "$1,299.00 MXN": the code says which dollars.
  const named = matchAt(CODE_BEHIND, text, found.end);
  const other = named === null ? null : currencyOf(named[1] ?? '');
  if (named !== null && other !== null)
    return { end: found.end + named[0].length, spoken: language.currency(value, other) };
  const even = matchAt(NO_CENTS, text, found.end);
  return { end: found.end + (even?.[0].length ?? 0), spoken: language.currency(value, code) };
};
