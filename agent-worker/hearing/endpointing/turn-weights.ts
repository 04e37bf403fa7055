import type { EvidenceName } from './turn-evidence.ts';

/** Fitted by `npm run eval:endpointing -- FOLDER... --fit`, which prints them. */
export const WEIGHTS: Readonly<Record<EvidenceName, number>> = {
  offset: -0.48,
  words: 0.52,
  sound: 0.38,
  shortAnswer: 1.23,
  shortBeginning: -0.65,
  closing: 1.99,
  dots: -0.46,
};

/**
 * The delay is so long for odds of one, in ms, and so much shorter for each unit of their logarithm: most pauses of
 * people who hesitate are shorter than the first, and most complete turns are answered at once.
 */
export const DELAY = { evenMs: 1300, msPerLogOdds: 1000 } as const;
