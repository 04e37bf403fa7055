/** Evenness of a passage: its rate and its intonation. */

import type { AlignedWord } from '../../../../engine/forced-alignment/types.ts';
import type { PitchTrack } from '../../../../media/pitch.ts';
import { quantileNearest } from '../../../../media/statistics.ts';
import type { ReadSentence } from '../types.ts';
import { fall, leastOf, worstOf } from './curves.ts';
import { framesIn, isVowel, type PassageScorer, type TakeSound, VOWEL } from './take-sound.ts';

/** Durations of phonemes in relaxed reading, in ms. Languages and accents differ by about 15 %. */
const USUAL_VOWEL_MS = 90;
const USUAL_CONSONANT_MS = 70;
const LEAP_OCTAVES = 0.25;
const HALF_RATE_OCTAVES = 0.32;
/** Pauses of half this length belong to reading. */
const HALF_PAUSE_MS = 1350;
const HALF_SENTENCE_PAUSE_MS = 1550;

/**
 * Evenness of the pace of a passage. 1: every sentence is as close to a relaxed pace as the best of the take, and there
 * are no unexpected pauses; a half: one sentence is 25 % further from it, or there is a pause of 1.4 s within a
 * sentence or of 1.5 s between two. The mean pace of the take does not count, since most of it may be rushed. The
 * rendition that found a sentence gives its length at an even pace.
 */
export function rateScorer({ read }: TakeSound): PassageScorer {
  const all = lengths(read.flatMap(({ words }) => words));
  const haste = Math.log2(all.renderedMs / all.usualMs) || 0;
  const stray = ({ words }: ReadSentence): number => {
    const { spokenMs, renderedMs } = lengths(words);
    return spokenMs > 0 && renderedMs > 0 ? Math.abs(Math.log2(spokenMs / renderedMs) + haste) : 0;
  };
  const strays = new Map(read.map((sentence) => [sentence.index, stray(sentence)]));
  const least = leastOf(strays.values());
  return ({ sentences }) => {
    const evenness = sentences.map(({ index }) =>
      fall((strays.get(index) ?? least) - least, HALF_RATE_OCTAVES),
    );
    return worstOf(evenness) * worstOf(pauseScores(sentences));
  };
}

export interface PaceFigures {
  /** Durations of its words relative to the rendition that aligned them, and to relaxed reading, in octaves. */
  readonly pace: number;
  readonly usualPace: number;
  /** Longest pause between two of its words. */
  readonly pauseMs: number;
}

export function paceFigures({ words }: ReadSentence): PaceFigures {
  const { spokenMs, renderedMs, usualMs } = lengths(words);
  const octaves = (ms: number): number => (spokenMs > 0 && ms > 0 ? Math.log2(spokenMs / ms) : 0);
  const pauses = words.slice(1).map(({ startMs }, i) => startMs - words[i]!.endMs);
  return { pace: octaves(renderedMs), usualPace: octaves(usualMs), pauseMs: Math.max(0, ...pauses) };
}

interface Lengths {
  spokenMs: number;
  renderedMs: number;
  /** Duration of the same phonemes in relaxed reading. */
  usualMs: number;
}

/** Duration of all words without the pauses between them. */
function lengths(words: readonly AlignedWord[]): Lengths {
  const sum: Lengths = { spokenMs: 0, renderedMs: 0, usualMs: 0 };
  for (const { phonemes, startMs, endMs, renderedMs } of words) {
    if (phonemes.length === 0) continue;
    sum.spokenMs += endMs - startMs;
    sum.renderedMs += renderedMs;
    for (const phoneme of phonemes) sum.usualMs += isVowel(phoneme) ? USUAL_VOWEL_MS : USUAL_CONSONANT_MS;
  }
  return sum;
}

function pauseScores(sentences: readonly ReadSentence[]): number[] {
  const scores: number[] = [];
  for (const [i, { words }] of sentences.entries()) {
    const before = sentences[i - 1]?.words.at(-1);
    if (before && words[0]) scores.push(fall(words[0].startMs - before.endMs, HALF_SENTENCE_PAUSE_MS));
    for (let k = 1; k < words.length; k++)
      scores.push(fall(words[k]!.startMs - words[k - 1]!.endMs, HALF_PAUSE_MS));
  }
  return scores;
}

/** Share of frames at which the pitch leaps, as it does if the estimate alternates between two voices; 0 to 1. */
export function pitchLeaps({ f0Hz }: PitchTrack, from: number, to: number): number {
  let leaps = 0;
  let pairs = 0;
  for (let k = from + 1; k < to; k++) {
    if (f0Hz[k] === 0 || f0Hz[k - 1] === 0) continue;
    pairs++;
    if (Math.abs(Math.log2(f0Hz[k]! / f0Hz[k - 1]!)) > LEAP_OCTAVES) leaps++;
  }
  return leaps / Math.max(1, pairs);
}

const SURELY_VOICED = 0.6;
const MIN_FRAMES = 15;
const HALF_SEMITONES = 6.5;
/** Half of the pitch range, in octaves. */
const HALF_RANGE_OCTAVES = 1.4;

interface Melody {
  /** Median, semitones. */
  readonly middle: number;
  /** Range from the 10th to the 90th percentile, in semitones. */
  readonly range: number;
}

/**
 * Consistency of the voice. 1: mean and range of the intonation of each sentence equal those of most of the take; a
 * half: one sentence is six and a half semitones higher or lower, or has more than two and a half times the range, or
 * less than that fraction of it.
 */
export function pitchScorer(sound: TakeSound): PassageScorer {
  const melodies = new Map(sound.read.map((sentence) => [sentence.index, melody(sound, sentence)]));
  const known = [...melodies.values()].filter((each) => each !== null);
  const middle = quantileNearest(
    known.map((each) => each.middle),
    0.5,
  );
  const range = quantileNearest(
    known.map((each) => each.range),
    0.5,
  );
  const score = ({ index }: ReadSentence): number => {
    const own = melodies.get(index);
    if (!own) return 1;
    return (
      fall(Math.abs(own.middle - middle), HALF_SEMITONES) *
      fall(Math.abs(Math.log2((own.range + 1) / (range + 1))), HALF_RANGE_OCTAVES)
    );
  };
  return ({ sentences }) => worstOf(sentences.map(score));
}

/** Null if too little of a sentence is voiced. */
function melody(sound: TakeSound, { startMs, endMs }: ReadSentence): Melody | null {
  const { f0Hz, strength } = sound.frames.pitch;
  const semitones: number[] = [];
  const [from, to] = framesIn(sound, startMs, endMs);
  for (let k = from; k < to; k++)
    if (sound.phones[k] === VOWEL && f0Hz[k]! > 0 && strength[k]! > SURELY_VOICED)
      semitones.push(12 * Math.log2(f0Hz[k]!));
  if (semitones.length < MIN_FRAMES) return null;
  return {
    middle: quantileNearest(semitones, 0.5),
    range: quantileNearest(semitones, 0.9) - quantileNearest(semitones, 0.1),
  };
}
