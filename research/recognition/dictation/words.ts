/** Dictated texts word by word, in one spelling: each digit and each letter is a word. */
import type { Kind } from './texts.ts';

const DIGITS = new Map(
  'zero one two three four five six seven eight nine'.split(' ').map((word, digit) => [word, String(digit)]),
);
const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3 };

const NATO = new Set(
  (
    'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa ' +
    'quebec romeo sierra tango uniform victor whiskey whisky x-ray xray yankee zulu'
  ).split(' '),
);

/** The letters alone: "B as in boy" and "Bravo" are "B". */
const withoutNames = (text: string): string =>
  text
    .replace(/\bx[ -]?ray\b/gi, 'X-ray')
    .replace(/\b([A-Z]),? (?:as in|for) ([A-Z])[\w'-]*/gi, (found, sign: string, first: string) =>
      sign.toLowerCase() === first.toLowerCase() && !/-/.test(found.slice(0, 2)) ? sign : found,
    )
    .replace(/[A-Z][A-Z-]+/gi, (word) =>
      NATO.has(word.toLowerCase()) ? word.charAt(0).toUpperCase() : word,
    );

export function dictatedWords(kind: Kind, text: string): string[] {
  let plain = text.replace(/\be-?mail\b/gi, 'email').replace(/['’]/g, '');
  if (kind === 'addresses') {
    plain = plain
      .replace(/@/g, ' at ')
      .replace(/(?<=\w)\.(?=\w)/g, ' dot ')
      .replace(/(?<=\w)-(?=\w)/g, ' dash ')
      .replace(/_/g, ' underscore ');
  }
  if (kind === 'named letters') plain = withoutNames(plain);
  // Letters that are written as one word.
  if (kind.endsWith('letters')) plain = plain.replace(/\b[A-Z]{2,}\b/g, (group) => [...group].join(' '));
  const words = plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .flatMap((word) => (/\d/.test(word) && kind !== 'addresses' ? [...word] : [word]))
    .map((word) => (kind === 'addresses' ? word : (DIGITS.get(word) ?? word)))
    .map((word) => (kind === 'numbers' && (word === 'oh' || word === 'o') ? '0' : word));
  return words.flatMap((word, i) => {
    if (kind === 'addresses') return [word];
    if (word in TIMES && words[i + 1]?.length === 1) return [];
    const times = word.length === 1 ? (TIMES[words[i - 1] ?? ''] ?? 1) : 1;
    return new Array<string>(times).fill(word);
  });
}
