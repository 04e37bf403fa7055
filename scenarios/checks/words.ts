/** Words or patterns that a text has to contain. */
import { scoringWords } from '../../engine/index.ts';

/**
 * Reads a pattern.
 * @returns null for words
 * @throws SyntaxError for an invalid pattern
 */
export function patternOf(words: string): RegExp | null {
  const match = /^\/(.+)\/([a-z]*)$/s.exec(words);
  if (!match) return null;
  // Patterns ignore case, like words.
  const flags = new Set([...match[2]!, 'i', 'u']);
  flags.delete('g');
  flags.delete('y');
  return new RegExp(match[1]!, [...flags].join(''));
}

/**
 * Whether a text contains a sequence of words, or matches a pattern. Case, punctuation and the spelling of English
 * numbers do not matter: "four five two" is contained in "452".
 */
export function contains(text: string, words: string): boolean {
  const pattern = patternOf(words);
  if (pattern) return pattern.test(text);
  const [all, wanted] = [scoringWords(text).join(' '), scoringWords(words).join(' ')];
  return isPart(wanted, all) || isPart(ungrouped(wanted), ungrouped(all));
}

const isPart = (part: string, whole: string): boolean => ` ${whole} `.includes(` ${part} `);

/** Digits that follow each other are one number: recognisers group them differently. */
const ungrouped = (words: string): string => words.replace(/(?<=\d) (?=\d)/g, '');
