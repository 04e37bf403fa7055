import { languageOf } from '../../../engine/index.ts';
import type { EvidenceName } from './turn-evidence.ts';

type Weights = Readonly<Record<EvidenceName, number>>;

/** Fitted by `npm run eval:endpointing -- --fit`, which prints the weights. */
const ENGLISH: Weights = {
  offset: -0.76,
  words: 0.38,
  clause: 0.27,
  sound: 0.06,
  finished: 0.46,
  shortAnswer: 2.27,
  longerAnswer: 1.77,
  shortBeginning: -0.83,
  closing: 0.96,
  hesitant: -0.79,
  shortSince: -0.13,
  dots: 1.25,
  unmarked: -0.07,
  comma: -0.52,
  question: 0.18,
};

/**
 * The same with `--lang es`, for the other languages, too: their recogniser writes other words and marks than that of
 * English.
 */
const OTHERS: Weights = {
  offset: 0.15,
  words: 0.92,
  clause: 0,
  sound: 0.51,
  finished: 0.55,
  shortAnswer: 3.7,
  longerAnswer: -0.56,
  shortBeginning: -0.37,
  closing: 0.46,
  hesitant: -0.59,
  shortSince: -0.21,
  dots: -2.39,
  unmarked: -1.41,
  comma: -0.28,
  question: 0.2,
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
