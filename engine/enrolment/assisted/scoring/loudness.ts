/** Whether a passage was too quiet or too loud for its microphone. */
import { clippedShare, LEVEL_TOPS } from '../../../../media/clipping.ts';
import type { ReadSentence } from '../types.ts';
import { fall, leastOf, worstOf } from './curves.ts';
import { type PassageScorer, speechLevel, type TakeSound } from './take-sound.ts';

/** Below the loud sentences of the take, dB: people let their voice sink by half of it. */
const HALF_QUIETER_DB = 11;
/** A take so quiet was recorded badly as a whole, dB of full scale. */
const QUIET_DB = -38;

/**
 * How loud a passage is. 1: like the loudest sentences of the take, throughout; a half: one of its sentences is 11 dB
 * quieter, as from the other end of the room.
 */
export function levelScorer(sound: TakeSound): PassageScorer {
  const levels = new Map(sound.read.map((sentence) => [sentence.index, speechLevel(sound, sentence)]));
  const loudest = Math.max(...levels.values());
  const score = ({ index }: ReadSentence): number => {
    const levelDb = levels.get(index) ?? loudest;
    return fall(loudest - levelDb, HALF_QUIETER_DB) * fall(QUIET_DB - levelDb, 8);
  };
  return ({ sentences }) => worstOf(sentences.map(score));
}

/** Nineteen in twenty sentences that were not clipped have up to these shares of their samples on flat tops. */
const CLEAN_LEVEL = 0.001;
const CLEAN_BENT = 0.006;
/** How much more one sentence has than another. */
const HALF_LEVEL = 0.0025;
const HALF_BENT = 0.015;

/**
 * Whether a passage was too loud for its microphone. 1: as few flat tops as anywhere in the take; a half: 0.25 % more
 * of the samples on tops that are level, or 1.5 % on tops that filters have bent since. Each sentence is looked at
 * alone, for one that was clipped and another that was not have different ceilings.
 */
export function clippingScorer({ samples, sampleRate, read }: TakeSound): PassageScorer {
  const at = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  const shares = new Map(
    read.map(({ index, startMs, endMs }) => {
      const sentence = samples.subarray(at(startMs), at(endMs));
      return [index, { level: clippedShare(sentence, LEVEL_TOPS), bent: clippedShare(sentence) }];
    }),
  );
  const all = [...shares.values()];
  const level = Math.max(CLEAN_LEVEL, leastOf(all.map((share) => share.level)));
  const bent = Math.max(CLEAN_BENT, leastOf(all.map((share) => share.bent)));
  return ({ sentences }) =>
    worstOf(
      sentences.map(({ index }) => {
        const share = shares.get(index);
        return share ? fall(share.level - level, HALF_LEVEL) * fall(share.bent - bent, HALF_BENT) : 1;
      }),
    );
}
