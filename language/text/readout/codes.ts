/** Numbers that identify something: telephone numbers, codes, numbers inside words. */
import type { CodeConventions } from '../languages/conventions.ts';
import { inAnyLanguage } from '../languages/index.ts';
import type { SpokenLanguage } from '../languages/types.ts';
import { KOREAN_PARTICLE, particleAfter } from '../scripts.ts';
import { spell } from './names.ts';
import { isCode, numberAt, sayNumber } from './numbers.ts';
import { isAlphanumeric, matchAt, oneOf, perLanguage, type Reader } from './reader.ts';

/** A number inside a name ("MP3", "192.168"): as a number up to four digits, digit by digit beyond that. */
export function sayCode(digits: string, language: SpokenLanguage): string {
  return isCode(digits) || digits.length > 4 ? language.digits(digits) : language.cardinal(digits);
}

const PHONES: CodeConventions['phones'] = [
  // Sixteen digits of a card.
  { pattern: /\d{4}([ -])\d{4}\1\d{4}\1\d{4}/y },
  // International, with any grouping.
  { pattern: /\+\d{1,3}(?:[ \u00a0./-]?\(?\d{1,5}\)?){2,7}/y },
  // Area code in brackets.
  { pattern: /\(0?\d{2,5}\)[ \u00a0-]?\d{2,8}(?:[ \u00a0-]\d{2,5}){0,3}/y },
  { pattern: /0 ?\(\d{2,5}\)[ \u00a0-]?\d{5,8}/y },
  // 1.800.555.1234, 1800 123 4567
  { pattern: /1[-. ]?[89]\d\d([-. ])\d{3}\1\d{3,4}/y },
  // 555-123-4567, 555.123.4567
  { pattern: /\d{3}([-. ])\d{3}\1\d{4}(?!\1\d)/y },
  { pattern: /\d{3}[-.]\d{3}[-.]\d{4}(?![-.]\d)/y },
  // A trunk zero: 030 1234567, 06 12 34 56 78, 0171/1234567
  { pattern: /0\d{1,5}(?:(?:[ \u00a0./-]| [/-] )\d{2,8}){1,5}/y },
  // Three groups and more joined by hyphens: 123-45-6789, 978-3-16-148410-0
  { pattern: /\d{1,7}(?:-\d{1,7}){2,6}/y },
  // The number of a meeting: 845 2210 9931
  { pattern: /\d{3}([ -])\d{4}\1\d{4}(?!\1?\d)/y },
  // Exchange and line, as in North America: 555-1234
  { pattern: /\d{3}-\d{4}/y },
];

/** A bank account: country, check digits, groups of four. */
const IBAN = /[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\p{N}])/uy;

/** A postcode after the two letters of a state: "IL 62704". */
const ZIP = /\d{5}(?:-\d{4})?(?![\p{L}\p{N}]|[-.,/:]\d)/uy;
const ISO_LIKE = /^\d{4}-\d{1,2}-\d{1,2}$/;
const EMERGENCY = /\d{3}(?![\p{L}\p{N}]|[-.,/:]\d)/uy;
const CALLS = oneOf(inAnyLanguage(({ codes }) => codes.callCues));

function sayPairs(digits: string, language: SpokenLanguage): string {
  const pairs = digits.match(/\d\d/g) ?? [];
  return pairs.map((pair) => (pair[0] === '0' ? language.digits(pair) : language.cardinal(pair))).join(' ');
}

/** Numbers to call with a name in them: "1-800-GO-U-HAUL", "0-800-hermano". */
const VANITY = /[01]-[89]\d\d(?:-\d{1,4})*-(?=[\d-]*\p{L})[\p{L}\d]+(?:-[\p{L}\d]+)*/uy;
/** "9-1-1", "1-1-2" */
const SINGLE_FIGURES = /(?:9-1-1|9-9-9|1-1-[0-9]|[2-8]-1-1)(?![\p{L}\d-])/uy;

function sayVanity(written: string, at: number, language: SpokenLanguage) {
  const words = written.split('-').map((part) => {
    if (/^[89]00$/.test(part)) return language.cardinal(part);
    return /^\d+$/.test(part) ? language.digits(part) : part;
  });
  return { end: at + written.length, spoken: words.join(' ') };
}

/** Digit by digit, without words for groups and brackets; a leading plus is read. */
export const readPhone: Reader = (text, at, { language, previous }) => {
  const named = matchAt(VANITY, text, at);
  if (named !== null && !isAlphanumeric(text, at + named[0].length)) return sayVanity(named[0], at, language);
  const single = matchAt(SINGLE_FIGURES, text, at);
  if (single !== null) return { end: at + single[0].length, spoken: language.digits(single[0]) };
  const zip = /^[A-Z]{2}$/.test(previous) ? matchAt(ZIP, text, at) : null;
  if (zip !== null) return { end: at + zip[0].length, spoken: language.digits(zip[0].replace(/\D/g, '')) };
  const { phones, postcode } = language.writing.codes;
  const post = postcode === null ? null : matchAt(postcode.pattern, text, at);
  if (postcode !== null && post !== null)
    return { end: at + post[0].length, spoken: postcode.spoken(post, language) };
  const short = CALLS.test(previous) ? matchAt(EMERGENCY, text, at) : null;
  if (short !== null) return { end: at + short[0].length, spoken: language.digits(short[0]) };
  for (const { pattern, inPairs = false } of [...phones, ...PHONES]) {
    const match = matchAt(pattern, text, at);
    if (match === null) continue;
    const end = at + match[0].length;
    if (isAlphanumeric(text, end) || ISO_LIKE.test(match[0])) continue;
    const digits = match[0].replace(/\D/g, '');
    if (digits.length < 7 || /^[.,]\d/.test(text.slice(end, end + 2))) continue;
    const spoken = inPairs ? sayPairs(digits, language) : language.digits(digits);
    const plus = match[0].startsWith('+') ? language.symbols['+'] : undefined;
    return { end, spoken: plus === undefined ? spoken : `${plus} ${spoken}` };
  }
  return null;
};

