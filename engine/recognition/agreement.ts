/** Agreement of two recognisers about the same sound. */
import { editDistance } from '../../language/edit-distance.ts';
import { scoringWords } from './scoring-words.ts';

/**
 * 1 if two texts have the same words or neither has any; 0 if they have no letter in common. Numbers may be written in
 * digits or in words.
 */
export function agreement(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => [...scoringWords(text).join(' ')]) as [string[], string[]];
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}
