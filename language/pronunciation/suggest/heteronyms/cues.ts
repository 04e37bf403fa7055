import { type Context, MARK } from './context.ts';
import type { Reading } from './types.ts';

/** A cue that stands for the beginning or the end of a clause. */
const BORDER = '^';

/** Weights of the evidence for a reading; a direct neighbour counts more than a word further away. */
export const WEIGHT = {
  strong: 3,
  medium: 2,
  weak: 1,
  clause: 2.5,
  sentence: 1.25,
  around: 0.75,
  neighbour: 4,
  second: 1.5,
} as const;

/**
 * Whether a cue matches a word: the word itself, its beginning ("старый" by "стар*"), its ending ("*ого"), or the
 * border of a clause ("^"), instead of a word.
 */
function isCue(cue: string, word: string | undefined): boolean {
  if (word === undefined || MARK.test(word)) return cue === BORDER || cue === word;
  if (cue === BORDER) return false;
  if (cue.endsWith('*')) return word.startsWith(cue.slice(0, -1));
  return cue.startsWith('*') ? word.endsWith(cue.slice(1)) && word.length > cue.length : cue === word;
}

function hasCue(cues: readonly string[] | undefined, word: string | undefined): boolean {
  return cues?.some((cue) => isCue(cue, word)) === true;
}

/** Evidence of the context for a reading: neighbours, related words, and spelling. */
export function scoreOfCues({ before, after, near = [], capital }: Reading, context: Context): number {
  let score = 0;
  if (hasCue(before, context.before[0])) score += WEIGHT.neighbour;
  if (hasCue(after, context.after[0])) score += WEIGHT.neighbour;
  score += weightOfNear(near, context);
  if (capital !== undefined) {
    const isCapital = /^\p{Lu}/u.test(context.written);
    // The first word of a sentence always has a capital.
    if (isCapital && capital) score += context.before.length > 0 ? WEIGHT.neighbour : WEIGHT.weak;
    if (!isCapital && capital) score -= WEIGHT.neighbour;
  }
  return score;
}

/** Evidence of the words beyond the neighbours: its weight is lower, and it does not cross a comma. */
export function scoreOfSecond({ before, after }: Reading, context: Context): number {
  const second = (words: readonly string[]): string | undefined =>
    words[0] === undefined || MARK.test(words[0]) ? undefined : words[1];
  const says = (cues: readonly string[] | undefined, word: string | undefined): boolean =>
    word !== undefined && !MARK.test(word) && hasCue(cues, word);
  const count = Number(says(before, second(context.before))) + Number(says(after, second(context.after)));
  return count * WEIGHT.second;
}

/** Words that occur with a reading: those in the same clause count most, and at most two count. */
function weightOfNear(cues: readonly string[], { clause, sentence, around }: Context): number {
  const weights = cues.flatMap((cue) => {
    if (isIn(cue, clause)) return [WEIGHT.clause];
    if (isIn(cue, sentence)) return [WEIGHT.sentence];
    return isIn(cue, around) ? [WEIGHT.around] : [];
  });
  const [first = 0, second = 0] = weights.sort((a, b) => b - a);
  return first + second;
}

function isIn(cue: string, words: ReadonlySet<string>): boolean {
  if (words.has(cue)) return true;
  return cue.includes('*') && [...words].some((word) => isCue(cue, word));
}