/** "5er-Pack" */
const joinedSuffix = perLanguage('joined suffix', ({ writing }) => {
  const suffix = writing.words.joinedSuffix;
  if (suffix === null) return null;
  return { suffix, written: new RegExp(`^\\d{1,4}${suffix}(?:-|$)`), apart: new RegExp(` ${suffix}(?=-|$)`) };
});

const hourPrefix = perLanguage('hour words', ({ writing }) => {
  const words = writing.words.beforeHours;
  return words.length === 0 ? null : new RegExp(`(?:${words.join('|')})(?=\\d)`, 'uy');
});

/** "GPT-4.5": a decimal number behind a name. */
const NAMED_DECIMAL = /([\p{L}\p{M}]+)-(?=\d+[.,]\d+(?![\p{L}\p{N}]|[.,/:]\d))/uy;

function namedDecimal(text: string, at: number, language: SpokenLanguage) {
  const name = matchAt(NAMED_DECIMAL, text, at);
  const number = name === null ? null : numberAt(text, at + name[0].length, language);
  if (name === null || !number?.value.fraction) return null;
  const word = /^[A-Z]{1,2}$/.test(name[1] ?? '') ? spell(name[1] ?? '', language) : name[1];
  return { end: number.end, spoken: `${word} ${sayNumber(number, language)}` };
}

const MIXED = /[\p{L}\p{M}\p{N}]+(?:[-'&+_·][\p{L}\p{M}\p{N}]+)*/uy;

/** Words with digits or signs inside: "MP3", "COVID-19", "AT&T", "B2B", "C++". Letters stay as written. */
export const readMixedWord: Reader = (text, at, { language }) => {
  const account = matchAt(IBAN, text, at);
  if (account !== null) {
    const signs = account[0].match(/[A-Z]|\d+/g) ?? [];
    const spoken = signs
      .map((sign) => (/\d/.test(sign) ? language.digits(sign) : spell(sign, language)))
      .join(' ');
    return { end: at + account[0].length, spoken };
  }
  const prefix = hourPrefix(language);
  const before = prefix === null ? null : matchAt(prefix, text, at);
  if (before !== null) return { end: at + before[0].length, spoken: before[0] };
  const decimal = namedDecimal(text, at, language);
  if (decimal !== null) return decimal;
  const match = matchAt(MIXED, text, at);
  if (match === null) return null;
  let end = at + match[0].length;
  const pluses = /^\++(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 4));
  if (pluses !== null && match[0].length <= 2) end += pluses[0].length;
  const written = text.slice(at, end);
  if (!/[\p{N}&+]/u.test(written)) return null;
  // "mid-20th century"
  const parts = written.split('-');
  const ordinals = parts.map((part) => {
    const match =
      /^\d/.test(part) && /^\p{L}+$/u.test(parts[0] ?? '') ? language.ordinalPattern.exec(part) : null;
    const whole = match !== null && match[0].length === part.length && /\p{L}/u.test(match[2] ?? '');
    return whole ? language.ordinal(match[1] ?? '0', match[2] ?? '') : part;
  });
  if (ordinals.join('-') !== written && !/\d/.test(ordinals.join('')))
    return { end, spoken: ordinals.join(' ') };
  const words: string[] = [];
  for (const [piece] of written.matchAll(/\d+|[\p{L}\p{M}\p{Nl}']+(?:-[\p{L}\p{M}']+)*|[&+\p{No}]/gu)) {
    if (piece === "'") continue;
    if (/^\d/.test(piece)) words.push(sayCode(piece, language));
    else if (/^[&+]/.test(piece)) words.push(language.symbols[piece] ?? '');
    // Two capitals beside a number or a sign are letters: "CO2", "AT&T". Three and more may be a word: "COVID".
    else if (/^(?:[A-Z]{1,2}|DVD)$/.test(piece)) words.push(spell(piece, language));
    else words.push(language.symbols[piece] ?? piece);
  }
  // A Korean particle stays joined to its number: "MP3를".
  const last = /\d(\p{Script=Hangul}+)$/u.exec(written)?.[1] ?? '';
  let said = words.filter(Boolean).join(' ');
  const joined = joinedSuffix(language);
  if (joined?.written.test(written)) said = said.replace(joined.apart, joined.suffix);
  const stem = said.slice(0, -last.length || undefined).trim();
  const spoken = KOREAN_PARTICLE.test(last) ? `${stem}${particleAfter(stem, last)}` : said;
  return spoken === '' ? null : { end, spoken };
};
