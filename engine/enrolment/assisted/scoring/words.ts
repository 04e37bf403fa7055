/** How far the words of a passage can be relied on, and how many of the script's phonemes they have. */
import { quantileNearest } from '../../../../media/statistics.ts';
import type { AlignedWord } from '../../../forced-alignment/types.ts';
import type { ReadSentence } from '../types.ts';
import { fall, leastOf, ramp, worstOf } from './curves.ts';
import { isVowel, type PassageScorer, type TakeSound } from './take-sound.ts';

/** A wrong word drags its neighbours along; a lone doubtful one among sure ones is a short word. */
const WINDOW_WORDS = 3;
/** A word read right reaches this confidence nine times in ten. */
const SURE = 0.67;
const UNSURE = 0.15;
/** Right words reach half of this mismatch now and then. */
const HALF_MISMATCH = 0.45;
/** How much less sure a sentence as a whole is than the surest, as logarithm of the odds. */
const HALF_ODDS = 2;
/** Whatever is surer than this, as such a logarithm, is sure: of sentences with a wrong word one in fifty is. */
const TRUSTED = -3.5;
const LEAST_SURE = 0.001;

/**
 * How sure it is that the words of a passage are what was said. 1: as sure as of the best sentences of the take. What
 * counts is the most doubtful place, three words long: one wrong word spoils a reference, however well the others fit.
 */
export function alignmentScorer({ read }: TakeSound): PassageScorer {
  const usual = usualDurations(read);
  const mismatches = new Map(read.map((sentence) => [sentence.index, worstMismatch(sentence, usual)]));
  const least = leastOf(mismatches.values());
  const surest = leastOf(read.map(logOddsAgainst));
  const score = (sentence: ReadSentence): number =>
    fall((mismatches.get(sentence.index) ?? 1) - least, HALF_MISMATCH) *
    fall(logOddsAgainst(sentence) - surest, HALF_ODDS);
  return ({ sentences }) => worstOf(sentences.map(score));
}

/** The odds against a sentence, as logarithm. */
function logOddsAgainst({ confidence }: ReadSentence): number {
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
    quantileNearest(
      phonemes.filter((phoneme) => isVowel(phoneme) === vowels).map(({ startMs, endMs }) => endMs - startMs),
      0.5,
    ) || 70;
  return { vowelMs: median(true), consonantMs: median(false) };
}

/** The mean mismatch, longer words counting more, of the window of words that fits worst. */
function worstMismatch({ words }: ReadSentence, usual: Durations): number {
  let most = 0;
  for (let from = 0; from <= Math.max(0, words.length - WINDOW_WORDS); from++) {
    let mismatch = 0;
    let weight = 0;
    for (const word of words.slice(from, from + WINDOW_WORDS)) {
      const expectedMs = expected(word, usual);
      mismatch += expectedMs * mismatchOf(word, expectedMs);
      weight += expectedMs;
    }
    most = Math.max(most, weight > 0 ? mismatch / weight : 0);
  }
  return most;
}

const expected = ({ phonemes, startMs, endMs }: AlignedWord, { vowelMs, consonantMs }: Durations): number =>
  phonemes.length === 0
    ? endMs - startMs
    : phonemes.reduce((sum, phoneme) => sum + (isVowel(phoneme) ? vowelMs : consonantMs), 0);

/** 0 to 1. A word much shorter or longer than its sounds need was squeezed in, or holds other words. */
function mismatchOf({ confidence, startMs, endMs }: AlignedWord, expectedMs: number): number {
  const octaves = Math.abs(Math.log2(Math.max(1, endMs - startMs) / Math.max(1, expectedMs)));
  return Math.max(1 - ramp(confidence, UNSURE, SURE), ramp(octaves, 1.1, 2.2));
}

/** What a passage of 13 s holds of the phonemes of a script that holds them all. */
const REACHABLE = 0.9;

/**
 * How much of what the script's phonemes are is heard in a passage: the share of the different ones, more than 90 % of
 * which fit into no passage and count as all.
 */
export function phonemesScorer({ read }: TakeSound): PassageScorer {
  const all = different(read).size;
  return ({ sentences }) => (all === 0 ? 1 : Math.min(1, different(sentences).size / all / REACHABLE));
}

const different = (sentences: readonly ReadSentence[]): Set<string> =>
  new Set(sentences.flatMap(({ words }) => words.flatMap(({ phonemes }) => phonemes.map(({ ipa }) => ipa))));
