/** How far the words of a passage can be relied on, and how many of the script's phonemes they have. */
import { mean } from '../../../../media/statistics.ts';
import type { ReadSentence } from '../types.ts';
import type { PassageScorer, TakeSound } from './take-sound.ts';

/** Whatever is surer than this, as logarithm of the odds, is sure: of sentences with a wrong word one in fifty is. */
const TRUSTED = -3.5;
const LEAST_SURE = 0.001;

export interface WordFigures {
  /** The odds against the sentence, as logarithm. */
  readonly doubt: number;
  /** How little sure its least sure word is, and how little sure its words are on average; 0 to 1. */
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
