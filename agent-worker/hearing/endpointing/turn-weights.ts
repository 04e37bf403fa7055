import { languageOf } from '../../../engine/index.ts';
import type { EvidenceName } from './turn-evidence.ts';

type Weights = Readonly<Record<EvidenceName, number>>;

/** Fitted by `npm run eval:endpointing -- --fit`, which prints the weights. */
const ENGLISH: Weights = {
  offset: -1.13,
  words: 0.4,
  clause: 0.37,
  sound: 0.23,
  shortAnswer: 2.94,
  shortBeginning: -0.49,
  closing: 1.26,
  hesitant: -0.93,
  shortSince: -0.37,
  dots: 0.52,
  unmarked: -2.18,
  question: 0.72,
};

/**
 * The same with `--lang es`, for the other languages, too: their recogniser writes other words and marks than that of
 * English.
 */
const OTHERS: Weights = {
  offset: -1.36,
  words: 0.86,
  clause: 0,
  sound: 0.6,
  shortAnswer: 2.77,
  shortBeginning: -0.48,
  closing: 0.66,
  hesitant: 0.53,
  shortSince: -0.42,
  dots: -2.08,
  unmarked: 0,
  question: 0,
};

export const weightsOf = (lang: string): Weights => (languageOf(lang) === 'en' ? ENGLISH : OTHERS);

/**
 * The delay by the log-odds. Above `overFrom` it is zero. Towards `openFrom` it rises to `openMs`, which is longer than
 * nearly all thinking pauses. Below `cutShortFrom`, where the sentence is clearly incomplete, it grows by
 * `msPerLogOdds`. The range of the first rise is narrow, because a delay that is shorter than most pauses makes answers
 * late and still cuts callers off.
 */
export const DELAY = {
  overFrom: 0.2,
  openFrom: 0,
  openMs: 1600,
  cutShortFrom: -1.6,
  msPerLogOdds: 500,
} as const;
