import { languageOf } from '../../../engine/index.ts';
import type { EvidenceName } from './turn-evidence.ts';

type Weights = Readonly<Record<EvidenceName, number>>;

/** Fitted by `npm run eval:endpointing -- --fit`, which prints the weights. */
const ENGLISH: Weights = {
  offset: -0.79,
  words: 0.29,
  clause: 0.3,
  sound: 0.09,
  finished: 0.4,
  shortAnswer: 2.34,
  longerAnswer: 1.84,
  shortBeginning: -0.89,
  closing: 0.97,
  hesitant: -0.99,
  shortSince: -0.16,
  dots: 1.37,
  unmarked: 0.01,
  question: 0.22,
};

/**
 * The same with `--lang es`, for the other languages, too: their recogniser writes other words and marks than that of
 * English.
 */
const OTHERS: Weights = {
  offset: -0.69,
  words: 0.98,
  clause: 0,
  sound: 0.55,
  finished: 0.31,
  shortAnswer: 3.67,
  longerAnswer: -0.61,
  shortBeginning: -0.29,
  closing: 0.37,
  hesitant: -0.64,
  shortSince: -0.36,
  dots: -2.57,
  unmarked: -1.78,
  question: 0.01,
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
