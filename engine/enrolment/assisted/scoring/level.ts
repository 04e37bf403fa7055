import type { ReadSentence } from '../types.ts';
import { fall, worstOf } from './curves.ts';
import { type RunSpan, speechLevel, type TakeSound } from './take-sound.ts';

/** Below the loud sentences of the take, dB: people let their voice sink by half of it. */
const HALF_QUIETER_DB = 11;
/** A take so quiet was recorded badly as a whole, dB of full scale. */
const QUIET_DB = -38;

/**
 * How loud a run is. 1: like the loudest sentences of the take, throughout; a half: one of its sentences is 11 dB quieter, as
 * from the other end of the room.
 */
export function levelScorer(sound: TakeSound): (run: RunSpan) => number {
  const levels = new Map(sound.read.map((sentence) => [sentence.index, speechLevel(sound, sentence)]));
  const loudest = Math.max(...levels.values());
  const score = ({ index }: ReadSentence): number => {
    const levelDb = levels.get(index) ?? loudest;
    return fall(loudest - levelDb, HALF_QUIETER_DB) * fall(QUIET_DB - levelDb, 8);
  };
  return ({ sentences }) => worstOf(sentences.map(score));
}
