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
 * From some odds on (their logarithm) a turn is over at once; from others down it is waited for as long as nearly all
 * pauses last in which people think, and longer still where a sentence is surely cut short. There is little between the
 * first two: a wait that is shorter than most pauses makes answers late and lets nobody finish.
 */
export const DELAY = {
  overFrom: 0.2,
  openFrom: 0,
  openMs: 1600,
  cutShortFrom: -1.6,
  msPerLogOdds: 500,
} as const;
