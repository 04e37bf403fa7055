/** Decides whether a recording should be transcribed again with expected names, and whether the result is better. */

import { editDistance } from '../../../language/edit-distance.ts';
import { scoringWords } from '../scoring-words.ts';
import { wordErrors } from '../wer.ts';

/** Lowest similarity of words to a name; below it, every other sentence has a match. */
const LEAST_SIMILARITY = 0.55;
/** Shorter names resemble too many words. */
const LEAST_LETTERS = 4;
/** Number of words by which a misheard name may exceed the name. */
const EXTRA_WORDS = 1;

/** The names that some words of a text resemble without matching them. */
export function misheard(text: string, names: readonly string[]): string[] {
  const words = scoringWords(text);
  return names.filter((name) => {
    const parts = scoringWords(name);
    const letters = parts.join('');
    if (letters.length < LEAST_LETTERS || has(words, parts)) return false;
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + parts.length + EXTRA_WORDS); to++) {
        if (similarity(words.slice(from, to).join(''), letters) >= LEAST_SIMILARITY) return true;
      }
    }
    return false;
  });
}

/** Whether a text that was made with the names differs from the other one by a name only. */
export function hasNewName(told: string, plain: string, names: readonly string[]): boolean {
  const [toldWords, plainWords] = [scoringWords(told), scoringWords(plain)];
  const found = names.map(scoringWords).filter((name) => has(toldWords, name) && !has(plainWords, name));
  if (found.length === 0) return false;
  const most = found.reduce((sum, { length }) => sum + length + EXTRA_WORDS, 0);
  return wordErrors(plain, told).errors <= most;
}

function has(words: readonly string[], name: readonly string[]): boolean {
  return ` ${words.join(' ')} `.includes(` ${name.join(' ')} `);
}

/** 1 for equal words, 0 for words without a common letter. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  // Words whose lengths differ too much need no comparison.
  if (Math.min(a.length, b.length) < LEAST_SIMILARITY * longest) return 0;
  return 1 - editDistance([...a], [...b]) / longest;
}
