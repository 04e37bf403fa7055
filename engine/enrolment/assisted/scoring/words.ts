import type { AlignedWord } from '../../../forced-alignment/types.ts';
import type { ReadSentence } from '../types.ts';
import { fall, leastOf, quantile, ramp, worstOf } from './curves.ts';
import { isVowel, type RunSpan, type TakeSound } from './take-sound.ts';

/** A wrong word drags its neighbours along; a lone doubtful one among sure ones is a short word. */
const WINDOW_WORDS = 3;
/** A word read right reaches this confidence nine times in ten. */
const SURE = 0.67;
const DOUBTED = 0.15;
/** Right words earn half of that now and then. */
const HALF_DOUBT = 0.45;
/** How much less sure a sentence as a whole is than the surest, as logarithm of the odds. */
const HALF_DISTRUST = 2;
/** Whatever is surer than this, as such a logarithm, is sure: of sentences with a wrong word one in fifty is. */
const TRUSTED = -3.5;
const LEAST_SURE = 0.001;

/**
 * How sure it is that the words of a run are what was said. 1: as sure as of the best sentences of the take. What counts
 * is the most doubtful place, three words long: one wrong word spoils a reference, however well the others fit.
 */
export function alignmentScorer({ read }: TakeSound): (run: RunSpan) => number {
  const usual = usualDurations(read);
  const doubts = new Map(read.map((sentence) => [sentence.index, mostDoubt(sentence, usual)]));
  const least = leastOf(doubts.values());
  const surest = leastOf(read.map(distrust));
  const score = (sentence: ReadSentence): number =>
    fall((doubts.get(sentence.index) ?? 1) - least, HALF_DOUBT) *
    fall(distrust(sentence) - surest, HALF_DISTRUST);
  return ({ sentences }) => worstOf(sentences.map(score));
}

/** The odds against a sentence, as logarithm. */
function distrust({ confidence }: ReadSentence): number {
  const bounded = Math.max(LEAST_SURE, confidence);
  return Math.max(TRUSTED, Math.log((1 - bounded) / bounded));
}

interface Durations {
  readonly vowelMs: number;
  readonly consonantMs: number;
}

function usualDurations(read: readonly ReadSentence[]): Durations {
  const phonemes = read.flatMap(({ words }) => words).flatMap((word) => word.phonemes);
  const median = (vowels: boolean): number =>
    quantile(
      phonemes.filter((phoneme) => isVowel(phoneme) === vowels).map(({ startMs, endMs }) => endMs - startMs),
      0.5,
    ) || 70;
  return { vowelMs: median(true), consonantMs: median(false) };
}

/** The mean doubt, longer words counting more, of the most doubtful window of words. */
function mostDoubt({ words }: ReadSentence, usual: Durations): number {
  let most = 0;
  for (let from = 0; from <= Math.max(0, words.length - WINDOW_WORDS); from++) {
    let doubt = 0;
    let weight = 0;
    for (const word of words.slice(from, from + WINDOW_WORDS)) {
      const expectedMs = expected(word, usual);
      doubt += expectedMs * doubtOf(word, expectedMs);
      weight += expectedMs;
    }
    most = Math.max(most, weight > 0 ? doubt / weight : 0);
  }
  return most;
}

const expected = ({ phonemes, startMs, endMs }: AlignedWord, { vowelMs, consonantMs }: Durations): number =>
  phonemes.length === 0
    ? endMs - startMs
    : phonemes.reduce((sum, phoneme) => sum + (isVowel(phoneme) ? vowelMs : consonantMs), 0);

/** 0 to 1. A word much shorter or longer than its sounds need was squeezed in, or holds other words. */
function doubtOf({ confidence, startMs, endMs }: AlignedWord, expectedMs: number): number {
  const octaves = Math.abs(Math.log2(Math.max(1, endMs - startMs) / Math.max(1, expectedMs)));
  return Math.max(1 - ramp(confidence, DOUBTED, SURE), ramp(octaves, 1.1, 2.2));
}
