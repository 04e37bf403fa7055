import type { ReadSentence } from '../types.ts';
import type { RunSpan, TakeSound } from './take-sound.ts';

/** What a run of 13 s holds of the phonemes of a script that holds them all. */
const REACHABLE = 0.9;

/**
 * How much of what the script's phonemes are is heard in a run: the share of the different ones, more than 90 % of which
 * fit into no run and count as all.
 */
export function phonemesScorer({ read }: TakeSound): (run: RunSpan) => number {
  const all = different(read).size;
  return ({ sentences }) => (all === 0 ? 1 : Math.min(1, different(sentences).size / all / REACHABLE));
}

const different = (sentences: readonly ReadSentence[]): Set<string> =>
  new Set(sentences.flatMap(({ words }) => words.flatMap(({ phonemes }) => phonemes.map(({ ipa }) => ipa))));
