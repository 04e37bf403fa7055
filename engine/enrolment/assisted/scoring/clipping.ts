import { clippedShare, LEVEL_TOPS } from '../../../../media/clipping.ts';
import { fall, leastOf, worstOf } from './curves.ts';
import type { RunSpan, TakeSound } from './take-sound.ts';

/** Nineteen in twenty sentences that were not clipped have up to these shares of their samples on flat tops. */
const CLEAN_LEVEL = 0.001;
const CLEAN_BENT = 0.006;
/** How much more one sentence has than another. */
const HALF_LEVEL = 0.0025;
const HALF_BENT = 0.015;

/**
 * Whether a run was too loud for its microphone. 1: as few flat tops as anywhere in the take; a half: 0.25 % more of the
 * samples on tops that are level, or 1.5 % on tops that filters have bent since. Each sentence is looked at alone, for one
 * that was clipped and another that was not have different ceilings.
 */
export function clippingScorer({ samples, sampleRate, read }: TakeSound): (run: RunSpan) => number {
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
