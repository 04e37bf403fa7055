/** Detects faults in vowels: hiss, whisper, masking by another sound. */
import { quantileNearest } from '../../../../media/statistics.ts';
import { isOpen, type TakeSound, VOWEL } from './take-sound.ts';

/** Level below the speech up to which a sound that should be voiced is not the decay of a word. */
const LOUD_DB = 15;
/** Vowels and other voiced sounds are analysed in windows of this many frames. */
const WINDOW_FRAMES = 14;
/** Frames this close to another sound are left out, because the border is uncertain... */
const BORDER_FRAMES = 2;
/** ...and this many if the other sound would be taken for hiss. */
const HISS_BORDER_FRAMES = 3;
/** Added to flatness, so that a tone has a finite logarithm. */
const LEAST_FLATNESS = 1e-4;

export interface VowelFigures {
  /** Aperiodic share of the vowels, 0 to 1: its maximum, and its mean. */
  readonly covered: number;
  readonly aperiodic: number;
  /** Largest share of sounds that should be voiced, are loud and are unvoiced, 0 to 1. */
  readonly voiceless: number;
  /** Largest spectral flatness of vowels, as a logarithm; null in a sentence of short vowels. */
  readonly flatness: number | null;
  /** Levels of vowels above 4 kHz, in dB above the speech: of most of them, and the maximum. */
  readonly highDb: number | null;
  readonly highestDb: number | null;
}

/**
 * @param from first frame
 * @param to frame behind the last
 * @param speechDb level of the sentence
 */
export function vowelFigures(sound: TakeSound, from: number, to: number, speechDb: number): VowelFigures {
  const { phones, frames, outer } = sound;
  const rest: number[] = [];
  const loud: number[] = [];
  const flatness: number[] = [];
  const high: number[] = [];
  const isInside = (k: number, border: number): boolean =>
    phones[k] === VOWEL && isOpen(phones[k - border]) && isOpen(phones[k + border]);
  for (let k = from; k < to; k++) {
    if (isOpen(phones[k]))
      loud.push(frames.pitch.f0Hz[k] === 0 && frames.levelDb[k]! > speechDb - LOUD_DB ? 1 : 0);
    if (isInside(k, BORDER_FRAMES)) rest.push(1 - frames.pitch.strength[k]!);
    if (k > from && k < to - 1 && isInside(k, HISS_BORDER_FRAMES)) {
      flatness.push(frames.flatness[k]!);
      high.push(outer.highDb[k]!);
    }
  }
  const heard = high.length > 0;
  return {
    covered: fullestWindow(rest),
    aperiodic: rest.reduce((sum, x) => sum + x, 0) / Math.max(1, rest.length),
    voiceless: fullestWindow(loud),
    flatness: heard ? Math.log(quantileNearest(flatness, 0.9) + LEAST_FLATNESS) : null,
    highDb: heard ? quantileNearest(high, 0.95) - speechDb : null,
    highestDb: heard ? quantileNearest(high, 1) - speechDb : null,
  };
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
