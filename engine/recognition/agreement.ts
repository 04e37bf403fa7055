/** How far two recognisers agree about the same sound. */
import { editDistance } from '../edit-distance.ts';
import { scoringWords } from './scoring-words.ts';

/**
 * 1 where two texts have the same words, 0 where no letter of one has a counterpart in the other; 1 also where neither
 * has a word. Numbers may be written in digits or in words.
 */
export function agreement(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => [...scoringWords(text).join(' ')]) as [string[], string[]];
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}
