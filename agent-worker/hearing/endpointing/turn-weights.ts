import type { EvidenceName } from './turn-evidence.ts';

/**
 * Fitted by `npm run eval:endpointing -- --fit`, which prints them; but `sound`, which is worth from -0.2 to 0.4 in one
 * voice and another, is given the middle of what they say.
 */
export const WEIGHTS: Readonly<Record<EvidenceName, number>> = {
  offset: -0.7,
  words: 0.84,
  sound: 0.2,
  shortAnswer: 2.19,
  shortBeginning: -0.07,
  closing: 1.52,
  hesitant: -0.18,
  shortSince: -0.49,
  dots: 0,
};

/**
 * From some odds on (their logarithm) a turn is over at once; from others down it is waited for as long as nearly all
 * pauses last in which people think. Where a sentence is surely cut short it is waited for longer still. Between the
 * two first there is little: a wait shorter than most pauses makes the answer late and lets nobody finish.
 */
export const DELAY = {
  overFrom: 0.7,
  openFrom: 0.4,
  openMs: 1600,
  cutShortFrom: -1.6,
  msPerLogOdds: 500,
} as const;
