import { overlapShare } from '../../checks/overlapping-speech.ts';
import type { ReadSentence } from '../types.ts';
import { fall, largest, leastOf, worstOf } from './curves.ts';
import { clickStrengths, fullLevel } from './disturbances.ts';
import {
  framesBetween,
  framesIn,
  LEVEL_HOP_MS,
  levelsIn,
  type PassageScorer,
  type PassageSpan,
  SONORANT,
  speechLevel,
  type TakeSound,
  VOWEL,
} from './take-sound.ts';

/** A sound so near to a word may be its end, found too early. */
const WORD_REACH_MS = 300;
/** Breaths are this far below speech, in dB; coughs and words are not. */
const BREATH_DB = 20;
const HALF_SOUND_DB = 6;
/** A passage cut out in sound begins or ends with a rest of what was beside it; so far below the speech it does not. */
const CLEAN_CUT_DB = 30;
const HALF_CUT_DB = 12;
/** Of the voiced frames; echoes reach half of that share, two clear voices reach it. */
const HALF_OVERLAP = 0.05;
/** Vowels and other voiced sounds are analysed in windows of this many frames. */
const WINDOW_FRAMES = 14;
/** So little below the speech, a sound that should be voiced is no end of a word that fades away. */
const LOUD_DB = 15;
/**
 * What makes a sentence a half in each figure, above the best: people who read undisturbed stay below nine times in
 * ten.
 */
const HALF_COVERED = 1;
const HALF_VOICELESS = 0.55;
const HALF_CLICK_DB = 7;
const HALF_FULL_DB = 9.5;
const HALF_THUMP_DB = 17;
/** This far below the speech nothing can be heard. */
const INAUDIBLE_FULL_DB = 50;
const INAUDIBLE_THUMP_DB = 30;

/**
 * Sounds in a passage that are none of its words. 1: nothing between the words is louder than a breath, and within them
 * are no clicks, no second voice and no vowels that something covers, compared with the best sentences of the take; a
 * half: a sound 14 dB below the speech, or a second voice in 5 % of the voiced frames.
 */
export function cleannessScorer(sound: TakeSound): PassageScorer {
  const figures = new Map(sound.read.map((sentence) => [sentence.index, measure(sound, sentence)]));
  const least = (of: (each: Figures) => number): number => leastOf([...figures.values()].map(of));
  const overlap = least((each) => each.overlap);
  const covered = least((each) => each.covered);
  const voiceless = least((each) => each.voiceless);
  const click = least((each) => each.clickDb);
  const full = least((each) => each.fullDb);
  const thump = least((each) => each.thumpDb);
  const score = ({ index }: ReadSentence): number => {
    const own = figures.get(index);
    if (!own) return 1;
    return (
      fall(own.overlap - overlap, HALF_OVERLAP) *
      fall(own.covered - covered, HALF_COVERED) *
      fall(own.voiceless - voiceless, HALF_VOICELESS) *
      fall(own.clickDb - click, HALF_CLICK_DB) *
      fall(own.fullDb - full, HALF_FULL_DB) *
      fall(own.thumpDb - thump, HALF_THUMP_DB)
    );
  };
  return (passage) =>
    worstOf(passage.sentences.map(score)) *
    extraneousScore(sound, passage) *
    fall(CLEAN_CUT_DB - (sound.speechDb - passage.cutDb), HALF_CUT_DB);
}

interface Figures {
  /** Share of the voiced frames with a second voice. */
  readonly overlap: number;
  /** How much of the vowels is not periodic, 0 to 1, where it is most. */
  readonly covered: number;
  /** How much of what should be voiced is loud and is not, 0 to 1, where it is most. */
  readonly voiceless: number;
  /** How far the sharpest click stands out of the sharpest sounds around it, at least 0. */
  readonly clickDb: number;
  /** How loud it is, at most, in all parts of the spectrum at once, dB above the speech. */
  readonly fullDb: number;
  /** The loudest below the voice, dB above the speech. */
  readonly thumpDb: number;
}

function measure(sound: TakeSound, sentence: ReadSentence): Figures {
  const { startMs, endMs } = sentence;
  const speechDb = speechLevel(sound, sentence);
  const [from, to] = framesIn(sound, startMs, endMs);
  return {
    overlap: overlapShare(framesBetween(sound, from, to)),
    covered: coveredVowels(sound, from, to),
    voiceless: voicelessShare(sound, from, to, speechDb),
    clickDb: Math.max(0, largest(clickStrengths(sound, startMs, endMs), 0, Infinity)),
    fullDb: Math.max(fullLevel(sound, from, to) - speechDb, -INAUDIBLE_FULL_DB),
    thumpDb: Math.max(largest(sound.outer.lowDb, from, to) - speechDb, -INAUDIBLE_THUMP_DB),
  };
}

/**
 * Coughs and bangs hide the voice they cover: the window of voiced sounds where most frames are loud and not voiced.
 */
function voicelessShare({ phones, frames }: TakeSound, from: number, to: number, speechDb: number): number {
  const loud: number[] = [];
  for (let k = from; k < to; k++)
    if (isOpen(phones[k]))
      loud.push(frames.pitch.f0Hz[k] === 0 && frames.levelDb[k]! > speechDb - LOUD_DB ? 1 : 0);
  return fullestWindow(loud);
}

/** The most aperiodic window of vowel frames; frames beside another sound are left out, the border is not sure. */
function coveredVowels({ phones, frames }: TakeSound, from: number, to: number): number {
  const rest: number[] = [];
  for (let k = from; k < to; k++)
    if (phones[k] === VOWEL && isOpen(phones[k - 2]) && isOpen(phones[k + 2]))
      rest.push(1 - frames.pitch.strength[k]!);
  return fullestWindow(rest);
}

/** The largest mean of this many consecutive values. */
function fullestWindow(values: readonly number[]): number {
  let most = 0;
  let sum = 0;
  for (const [i, value] of values.entries()) {
    sum += value - (values[i - WINDOW_FRAMES] ?? 0);
    if (i >= WINDOW_FRAMES - 1) most = Math.max(most, sum / WINDOW_FRAMES);
  }
  return most;
}

const isOpen = (phone: number | undefined): boolean => phone === VOWEL || phone === SONORANT;

/**
 * Looks at sounds between the words of a passage: how loud the loudest is that is neither the end nor the beginning of
 * a word.
 */
function extraneousScore(sound: TakeSound, { startMs, endMs, sentences }: PassageSpan): number {
  const words = sentences.flatMap((sentence) => sentence.words);
  const edges = [startMs, ...words.flatMap((word) => [word.startMs, word.endMs]), endMs];
  let loudestDb = -Infinity;
  for (let i = 0; i < edges.length; i += 2)
    loudestDb = Math.max(loudestDb, loudestBetween(sound, edges[i]!, edges[i + 1]!));
  const speechDb = Math.max(...sentences.map((sentence) => speechLevel(sound, sentence)));
  return fall(BREATH_DB - (speechDb - loudestDb), HALF_SOUND_DB);
}

/** Level in a gap without the sounds that reach into it from either side, though not far. */
function loudestBetween(sound: TakeSound, startMs: number, endMs: number): number {
  let [from, to] = levelsIn(sound, startMs, endMs);
  const reach = WORD_REACH_MS / LEVEL_HOP_MS;
  const sounds = (k: number): boolean => sound.levelDb[k]! > sound.quietDb;
  for (let left = reach; left > 0 && from < to && sounds(from); left--) from++;
  for (let left = reach; left > 0 && from < to && sounds(to - 1); left--) to--;
  return largest(sound.levelDb, from, to);
}
