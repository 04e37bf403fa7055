/** House numbers, rooms and flights, as they are said in pairs of figures. */
import type { Counting } from '../conventions.ts';

/** "1428": fourteen twenty-eight; "101": one oh one; "200": two hundred; "5": five. */
export function inPairs(digits: string, language: Counting): string {
  if (digits.length < 3 || digits.length > 4 || digits.startsWith('0')) return language.cardinal(digits);
  const [head, rest] = [digits.slice(0, -2), digits.slice(-2)];
  if (rest === '00')
    return head.endsWith('0') ? language.cardinal(digits) : `${language.cardinal(head)} hundred`;
  const tail = rest.startsWith('0') ? `oh ${language.cardinal(rest)}` : language.cardinal(rest);
  return `${language.cardinal(head)} ${tail}`;
}
