import { quantileNearest } from '../../../../media/statistics.ts';
import { HOP_MS } from '../../checks/frames.ts';
import type { ReadSentence } from '../types.ts';
import { fall, leastOf, worstOf } from './curves.ts';
import { framesIn, type PassageScorer, type TakeSound } from './take-sound.ts';

/** A decay is measured where the level falls by this much without rising again. */
const LEAST_FALL_DB = 12;
const LEAST_FRAMES = 4;
const LEAST_DECAYS = 3;
/** In a large room the next sound comes before that; then this much has to suffice. */
const SMALL_FALL_DB = 5;
/** Sounds fade after the last word. */
const TAIL_MS = 300;
/** How much longer sounds linger in one sentence than in another, octaves: few decays waver. */
const HALF_OCTAVES = 0.95;
/** Voices themselves take as long, slow ones longer than fast ones. */
const DRY_SECONDS = 0.15;
/** Seconds for 60 dB, above which any room is heard. */
const HALF_SECONDS = 1;

/**
 * How dry a passage is. 1: sounds die away as fast as in the driest sentences of the take; a half: in one
 * sentence they take twice as long. From the steepest falls of the level, as `checks/channel.ts` has it.
 */
export function reverberationScorer(sound: TakeSound): PassageScorer {
  const decays = new Map(sound.read.map((sentence) => [sentence.index, decaySeconds(sound, sentence)]));
  const known = [...decays.values()].filter((each) => each !== null);
  const driest = Math.max(DRY_SECONDS, leastOf(known));
  const score = ({ index }: ReadSentence): number => {
    const own = decays.get(index);
    if (!own) return 1;
    return fall(Math.log2(own / driest), HALF_OCTAVES) * fall(own, HALF_SECONDS);
  };
  return ({ sentences }) => worstOf(sentences.map(score));
}

/** Seconds for a fall by 60 dB; null where a sentence has too few clear decays. */
function decaySeconds(sound: TakeSound, { startMs, endMs }: ReadSentence): number | null {
  const { levelDb } = sound.frames;
  const [first, end] = framesIn(sound, startMs, endMs + TAIL_MS);
  const rates: number[] = [];
  const smallRates: number[] = [];
  for (let from = first; from < end; ) {
    let to = from;
    while (to + 1 < end && levelDb[to + 1]! < levelDb[to]! && levelDb[to + 1]! > sound.floorDb + 3) to++;
    const fallDb = levelDb[from]! - levelDb[to]!;
    const rate = (fallDb * 1000) / ((to - from) * HOP_MS);
    if (fallDb >= LEAST_FALL_DB && to - from >= LEAST_FRAMES) rates.push(rate);
    if (fallDb >= SMALL_FALL_DB && to - from >= LEAST_FRAMES) smallRates.push(rate);
    from = Math.max(to, from + 1);
  }
  const enough = [rates, smallRates].find(({ length }) => length >= LEAST_DECAYS);
  return enough ? Math.min(3, 60 / quantileNearest(enough, 0.75)) : null;
}
