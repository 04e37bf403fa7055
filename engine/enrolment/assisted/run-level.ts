import { fall, quantile, worstOf } from './run-figures.ts';
import { levelsIn, type RunSpan, type TakeSound } from './run-sound.ts';
import type { ReadSentence } from './types.ts';

/** Below the loud sentences of the take, dB: people let their voice sink by as much. */
const FREE_QUIETER_DB = 3.5;
const HALF_QUIETER_DB = 3.5;
/** Above them: somebody came nearer, or a noise was louder. */
const FREE_LOUDER_DB = 4;
const HALF_LOUDER_DB = 4;
/** A take so quiet was recorded badly as a whole, dB of full scale. */
const QUIET_DB = -38;

/**
 * How loud a run is. 1: like the loud sentences of the take, throughout; a half: one of its sentences is 7 dB quieter, as
 * from the other end of the room, or 8 dB louder.
 */
export function levelScorer(sound: TakeSound): (run: RunSpan) => number {
  const levels = new Map(sound.read.map((sentence) => [sentence.index, level(sound, sentence)]));
  const usual = quantile([...levels.values()], 0.8);
  const score = ({ index }: ReadSentence): number => {
    const levelDb = levels.get(index) ?? usual;
    return (
      fall(usual - levelDb, FREE_QUIETER_DB, HALF_QUIETER_DB) *
      fall(levelDb - usual, FREE_LOUDER_DB, HALF_LOUDER_DB) *
      fall(QUIET_DB - levelDb, 0, 8)
    );
  };
  return ({ sentences }) => worstOf(sentences.map(score));
}

/** Of the louder sounds of its words, dB of full scale. */
function level(sound: TakeSound, { words }: ReadSentence): number {
  const values = words.flatMap(({ startMs, endMs }) => [
    ...sound.levelDb.subarray(...levelsIn(sound, startMs, endMs)),
  ]);
  return values.length === 0 ? -100 : quantile(values, 0.7);
}
