import { languageOf } from '../../../engine/index.ts';
import type { EvidenceName } from './turn-evidence.ts';

type Weights = Readonly<Record<EvidenceName, number>>;

/** Fitted by `npm run eval:endpointing -- --fit`, which prints them. */
const ENGLISH: Weights = {
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

/** The same with `--lang es`. Another recogniser writes other words and marks than that of English. */
const OTHERS: Weights = {
  offset: -1.36,
  words: 0.86,
  sound: 0.6,
  shortAnswer: 2.77,
  shortBeginning: -0.48,
  closing: 0.66,
  hesitant: 0.53,
  shortSince: -0.42,
  dots: -2.08,
};

export const weightsOf = (lang: string): Weights => (languageOf(lang) === 'en' ? ENGLISH : OTHERS);

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
