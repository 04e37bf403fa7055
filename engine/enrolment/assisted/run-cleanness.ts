import { overlapShare } from '../checks/overlap.ts';
import { clickStrengths } from './run-clicks.ts';
import { fall, largest, quantile, worstOf } from './run-figures.ts';
import {
  framesBetween,
  framesIn,
  LEVEL_HOP_MS,
  levelsIn,
  OBSTRUENT,
  type RunSpan,
  type TakeSound,
  VOWEL,
} from './run-sound.ts';
import type { ReadSentence } from './types.ts';

/** A sound so near to a word may be its end, found too early. */
const WORD_REACH_MS = 200;
/** Breaths are so far below speech, dB; coughs and words are not. */
const BREATH_DB = 30;
const HALF_SOUND_DB = 8;
/** Echoes reach the first share of the voiced frames; two clear voices from twice that on. */
const FREE_OVERLAP = 0.015;
const HALF_OVERLAP = 0.02;
/** Vowels are looked at in windows of so many frames. */
const WINDOW_FRAMES = 12;

/**
 * Sounds in a run that are none of its words. 1: nothing between the words is louder than a breath, and within them are no
 * clicks, no second voice and no vowels that something covers, compared with the best sentences of the take; a half: a
 * sound 22 dB below the speech, or a second voice in 3.5 % of the voiced frames.
 */
export function cleannessScorer(sound: TakeSound): (run: RunSpan) => number {
  const figures = new Map(sound.read.map((sentence) => [sentence.index, measure(sound, sentence)]));
  const least = (of: (each: Figures) => number): number => quantile([...figures.values()].map(of), 0.15);
  const overlap = least((each) => each.overlap);
  const covered = least((each) => each.covered);
  const click = least((each) => each.clickDb);
  const score = ({ index }: ReadSentence): number => {
    const own = figures.get(index);
    if (!own) return 1;
    return (
      fall(own.overlap - overlap, FREE_OVERLAP, HALF_OVERLAP) *
      fall(own.covered - covered, 0.25, 0.2) *
      fall(own.clickDb - click, 6, 6)
    );
  };
  return (run) => worstOf(run.sentences.map(score)) * strangeScore(sound, run);
}

interface Figures {
  /** Share of the voiced frames with a second voice. */
  readonly overlap: number;
  /** How much of the vowels is not periodic, 0 to 1, where it is most. */
  readonly covered: number;
  /** How far the sharpest click stands out of what is around it. */
  readonly clickDb: number;
}

function measure(sound: TakeSound, { startMs, endMs }: ReadSentence): Figures {
  const [from, to] = framesIn(sound, startMs, endMs);
  return {
    overlap: overlapShare(framesBetween(sound, from, to)),
    covered: coveredVowels(sound, from, to),
    clickDb: largest(clickStrengths(sound, startMs, endMs), 0, Infinity),
  };
}

/** The most aperiodic window of vowel frames; frames beside another sound are left out, the border is not sure. */
function coveredVowels({ phones, frames }: TakeSound, from: number, to: number): number {
  const rest: number[] = [];
  for (let k = from; k < to; k++)
    if (phones[k] === VOWEL && phones[k - 2] !== OBSTRUENT && phones[k + 2] !== OBSTRUENT)
      rest.push(1 - frames.pitch.strength[k]!);
  let most = 0;
  for (let i = 0; i + WINDOW_FRAMES <= rest.length; i++) {
    const window = rest.slice(i, i + WINDOW_FRAMES);
    most = Math.max(most, window.reduce((sum, value) => sum + value, 0) / WINDOW_FRAMES);
  }
  return most;
}

/** Looks at sounds between the words of a run: how loud the loudest is that is neither the end nor the beginning of a word. */
function strangeScore(sound: TakeSound, { startMs, endMs, sentences }: RunSpan): number {
  const words = sentences.flatMap((sentence) => sentence.words);
  const edges = [startMs, ...words.flatMap((word) => [word.startMs, word.endMs]), endMs];
  let loudestDb = -Infinity;
  for (let i = 0; i < edges.length; i += 2)
    loudestDb = Math.max(loudestDb, loudestBetween(sound, edges[i]!, edges[i + 1]!));
  return fall(BREATH_DB - (sound.speechDb - loudestDb), 0, HALF_SOUND_DB);
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
