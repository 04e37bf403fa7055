import { languageOf } from '../../../engine/index.ts';
import type { EvidenceName } from './turn-evidence.ts';

type Weights = Readonly<Record<EvidenceName, number>>;

/** Fitted by `npm run eval:endpointing -- --fit`, which prints the weights. */
const ENGLISH: Weights = {
  offset: -0.84,
  words: 0.27,
  clause: 0.31,
  sound: 0.1,
  finished: 0.41,
  shortAnswer: 2.49,
  shortBeginning: -0.86,
  closing: 1.01,
  hesitant: -0.98,
  shortSince: -0.22,
  dots: 1.32,
  unmarked: 0.01,
  question: 0.26,
};

/**
 * The same with `--lang es`, for the other languages, too: their recogniser writes other words and marks than that of
 * English.
 */
const OTHERS: Weights = {
  offset: -0.76,
  words: 0.91,
  clause: 0,
  sound: 0.52,
  finished: 0.3,
  shortAnswer: 2.98,
  shortBeginning: -0.35,
  closing: 0.42,
  hesitant: -0.62,
  shortSince: -0.35,
  dots: -2.2,
  unmarked: -1.44,
  question: 0.1,
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
