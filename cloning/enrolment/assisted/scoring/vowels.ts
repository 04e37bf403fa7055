/** What a voice does not do in its vowels: hiss, whisper, be covered by something else. */
import { quantileNearest } from '../../../../media/statistics.ts';
import { isOpen, type TakeSound, VOWEL } from './take-sound.ts';

/** So little below the speech, a sound that should be voiced is no end of a word that fades away. */
const LOUD_DB = 15;
/** Vowels and other voiced sounds are analysed in windows of this many frames. */
const WINDOW_FRAMES = 14;
/** On the border of two sounds it is not sure which is heard: frames so near to another sound are left out... */
const BORDER_FRAMES = 2;
/** ...and as many where the other one would be taken for hiss. */
const HISS_BORDER_FRAMES = 3;
/** Added to flatness, so that a tone has a logarithm. */
const LEAST_FLATNESS = 1e-4;

export interface VowelFigures {
  /** How much of the vowels is not periodic, 0 to 1: where it is most, and everywhere. */
  readonly covered: number;
  readonly aperiodic: number;
  /** How much of what should be voiced is loud and is not, 0 to 1, where it is most. */
  readonly voiceless: number;
  /** How flat the spectrum of vowels becomes, as logarithm; null in a sentence of short vowels. */
  readonly flatness: number | null;
  /** How loud vowels become above 4 kHz, dB above the speech: most of them, and the loudest. */
  readonly highDb: number | null;
  readonly highestDb: number | null;
}

/** @param from frames, up to @param to exclusive @param speechDb of the sentence */
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
