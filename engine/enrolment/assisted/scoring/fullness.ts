import { MEL_BANDS } from '../../checks/frames.ts';
import { decibels } from './curves.ts';
import type { TakeSound } from './take-sound.ts';

/** Mel bands of 0.4 to 1, 1 to 2.2 and 2.2 to 3.8 kHz; what is above is the fourth part of the spectrum. */
const PARTS = [
  [3, 9],
  [9, 15],
  [15, MEL_BANDS],
] as const;
/** On the border of two sounds a frame or two hold both. */
const LASTS_FRAMES = 5;

/**
 * How loud the spectrum is, dB of full scale, where it is full: the level of its weakest part, in the weakest of five
 * frames, at most. Vowels leave the upper parts empty and fricatives the lower ones; noise, coughs and slams fill all.
 */
export function fullLevel({ frames, outer }: TakeSound, from: number, to: number): number {
  const weakest = new Float32Array(Math.max(0, to - from)).map((_, i) => {
    const k = from + i;
    const parts = PARTS.map(([first, end]) => {
      let power = 0;
      for (let band = first; band < end; band++) power += 10 ** (frames.melDb[k * MEL_BANDS + band]! / 10);
      return decibels(power);
    });
    return Math.min(outer.highDb[k]!, ...parts);
  });
  let most = -Infinity;
  for (let i = 0; i + LASTS_FRAMES <= weakest.length; i++)
    most = Math.max(most, Math.min(...weakest.subarray(i, i + LASTS_FRAMES)));
  return most;
}
