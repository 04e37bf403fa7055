/** Finds the passages of whole sentences in a take, and scores each as a reference. */

import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { passageScorers } from '../scoring/passage-scorers.ts';
import type { CleanedSound } from '../scoring/removed-sounds.ts';
import { LEVEL_HOP_MS, listenTo, type PassageSpan, type TakeSound } from '../scoring/take-sound.ts';
import {
  type AlignedTake,
  MAX_PASSAGE_MS,
  MIN_PASSAGE_MS,
  type PassageScores,
  type ReadSentence,
  type ScoredPassage,
} from '../types.ts';
import { type CutPoint, cutAfter, cutBefore, silences, softestCut } from './cut-points.ts';
import { punctuate } from './pause-punctuation.ts';

export interface ScoreInput {
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  /** Hz, at least 8000. */
  readonly sampleRate: number;
  readonly take: AlignedTake;
  /** GTCRN's output; null if it is not installed. */
  readonly cleaned: CleanedSound | null;
}

/**
 * Weights of the scores: exponents of a product, so that a passage that is bad in one respect has a bad score. With
 * most exponents at 0.5, clean passages of people and of synthesizers score about the same. Intonation and completeness
 * are preferences among passages without defects.
 */
const WEIGHTS: Readonly<Record<keyof PassageScores, number>> = {
  alignment: 0.5,
  noise: 0.5,
  clipping: 0.5,
  reverberation: 0.5,
  level: 0.5,
  rate: 0.5,
  pitch: 0.15,
  cleanness: 0.5,
  phonemes: 0.05,
};
const LEAST = 0.001;
/** Accuracy of word boundaries. The softest moment may lie this far inside a word. */
const EDGE_MS = 40;
/** Soft moments further from a passage are not its boundaries. */
const REACH_MS = 300;
/** Gaps less than this many dB below the speech level do not separate words. */
const LEAST_SOFT_DB = 12;

/**
 * Scores every passage of consecutive sentences that is 4 to 13 s long after cutting, that was read as written, that
 * contains no extraneous sounds, and that can be cut in silence or at a soft moment on both sides. Pure and
 * synchronous; holds the thread for some 30 ms for each second of the take.
 * @returns best first; empty if no passage can be used
 */
export function scorePassages({ samples, sampleRate, take, cleaned }: ScoreInput): readonly ScoredPassage[] {
  const usable = take.sentences.some(isReadWell);
  if (!usable || samples.length === 0) return [];
  const sound = listenTo(samples, sampleRate, take, cleaned);
  const passages = cutPassages(sound, take);
  if (passages.length === 0) return [];
  const scores = passageScorers(sound);
  return passages.map((passage) => scored(passage, scores(passage))).sort((a, b) => b.score - a.score);
}

/** The passages of exactly two sentences, in order. */
export function pairsOf(passages: readonly ScoredPassage[]): readonly ScoredPassage[] {
  return passages.filter(({ sentences }) => sentences.length === 2);
}

const isReadWell = ({ fault, words }: ReadSentence): boolean =>
  fault !== 'skipped' && fault !== 'misread' && words.length > 0;

/** The passages of a take that can be cut. */
export function cutPassages(sound: TakeSound, take: AlignedTake): PassageSpan[] {
  const cuts = new Cuts(sound, take);
  const { sentences } = take;
  const passages: PassageSpan[] = [];
  for (let first = 0; first < sentences.length; first++) {
    const start = isReadWell(sentences[first]!) ? cuts.before(sentences[first]!) : null;
    if (start === null) continue;
    const { atMs: startMs } = start;
    for (let last = first; last < sentences.length; last++) {
      const sentence = sentences[last]!;
      if (!isReadWell(sentence) || sentence.endMs - startMs > MAX_PASSAGE_MS) break;
      if (last > first && sentence.startMs < sentences[last - 1]!.endMs) break;
      const end = cuts.after(sentence);
      if (end === null) continue;
      const { atMs: endMs } = end;
      if (endMs - startMs < MIN_PASSAGE_MS || endMs - startMs > MAX_PASSAGE_MS) continue;
      if (take.extraneous.some((extraneous) => extraneous.startMs < endMs && extraneous.endMs > startMs))
        continue;
      const cutDb = Math.max(start.levelDb, end.levelDb);
      passages.push({ startMs, endMs, cutDb, sentences: sentences.slice(first, last + 1) });
    }
  }
  return passages;
}

/** Possible beginnings and ends of the passages of one take. */
class Cuts {
  readonly #sound: TakeSound;
  readonly #quiet: readonly TimeSpan[];
  /** Sentences and extraneous sounds. */
  readonly #heard: readonly TimeSpan[];

  constructor(sound: TakeSound, take: AlignedTake) {
    this.#sound = sound;
    this.#quiet = silences(sound.levelDb, LEVEL_HOP_MS, sound.quietDb);
    this.#heard = [...sound.read, ...take.extraneous];
  }

  before({ startMs }: TimeSpan): CutPoint | null {
    const fromMs = this.#heard
      .map(({ endMs }) => endMs)
      .filter((endMs) => endMs <= startMs)
      .reduce((a, b) => Math.max(a, b), -Infinity);
    const atMs = cutBefore(this.#quiet, fromMs, startMs);
    if (atMs !== null) return { atMs, levelDb: -Infinity };
    return this.#soft(Math.max(fromMs - EDGE_MS, startMs - REACH_MS), startMs + EDGE_MS);
  }

  after({ endMs }: TimeSpan): CutPoint | null {
    const toMs = this.#heard
      .map(({ startMs }) => startMs)
      .filter((startMs) => startMs >= endMs)
      .reduce((a, b) => Math.min(a, b), Infinity);
    const atMs = cutAfter(this.#quiet, endMs, toMs, this.#sound.durationMs);
    if (atMs !== null) return { atMs, levelDb: -Infinity };
    return this.#soft(endMs - EDGE_MS, Math.min(toMs + EDGE_MS, endMs + REACH_MS));
  }

  #soft(fromMs: number, toMs: number): CutPoint | null {
    const cut = softestCut(this.#sound.levelDb, LEVEL_HOP_MS, fromMs, toMs);
    return cut && cut.levelDb <= this.#sound.speechDb - LEAST_SOFT_DB ? cut : null;
  }
}

/** Total score, 0 to 1, from the scores in each respect. */
export function totalOf(scores: PassageScores): number {
  const respects = Object.keys(WEIGHTS) as (keyof PassageScores)[];
  return respects.reduce(
    (product, respect) => product * Math.max(LEAST, scores[respect]) ** WEIGHTS[respect],
    1,
  );
}

function scored(passage: PassageSpan, scores: PassageScores): ScoredPassage {
  const text = joined(passage.sentences.map((sentence) => sentence.text.trim()));
  return {
    sentences: passage.sentences.map(({ index }) => index),
    startMs: passage.startMs,
    endMs: passage.endMs,
    text: punctuate(
      text,
      passage.sentences.flatMap(({ words }) => words),
    ),
    score: totalOf(scores),
    scores,
  };
}

/** Scripts without spaces have none between sentences either. */
function joined(texts: readonly string[]): string {
  return texts.reduce(
    (all, text) => (all === '' || /[。！？]$/u.test(all) ? all + text : `${all} ${text}`),
    '',
  );
}
