/** Reliability of the words of a passage, and its coverage of the script's phonemes. */
import { mean } from '../../../../media/statistics.ts';
import type { ReadSentence } from '../types.ts';
import type { PassageScorer, TakeSound } from './take-sound.ts';

/** Log odds above which a sentence counts as correct. One in fifty sentences with a wrong word exceeds it. */
const TRUSTED = -3.5;
const LEAST_SURE = 0.001;

export interface WordFigures {
  /** Log odds against the sentence. */
  readonly doubt: number;
  /** Doubt about its least certain word, and mean doubt about its words; 0 to 1. */
  readonly leastSure: number;
  readonly unsure: number;
}

export function wordFigures({ confidence, words }: ReadSentence): WordFigures {
  const bounded = Math.max(LEAST_SURE, confidence);
  const doubts = words.map((word) => 1 - word.confidence);
  return {
    doubt: Math.max(TRUSTED, Math.log((1 - bounded) / bounded)),
    leastSure: Math.max(0, ...doubts),
    unsure: mean(doubts),
  };
}

/** Share of the phonemes that a passage of 13 s contains if the script contains all. */
const REACHABLE = 0.9;

/**
 * Coverage of the script's phonemes by a passage: the share of its different phonemes. Above 90 % counts as complete,
 * because no passage can contain more.
 */
export function phonemesScorer({ read }: TakeSound): PassageScorer {
  const all = different(read).size;
  return ({ sentences }) => (all === 0 ? 1 : Math.min(1, different(sentences).size / all / REACHABLE));
}

const different = (sentences: readonly ReadSentence[]): Set<string> =>
  new Set(sentences.flatMap(({ words }) => words.flatMap(({ phonemes }) => phonemes.map(({ ipa }) => ipa))));
