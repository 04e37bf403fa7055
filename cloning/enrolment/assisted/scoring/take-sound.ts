/** Measurements that all scores of passages share, computed once for a take. */

import type { AlignedPhoneme, AlignedWord, TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { quantileNearest } from '../../../../media/statistics.ts';
import {
  FRAME_RATE,
  HOP_MS,
  MEL_BANDS,
  type SoundFrames,
  soundFrames,
} from '../../../../recordings/speech-activity/frames.ts';
import type { AlignedTake, ReadSentence } from '../types.ts';
import { levelsAround, type OuterLevels, outerLevels } from './levels.ts';
import { type CleanedSound, removedLevels } from './removed-sounds.ts';

/** Interval of levels: cuts and clicks need a finer resolution than the spectrum. */
export const LEVEL_HOP_MS = 5;
/** Rumble and DC offset are inaudible, and would hide silence. */
const LOWEST_HZ = 60;
/** Fluctuation of noise from one moment to the next. */
const WAVERING_DB = 6;
/** Level below speech at which nothing is audible, however quiet the room. */
export const INAUDIBLE_DB = 50;
/** Accuracy of word boundaries. */
const EDGE_MS = 40;

/** The word in a frame. */
export const NO_WORD = 0;
export const VOWEL = 1;
/** A nasal, a liquid or a glide. */
const SONORANT = 2;
/** A fricative. */
const OBSTRUENT = 3;
/** A plosive or an affricate. */
export const BURST = 4;

export interface TakeSound {
  /** Mono, at the rate of the recording. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly durationMs: number;
  readonly frames: SoundFrames;
  /** Power around k · LEVEL_HOP_MS above 60 Hz, in dBFS. */
  readonly levelDb: Float32Array;
  /** Levels above and below the voice, for each frame. */
  readonly outer: OuterLevels;
  /** Level of what an enhancer removed from each frame, in dBFS; null if none was used. */
  readonly removedDb: Float32Array | null;
  /** Level of loud speech in the better part of the take. */
  readonly speechDb: number;
  /** Level of the quiet between words. */
  readonly floorDb: number;
  /** Sounds up to this level are silence. */
  readonly quietDb: number;
  /** NO_WORD, VOWEL, SONORANT, OBSTRUENT or BURST for each frame. */
  readonly phones: Uint8Array;
  /** Sentences in which words were found, in order. */
  readonly read: readonly ReadSentence[];
}

/** A passage as it would be cut. */
export interface PassageSpan extends TimeSpan {
  /** Level of the louder one of its ends, in dBFS; -Infinity if both are silent. */
  readonly cutDb: number;
  readonly sentences: readonly ReadSentence[];
}

/** Scores one respect of a passage: 0 (unusable) to 1 (best). */
export type PassageScorer = (passage: PassageSpan) => number;

/**
 * Measures a take, in some 30 ms for a second of it.
 * @param samples mono, at least 8000 per second
 */
export function listenTo(
  samples: Float32Array,
  sampleRate: number,
  take: AlignedTake,
  cleaned: CleanedSound | null,
): TakeSound {
  const read = take.sentences.filter(({ words }) => words.length > 0);
  const frames = soundFrames(samples, sampleRate);
  const levelDb = levels(samples, sampleRate);
  const words = read.flatMap((sentence) => sentence.words);
  const spoken = inWords(words, levelDb.length, 0);
  const near = inWords(words, levelDb.length, EDGE_MS);
  const speech = levelDb.filter((_, k) => spoken[k] === 1);
  const between = levelDb.filter((_, k) => near[k] === 0);
  const speechDb = speech.length === 0 ? 0 : quantileNearest(speech, 0.8);
  // If there is almost nothing between the words, the quietest moments inside them are used.
  const floorDb =
    between.length * LEVEL_HOP_MS >= 300 ? quantileNearest(between, 0.15) : quantileNearest(levelDb, 0.02);
  return {
    samples,
    sampleRate,
    durationMs: (samples.length * 1000) / sampleRate,
    frames,
    levelDb,
    outer: outerLevels(samples, sampleRate, frames.count),
    removedDb: cleaned && removedLevels(samples, sampleRate, cleaned, frames.count),
    speechDb,
    floorDb,
    quietDb: Math.max(floorDb + WAVERING_DB, speechDb - INAUDIBLE_DB),
    phones: phonesOf(words, frames.count),
    read,
  };
}

/** Whether a frame contains a voice and nothing else. */
export const isOpen = (phone: number | undefined): boolean => phone === VOWEL || phone === SONORANT;

/** Indices of the spectral frames between two times, the end exclusive. */
export const framesIn = ({ frames }: TakeSound, startMs: number, endMs: number): [number, number] => [
  Math.max(0, Math.ceil(startMs / HOP_MS)),
  Math.min(frames.count, Math.ceil(endMs / HOP_MS)),
];

export const levelsIn = ({ levelDb }: TakeSound, startMs: number, endMs: number): [number, number] => [
  Math.max(0, Math.ceil(startMs / LEVEL_HOP_MS)),
  Math.min(levelDb.length, Math.ceil(endMs / LEVEL_HOP_MS)),
];

/** Frames in a range of indices, for checks of whole recordings. */
export function framesBetween({ frames }: TakeSound, from: number, to: number): SoundFrames {
  const { samples, levelDb, melDb, flatness, pitch } = frames;
  const hop = (HOP_MS * FRAME_RATE) / 1000;
  return {
    samples: samples.subarray(from * hop, to * hop),
    count: Math.max(0, to - from),
    levelDb: levelDb.subarray(from, to),
    melDb: melDb.subarray(from * MEL_BANDS, to * MEL_BANDS),
    flatness: flatness.subarray(from, to),
    pitch: {
      hopMs: pitch.hopMs,
      f0Hz: pitch.f0Hz.subarray(from, to),
      strength: pitch.strength.subarray(from, to),
    },
  };
}

/** Level of the louder sounds of a sentence, in dBFS. */
export function speechLevel(sound: TakeSound, { words }: ReadSentence): number {
  const values = words.flatMap(({ startMs, endMs }) => [
    ...sound.levelDb.subarray(...levelsIn(sound, startMs, endMs)),
  ]);
  return values.length === 0 ? -100 : quantileNearest(values, 0.7);
}

function levels(samples: Float32Array, sampleRate: number): Float32Array {
  const pole = Math.exp((-2 * Math.PI * LOWEST_HZ) / sampleRate);
  const audible = new Float64Array(samples.length);
  for (let i = 0, y = 0, before = samples[0] ?? 0; i < samples.length; i++) {
    y = pole * (y + samples[i]! - before);
    before = samples[i]!;
    audible[i] = y;
  }
  const count = Math.floor(samples.length / ((LEVEL_HOP_MS * sampleRate) / 1000)) + 1;
  return levelsAround(audible, sampleRate, LEVEL_HOP_MS, count);
}

/** 1 for levels inside words or this close to one. */
function inWords(words: readonly AlignedWord[], count: number, marginMs: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (const { startMs, endMs } of words)
    marks.fill(
      1,
      Math.max(0, Math.ceil((startMs - marginMs) / LEVEL_HOP_MS)),
      Math.max(0, Math.ceil((endMs + marginMs) / LEVEL_HOP_MS)),
    );
  return marks;
}

const VOWELS = /[aeiouyæøœɶɑɒɔəɘɛɜɝɚɞɐɪʊʌʏɨʉɯɤɵᵻ]/u;
const FRICATIVES = /[fsʃçxχhħθɸʂɕʒz]/u;
const PLOSIVES = /[ptkcqʈʔbdgɡɟɢɖ]/u;

export const isVowel = ({ ipa }: AlignedPhoneme): boolean => VOWELS.test(ipa);

function kindOf(phoneme: AlignedPhoneme): number {
  if (isVowel(phoneme)) return VOWEL;
  if (PLOSIVES.test(phoneme.ipa)) return BURST;
  return FRICATIVES.test(phoneme.ipa) ? OBSTRUENT : SONORANT;
}

function phonesOf(words: readonly AlignedWord[], count: number): Uint8Array {
  const phones = new Uint8Array(count);
  const mark = (kind: number, startMs: number, endMs: number): void => {
    phones.fill(kind, Math.max(0, Math.round(startMs / HOP_MS)), Math.max(0, Math.round(endMs / HOP_MS)));
  };
  for (const { phonemes, startMs, endMs } of words) {
    mark(SONORANT, startMs, endMs);
    for (const phoneme of phonemes) mark(kindOf(phoneme), phoneme.startMs, phoneme.endMs);
  }
  return phones;
}
