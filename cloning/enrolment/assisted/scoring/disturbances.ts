/** Detects sounds that voices do not make: clicks, and broadband noise. */

import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { powerDb } from '../../../../media/level.ts';
import { HOP_MS, MEL_BANDS } from '../../../../recordings/speech-activity/frames.ts';
import { largest } from './curves.ts';
import { BURST, NO_WORD, type TakeSound } from './take-sound.ts';

/** Longest click. */
const STEP_MS = 1;
/**
 * Neighbourhood that a click is compared with, on either side, without the click itself: two pulses of the deepest
 * voice.
 */
const AROUND_STEPS = 25;
const CLICK_STEPS = 3;
/** Bursts of plosives resemble clicks. Their positions are accurate to about this many frames. */
const BURST_FRAMES = 2;
/**
 * Sampling rate, approximately, at which differences are computed, so that they weigh frequencies alike in all
 * recordings.
 */
const RATE = 16_000;

/**
 * Strength of each millisecond of a stretch relative to the loudest other one within 25 ms, in dB of the highest
 * frequencies, away from plosives. A voice is a train of pulses, each with a similar one nearby; a click has none. Uses
 * the fourth difference: clicks are as strong in the highest frequencies as elsewhere, voices are weak there.
 */
export function clickStrengths(
  { samples, sampleRate, phones }: TakeSound,
  startMs: number,
  endMs: number,
): Float32Array {
  const steps = Math.max(0, Math.floor((endMs - startMs) / STEP_MS));
  const levelDb = new Float32Array(steps);
  const lag = Math.max(1, Math.round(sampleRate / RATE));
  for (let step = 0; step < steps; step++) {
    const from = Math.max(4 * lag, Math.round(((startMs + step * STEP_MS) * sampleRate) / 1000));
    const to = Math.min(samples.length, Math.round(((startMs + (step + 1) * STEP_MS) * sampleRate) / 1000));
    let energy = 0;
    for (let i = from; i < to; i++) {
      const beside = samples[i - lag]! + samples[i - 3 * lag]!;
      const difference = samples[i]! - 4 * beside + 6 * samples[i - 2 * lag]! + samples[i - 4 * lag]!;
      energy += difference * difference;
    }
    levelDb[step] = powerDb(energy / Math.max(1, to - from));
  }
  return Float32Array.from({ length: steps }, (_, step) => {
    const frame = Math.round((startMs + step * STEP_MS) / HOP_MS);
    for (let k = frame - BURST_FRAMES; k <= frame + BURST_FRAMES; k++)
      if (phones[k] === BURST || phones[k] === NO_WORD) return -Infinity;
    const before = largest(levelDb, step - AROUND_STEPS, step - CLICK_STEPS);
    const after = largest(levelDb, step + CLICK_STEPS + 1, step + AROUND_STEPS + 1);
    return levelDb[step]! - Math.max(before, after);
  });
}

/** Clicks closer together than this are one. */
const APART_STEPS = 30;

/** The sharpest clicks of a stretch, in dB as of `clickStrengths`, at least 0, the sharpest first. */
export function sharpestClicks(
  sound: TakeSound,
  { startMs, endMs }: TimeSpan,
  count: number,
): readonly number[] {
  const strengths = clickStrengths(sound, startMs, endMs);
  return Array.from({ length: count }, () => {
    const strongest = largest(strengths, 0, strengths.length);
    const at = strengths.indexOf(strongest);
    strengths.fill(-Infinity, Math.max(0, at - APART_STEPS), at + APART_STEPS);
    return Math.max(0, strongest);
  });
}

/** Mel bands of 0.4 to 1, 1 to 2.2 and 2.2 to 3.8 kHz. The rest above is the fourth part of the spectrum. */
const PARTS = [
  [3, 9],
  [9, 15],
  [15, MEL_BANDS],
] as const;
/** At the border of two sounds, one or two frames contain both. */
const LASTS_FRAMES = 5;

/**
 * Level at which the whole spectrum is filled, in dBFS: that of its weakest part in the weakest of five frames. Vowels
 * leave the upper parts empty and fricatives the lower ones; noise, coughs and slams fill all.
 */
export function fullLevel({ frames, outer }: TakeSound, from: number, to: number): number {
  const weakest = new Float32Array(Math.max(0, to - from)).map((_, i) => {
    const k = from + i;
    const parts = PARTS.map(([first, end]) => {
      let power = 0;
      for (let band = first; band < end; band++) power += 10 ** (frames.melDb[k * MEL_BANDS + band]! / 10);
      return powerDb(power);
    });
    return Math.min(outer.highDb[k]!, ...parts);
  });
  let most = -Infinity;
  for (let i = 0; i + LASTS_FRAMES <= weakest.length; i++)
    most = Math.max(most, Math.min(...weakest.subarray(i, i + LASTS_FRAMES)));
  return most;
}
