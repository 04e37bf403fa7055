import { clippedShare } from '../checks/clipping.ts';
import { fall, leastOf, worstOf } from './run-figures.ts';
import type { RunSpan, TakeSound } from './run-sound.ts';

/** Nineteen in twenty sentences that were not clipped have up to this share of their samples on flat tops: no take is better. */
const CLEAN_SHARE = 0.005;
/** How much more one sentence has than another. */
const HALF_SHARE = 0.0075;

/**
 * Whether a run was too loud for its microphone. 1: as few flat tops as anywhere in the take; a half: 0.75 % more of the
 * samples. Each sentence is looked at alone, for one that was clipped and another that was not have different ceilings.
 */
export function clippingScorer(sound: TakeSound): (run: RunSpan) => number {
  const { samples, sampleRate, read } = sound;
  const at = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  const shares = new Map(
    read.map(({ index, startMs, endMs }) => [index, clippedShare(samples.subarray(at(startMs), at(endMs)))]),
  );
  const usual = Math.max(CLEAN_SHARE, leastOf(shares.values()));
  return ({ sentences }) =>
    worstOf(sentences.map(({ index }) => fall((shares.get(index) ?? 0) - usual, HALF_SHARE)));
}
