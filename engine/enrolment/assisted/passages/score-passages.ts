/** The passages of whole sentences in a take, and how good a reference each would be. */

import type { TimeSpan } from '../../../forced-alignment/types.ts';
import { cleannessScorer } from '../scoring/cleanness.ts';
import { clippingScorer, levelScorer } from '../scoring/loudness.ts';
import { noiseScorer } from '../scoring/noise.ts';
import { pitchScorer, rateScorer } from '../scoring/prosody.ts';
import { reverberationScorer } from '../scoring/reverberation.ts';
import {
  LEVEL_HOP_MS,
  listenTo,
  type PassageScorer,
  type PassageSpan,
  type TakeSound,
} from '../scoring/take-sound.ts';
import { alignmentScorer, phonemesScorer } from '../scoring/words.ts';
import {
  type AlignedTake,
  MAX_PASSAGE_MS,
  MIN_PASSAGE_MS,
  type PassageScores,
  type ReadSentence,
  type ScoredPassage,
} from '../types.ts';
import { cutAfter, cutBefore, silences } from './cut-points.ts';
import { punctuate } from './pause-punctuation.ts';

export interface ScoreInput {
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  /** Hz, at least 8000. */
  readonly sampleRate: number;
  readonly take: AlignedTake;
}

/**
 * How much each respect counts: the exponents of a product, so that a passage spoiled in one of them is spoiled,
 * however good it is otherwise. Completeness is a preference among passages that nothing spoils.
 */
const WEIGHTS: Readonly<Record<keyof PassageScores, number>> = {
  alignment: 1,
  noise: 1,
  clipping: 1,
  reverberation: 1,
  level: 1,
  rate: 1,
  pitch: 0.7,
  cleanness: 1,
  phonemes: 0.1,
};
const LEAST = 0.001;

type Scorers = Readonly<Record<keyof PassageScores, PassageScorer>>;

/**
 * Scores every passage of consecutive sentences that lasts 4 to 13 s once cut, that was read as written, that holds no
 * extraneous sounds, and that has silence on both sides to be cut in. Pure and synchronous; holds the thread for some
 * 30 ms for each second of the take.
 * @returns the best first; empty where nothing can be used
 */
export function scorePassages({ samples, sampleRate, take }: ScoreInput): readonly ScoredPassage[] {
  const usable = take.sentences.some(isReadWell);
  if (!usable || samples.length === 0) return [];
  const sound = listenTo(samples, sampleRate, take);
  const passages = cutPassages(sound, take);
  if (passages.length === 0) return [];
  const scorers: Scorers = {
    alignment: alignmentScorer(sound),
    noise: noiseScorer(sound),
    clipping: clippingScorer(sound),
    reverberation: reverberationScorer(sound),
    level: levelScorer(sound),
    rate: rateScorer(sound),
    pitch: pitchScorer(sound),
    cleanness: cleannessScorer(sound),
    phonemes: phonemesScorer(sound),
  };
  return passages.map((passage) => scored(passage, scorers)).sort((a, b) => b.score - a.score);
}

/** The passages of exactly two sentences, in their order. */
export function pairsOf(passages: readonly ScoredPassage[]): readonly ScoredPassage[] {
  return passages.filter(({ sentences }) => sentences.length === 2);
}

const isReadWell = ({ fault, words }: ReadSentence): boolean =>
  fault !== 'skipped' && fault !== 'misread' && words.length > 0;

function cutPassages(sound: TakeSound, take: AlignedTake): PassageSpan[] {
  const quiet = silences(sound.levelDb, LEVEL_HOP_MS, sound.quietDb);
  const { sentences } = take;
  const passages: PassageSpan[] = [];
  for (let first = 0; first < sentences.length; first++) {
    const startMs = startCut(sound, take, quiet, first);
    if (startMs === null) continue;
    for (let last = first; last < sentences.length; last++) {
      const sentence = sentences[last]!;
      if (!isReadWell(sentence) || sentence.endMs - startMs > MAX_PASSAGE_MS) break;
      if (last > first && sentence.startMs < sentences[last - 1]!.endMs) break;
      const endMs = endCut(sound, take, quiet, last);
      if (endMs === null || endMs - startMs < MIN_PASSAGE_MS || endMs - startMs > MAX_PASSAGE_MS) continue;
      if (take.extraneous.some((extraneous) => extraneous.startMs < endMs && extraneous.endMs > startMs))
        continue;
      passages.push({ startMs, endMs, sentences: sentences.slice(first, last + 1) });
    }
  }
  return passages;
}

function startCut(
  sound: TakeSound,
  take: AlignedTake,
  quiet: readonly TimeSpan[],
  index: number,
): number | null {
  const sentence = take.sentences[index]!;
  if (!isReadWell(sentence)) return null;
  const ends = [...sound.read, ...take.extraneous].map(({ endMs }) => endMs);
  const before = ends
    .filter((endMs) => endMs <= sentence.startMs)
    .reduce((a, b) => Math.max(a, b), -Infinity);
  return cutBefore(quiet, before, sentence.startMs);
}

function endCut(
  sound: TakeSound,
  take: AlignedTake,
  quiet: readonly TimeSpan[],
  index: number,
): number | null {
  const sentence = take.sentences[index]!;
  const starts = [...sound.read, ...take.extraneous].map(({ startMs }) => startMs);
  const after = starts
    .filter((startMs) => startMs >= sentence.endMs)
    .reduce((a, b) => Math.min(a, b), Infinity);
  return cutAfter(quiet, sentence.endMs, after, sound.durationMs);
}

function scored(passage: PassageSpan, scorers: Scorers): ScoredPassage {
  const respects = Object.keys(WEIGHTS) as (keyof PassageScores)[];
  const scores = Object.fromEntries(
    respects.map((respect) => [respect, Math.min(1, Math.max(0, scorers[respect](passage)))]),
  ) as unknown as PassageScores;
  const score = respects.reduce(
    (product, respect) => product * Math.max(LEAST, scores[respect]) ** WEIGHTS[respect],
    1,
  );
  const text = joined(passage.sentences.map((sentence) => sentence.text.trim()));
  return {
    sentences: passage.sentences.map(({ index }) => index),
    startMs: passage.startMs,
    endMs: passage.endMs,
    text: punctuate(
      text,
      passage.sentences.flatMap(({ words }) => words),
    ),
    score,
    scores,
  };
}

/** Scripts written without spaces have none between sentences either. */
function joined(texts: readonly string[]): string {
  return texts.reduce(
    (all, text) => (all === '' || /[。！？]$/u.test(all) ? all + text : `${all} ${text}`),
    '',
  );
}
