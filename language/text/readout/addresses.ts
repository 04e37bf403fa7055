/** E-mail addresses, URLs, domains, file names, IP addresses and version numbers. */
import type { SpokenLanguage } from '../languages/types.ts';
import { sayCode } from './codes.ts';
import { numberAt } from './numbers.ts';
import { isAlphanumeric, matchAt, type Reader } from './reader.ts';

const EMAIL =
  /(?:mailto:)?([\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}(?:\/[\p{L}\p{N}_.-]+)*)/uy;
/** "@name1986": the name of an account. */
const ACCOUNT = /@(?=[\p{L}_]+\d)[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*/uy;
const URL = /(?:(?:https?|ftp|wss?|file):\/\/|www\.)[^\s<>"“”«»「」『』，。、！？|`^]+/iy;
/** Endings that make "name.ending" an address without a scheme. */
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}(?:com|org|net|edu|gov|mil|int|info|io|ai|app|dev|eu|uk|de|fr|it|es|nl|pt|ru|in|kr|ch|at|be|br|ca|us|au|jp|cn|pl|se|no|dk|fi|tv|me|co)(?![\p{L}\p{N}-])(?::\d{1,5})?(?:[/?#][^\s<>"“”«»|`^]*)?/iuy;
/** "readme.md", "Node.js": a dot inside with a lower-case letter after it. */
const DOTTED =
  /[\p{L}\p{M}\p{N}_-]+(?:\.(?:[\p{Ll}\p{N}][\p{L}\p{N}_-]*|(?:JPE?G|PNG|GIF|PDF|DOCX?|XLSX?|PPTX?|TXT|CSV|ZIP|MP[34]|HWP)(?![\p{L}\p{N}])))+/uy;
const VERSION = /v?(\d{1,5}(?:\.\d{1,5}){2,7})(?:-(?:alpha|beta|rc)[.\d]*)?/iy;
const VERSION_SHORT = /v(\d{1,5}(?:\.\d{1,5}){0,7})/iy;

/** Sentence marks after an address, and a closing bracket that has no partner inside, are not part of it. */
function trimmed(address: string): string {
  const open = [...'([{'].map((bracket) => address.split(bracket).length - 1);
  const closed = [...')]}'].map((bracket) => address.split(bracket).length - 1);
  let end = address.length;
  for (;;) {
    const last = address[end - 1] ?? '';
    const closing = last === '' ? -1 : ')]}'.indexOf(last);
    const opening = last === '' ? -1 : '([{'.indexOf(last);
    if (closing >= 0) {
      if ((closed[closing] ?? 0) <= (open[closing] ?? 0)) return address.slice(0, end);
      closed[closing] = (closed[closing] ?? 0) - 1;
    } else if (opening >= 0) open[opening] = (open[opening] ?? 0) - 1;
    else if (!/[.,;:!?'"…*_~&=-]/.test(last)) return address.slice(0, end);
    end--;
  }
}

/** "JPG" by the names that Korean has for the letters. */
function letterNames(piece: string, { writing }: SpokenLanguage): string | null {
  const { names } = writing.letters;
  if (names === null || !/^(?:[A-Z]{1,4}|jpe?g|png|gif|pdf|html?|csv|xlsx?|docx?|hwp)$/.test(piece))
    return null;
  return [...piece.toUpperCase()].map((letter) => names[letter.charCodeAt(0) - 65] ?? letter).join('');
}

/**
 * Reads an address piece by piece: names as they are, digits as numbers, marks by their names.
 * @param sayDigits how digits are said; somebody who writes an e-mail address down needs each of them
 */
function sayAddress(
  address: string,
  language: SpokenLanguage,
  sayDigits: (digits: string) => string = (digits) => sayCode(digits, language),
): string {
  const names = language.address;
  const words: string[] = [];
  for (const [piece] of address.matchAll(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|\d+|[^\s]/gu)) {
    if (/^\d/.test(piece)) words.push(sayDigits(piece));
    else if (/^\p{L}/u.test(piece)) words.push(letterNames(piece, language) ?? piece);
    else if (piece === '.') words.push(names.dot);
    else if (piece === '@') words.push(names.at);
    else if (piece === '/') words.push(names.slash);
    else if (piece === '-') words.push(names.hyphen);
    else if (piece === '_') words.push(names.underscore);
    else if (piece === ':') words.push(names.colon);
    else if (piece === '?') words.push(names.question);
    else if (piece === '\\') words.push(names.backslash);
    else if (/[&=+#%]/.test(piece)) words.push(language.symbols[piece] ?? '');
  }
  return words.filter(Boolean).join(' ');
}

const PATH = /(?:~|\.{1,2})?\/[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)+\/?/uy;

/** "/usr/local/bin", "./src/main.ts": two names and more after a slash. */
export const readPath: Reader = (text, at, { language }) => {
  if (!/[~./]/.test(text[at] ?? '') || /\S/.test((text[at - 1] ?? ' ').replace(/[("'“]/, ' '))) return null;
  const match = matchAt(PATH, text, at);
  if (match === null || !/\p{L}/u.test(match[0])) return null;
  const written = trimmed(match[0]);
  return { end: at + written.length, spoken: sayAddress(written.replace(/(?<=.)\/$/, ''), language) };
};

export const readEmail: Reader = (text, at, { language }) => {
  const email = matchAt(EMAIL, text, at);
  const match = email ?? matchAt(ACCOUNT, text, at);
  if (match === null) return null;
  const written = trimmed(match[0]);
  if (email !== null && !written.includes('.', written.indexOf('@'))) return null;
  const spoken = sayAddress(written.replace(/^mailto:/, ''), language, language.digits);
  return { end: at + written.length, spoken };
};

/** "localhost:3000/x", "10.0.0.1:8080", "C:\\Users" */
const LOCAL =
  /(?:localhost(?=[:/])|\d{1,3}(?:\.\d{1,3}){3}(?=:\d))(?::\d{1,5})?(?:[/?#][^\s<>"“”«»|`^]*)?/iuy;
const DRIVE = /[A-Z]:\\[^\s<>"“”«»|`^,;:]*/uy;

export const readUrl: Reader = (text, at, { language }) => {
  const local = matchAt(LOCAL, text, at) ?? matchAt(DRIVE, text, at);
  if (local !== null) {
    const written = trimmed(local[0]);
    return { end: at + written.length, spoken: sayAddress(written.replace(/(?<=.)[/\\]$/, ''), language) };
  }
  const match = matchAt(URL, text, at) ?? matchAt(DOMAIN, text, at);
  if (match === null) return null;
  const written = trimmed(match[0]);
  const spoken = written.replace(/^(?!file:)[a-z]+:\/\//i, '').replace(/\/$/, '');
  // A scheme alone, or text for the other readers ("in.it was").
  if (!/[\p{L}\p{N}]/u.test(spoken) || !/[./]/.test(written)) return null;
  if (matchAt(URL, text, at) === null && /^[\p{L}]+\.[A-Z][a-z]+$/u.test(written)) return null;
  return { end: at + written.length, spoken: sayAddress(spoken, language) };
};

/** ".NET", ".gitignore", ".com" */
const DOT_NAME = /\.\p{L}[\p{L}\p{N}_-]{1,30}(?![\p{L}\p{N}])/uy;

/** File and product names with a dot inside or in front. Numbers alone are not names. */
export const readDottedName: Reader = (text, at, { language }) => {
  const named = /[\s("'“]/.test(text[at - 1] ?? ' ') ? matchAt(DOT_NAME, text, at) : null;
  if (named !== null) return { end: at + named[0].length, spoken: sayAddress(named[0], language) };
  const match = matchAt(DOTTED, text, at);
  if (match === null || !/\p{L}/u.test(match[0]) || isAlphanumeric(text, at + match[0].length)) return null;
  // "14.30h", "5.kg": a number followed by something is for the other readers.
  if (/^[\d.]+\p{L}{0,4}$/u.test(match[0])) return null;
  // "GPT-4.5" is a name with a number.
  if (/^\p{L}+-\d+\.\d+(?:-[\p{L}\d]+)*$/u.test(match[0])) return null;
  // With a long word on both sides of the dot, a space is probably missing, unless the ending is short.
  const ending = match[0].slice(match[0].lastIndexOf('.') + 1);
  if (ending.length > 5) return null;
  return { end: at + match[0].length, spoken: sayAddress(match[0], language) };
};

/** "192.168.0.1", "2.0.1", "v3.2": the numbers between the dots as such. */
export const readVersion: Reader = (text, at, { language }) => {
  const match = matchAt(VERSION, text, at) ?? matchAt(VERSION_SHORT, text, at);
  if (match === null || isAlphanumeric(text, at + match[0].length)) return null;
  // "1.234.567" is a number where the dot groups.
  if ((numberAt(text, at, language)?.end ?? 0) >= at + match[0].length) return null;
  const prefix = /^v/i.test(match[0]) ? ['v'] : [];
  const numbers = (match[1] ?? '').split('.').map((part) => sayCode(part, language));
  const rest = match[0].slice(match[0].indexOf(match[1] ?? '') + (match[1] ?? '').length);
  const spoken = [
    ...prefix,
    numbers.join(` ${language.address.dot} `),
    rest === '' ? '' : sayAddress(rest.slice(1), language),
  ];
  return { end: at + match[0].length, spoken: spoken.filter(Boolean).join(' ') };
};
