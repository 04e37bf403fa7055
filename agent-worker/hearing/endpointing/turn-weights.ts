import type { EvidenceName } from './turn-evidence.ts';

/** Fitted by `npm run eval:endpointing -- --fit`, which prints them. */
export const WEIGHTS: Readonly<Record<EvidenceName, number>> = {
  offset: -0.65,
  words: 0.76,
  sound: 0.11,
  shortAnswer: 2.13,
  shortBeginning: -0.37,
  closing: 1.48,
  hesitant: -0.06,
  shortSince: -0.66,
  dots: 0.13,
};

/**
 * The delay by the logarithm of the odds. From `overFrom` up there is none. Down to `openFrom` it rises to `openMs`,
 * which is as long as nearly all thinking pauses. Below `cutShortFrom`, where the sentence is clearly incomplete, it
 * grows by `msPerLogOdds`. The range of the first rise is narrow, because a delay that is shorter than most pauses
 * makes answers late and still cuts callers off.
 */
export const DELAY = {
  overFrom: 0.2,
  openFrom: 0,
  openMs: 1600,
  cutShortFrom: -1.6,
  msPerLogOdds: 500,
} as const;
