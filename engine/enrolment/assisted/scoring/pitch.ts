import type { ReadSentence } from '../types.ts';
import { fall, quantile, worstOf } from './curves.ts';
import { framesIn, type RunSpan, type TakeSound, VOWEL } from './take-sound.ts';

const SURELY_VOICED = 0.6;
const MIN_FRAMES = 15;
const HALF_SEMITONES = 6.5;
/** Of the range. */
const HALF_OCTAVES = 1.4;

interface Melody {
  /** Median, semitones. */
  readonly middle: number;
  /** Between the 10th and the 90th hundredth, semitones. */
  readonly range: number;
}

/**
 * How like itself the voice stays. 1: the melody of each sentence lies and moves as in most of the take; a half: one lies
 * six and a half semitones higher or lower, or moves over two and a half times as much, or less by that.
 */
export function pitchScorer(sound: TakeSound): (run: RunSpan) => number {
  const melodies = new Map(sound.read.map((sentence) => [sentence.index, melody(sound, sentence)]));
  const known = [...melodies.values()].filter((each) => each !== null);
  const middle = quantile(
    known.map((each) => each.middle),
    0.5,
  );
  const range = quantile(
    known.map((each) => each.range),
    0.5,
  );
  const score = ({ index }: ReadSentence): number => {
    const own = melodies.get(index);
    if (!own) return 1;
    return (
      fall(Math.abs(own.middle - middle), HALF_SEMITONES) *
      fall(Math.abs(Math.log2((own.range + 1) / (range + 1))), HALF_OCTAVES)
    );
  };
  return ({ sentences }) => worstOf(sentences.map(score));
}

/** Null where too little of a sentence is voiced. */
function melody(sound: TakeSound, { startMs, endMs }: ReadSentence): Melody | null {
  const { f0Hz, strength } = sound.frames.pitch;
  const semitones: number[] = [];
  const [from, to] = framesIn(sound, startMs, endMs);
  for (let k = from; k < to; k++)
    if (sound.phones[k] === VOWEL && f0Hz[k]! > 0 && strength[k]! > SURELY_VOICED)
      semitones.push(12 * Math.log2(f0Hz[k]!));
  if (semitones.length < MIN_FRAMES) return null;
  return {
    middle: quantile(semitones, 0.5),
    range: quantile(semitones, 0.9) - quantile(semitones, 0.1),
  };
}
