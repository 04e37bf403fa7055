/** Dictated texts word by word, in one spelling: each digit and each letter is a word. */
import type { Kind } from './texts.ts';

const DIGITS = new Map(
  'zero one two three four five six seven eight nine'.split(' ').map((word, digit) => [word, String(digit)]),
);
const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3 };

export function dictatedWords(kind: Kind, text: string): string[] {
  let plain = text.replace(/\be-?mail\b/gi, 'email').replace(/['’]/g, '');
  if (kind === 'addresses') {
    plain = plain
      .replace(/@/g, ' at ')
      .replace(/(?<=\w)\.(?=\w)/g, ' dot ')
      .replace(/(?<=\w)-(?=\w)/g, ' dash ')
      .replace(/_/g, ' underscore ');
  }
  // Letters that are written as one word.
  if (kind === 'letters') plain = plain.replace(/\b[A-Z]{2,}\b/g, (group) => [...group].join(' '));
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
