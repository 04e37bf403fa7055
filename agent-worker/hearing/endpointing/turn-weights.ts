import { languageOf } from '../../../engine/index.ts';
import type { EvidenceName } from './turn-evidence.ts';

type Weights = Readonly<Record<EvidenceName, number>>;

/** Fitted by `npm run eval:endpointing -- --fit`, which prints the weights. */
const ENGLISH: Weights = {
  offset: -0.87,
  words: 0.29,
  clause: 0.29,
  sound: 0.06,
  finished: 0.61,
  shortAnswer: 2.57,
  longerAnswer: 1.95,
  shortBeginning: -0.79,
  closing: 0.99,
  hesitant: -0.86,
  shortSince: -0.15,
  dots: 1.06,
  unmarked: -0.08,
  comma: -0.45,
  question: 0.16,
};

/**
 * The same with `--lang es`, for the other languages, too: their recogniser writes other words and marks than that of
 * English.
 */
const OTHERS: Weights = {
  offset: -0.71,
  words: 0.92,
  clause: 0,
  sound: 0.57,
  finished: 0.4,
  shortAnswer: 3.47,
  longerAnswer: -0.52,
  shortBeginning: -0.39,
  closing: 0.57,
  hesitant: -0.6,
  shortSince: -0.03,
  dots: -2.6,
  unmarked: -1.43,
  comma: -0.5,
  question: 0.11,
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
