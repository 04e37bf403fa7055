import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { quantileNearest } from '../../../../media/statistics.ts';
import { HOP_MS } from '../../../../recordings/speech-activity/frames.ts';
import { framesIn, INAUDIBLE_DB, type TakeSound } from './take-sound.ts';

/** Fall of the level over which a decay is measured, without a rise in between. */
const LEAST_FALL_DB = 12;
const LEAST_FRAMES = 4;
const LEAST_DECAYS = 3;
/** In a large room the next sound comes earlier. Then this fall has to suffice. */
const SMALL_FALL_DB = 5;
/** Time after the last word in which sounds decay. */
const TAIL_MS = 300;
/**
 * RT60 of a sentence in seconds, from the steepest falls of the level, as in `checks/channel.ts`. Voices themselves
 * take some 0.15 s.
 * @returns null if there are too few clear decays
 */
export function decaySeconds(sound: TakeSound, { startMs, endMs }: TimeSpan): number | null {
  const { levelDb } = sound.frames;
  const [first, end] = framesIn(sound, startMs, endMs + TAIL_MS);
  // A recorder with a noise gate falls faster than any voice decays.
  const leastDb = Math.max(sound.floorDb + 3, sound.speechDb - INAUDIBLE_DB);
  const rates: number[] = [];
  const smallRates: number[] = [];
  for (let from = first; from < end; ) {
    let to = from;
    while (to + 1 < end && levelDb[to + 1]! < levelDb[to]! && levelDb[to + 1]! > leastDb) to++;
    const fallDb = levelDb[from]! - levelDb[to]!;
    const rate = (fallDb * 1000) / ((to - from) * HOP_MS);
    if (fallDb >= LEAST_FALL_DB && to - from >= LEAST_FRAMES) rates.push(rate);
    if (fallDb >= SMALL_FALL_DB && to - from >= LEAST_FRAMES) smallRates.push(rate);
    from = Math.max(to, from + 1);
  }
  const enough = [rates, smallRates].find(({ length }) => length >= LEAST_DECAYS);
  return enough ? Math.min(3, 60 / quantileNearest(enough, 0.75)) : null;
}
