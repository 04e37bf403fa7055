/** Measures the sounds between words. */
import { powerDb } from '../../../../media/level.ts';
import { HOP_MS } from '../../../../recordings/speech-activity/frames.ts';
import { largest } from './curves.ts';
import { LEVEL_HOP_MS, levelsIn, type TakeSound } from './take-sound.ts';

/** A sound this close to a word may be its end, if the alignment ended it too early. */
const WORD_REACH_MS = 300;
/** The level of a sustained sound is that of its loudest 60 ms. */
const LASTS_LEVELS = 60 / LEVEL_HOP_MS;
const VOICED = 0.5;
/** Level above the room at which a background voice is audible beside the speaker. */
const ABOVE_FLOOR_DB = 6;
const AUDIBLE_DB = 45;
/** Below this level a sound is inaudible. */
const LEAST_DB = -60;

export interface GapFigures {
  /**
   * The loudest sound between words, without the ends of the words, in dB above the speech, and its sustained level.
   */
  readonly loudDb: number;
  readonly lastingDb: number;
  /** Longest time in which a voice is present, in frames. */
  readonly voiced: number;
}

const NO_GAP: GapFigures = { loudDb: LEAST_DB, lastingDb: LEAST_DB, voiced: 0 };

/** @param speechDb level of the speech around the gap */
export function gapFigures(sound: TakeSound, startMs: number, endMs: number, speechDb: number): GapFigures {
  const { levelDb, quietDb, floorDb, frames } = sound;
  let [from, to] = levelsIn(sound, startMs, endMs);
  const reach = WORD_REACH_MS / LEVEL_HOP_MS;
  for (let left = reach; left > 0 && from < to && levelDb[from]! > quietDb; left--) from++;
  for (let left = reach; left > 0 && from < to && levelDb[to - 1]! > quietDb; left--) to--;
  let lastingDb = LEAST_DB;
  for (let k = from; k + LASTS_LEVELS <= to; k++) {
    let power = 0;
    for (let i = 0; i < LASTS_LEVELS; i++) power += 10 ** (levelDb[k + i]! / 10);
    lastingDb = Math.max(lastingDb, powerDb(power / LASTS_LEVELS) - speechDb);
  }
  const { f0Hz, strength } = frames.pitch;
  const leastDb = Math.max(floorDb + ABOVE_FLOOR_DB, speechDb - AUDIBLE_DB);
  let voiced = 0;
  let run = 0;
  const lastFrame = Math.floor((to * LEVEL_HOP_MS) / HOP_MS);
  for (let k = Math.ceil((from * LEVEL_HOP_MS) / HOP_MS); k < lastFrame; k++) {
    run = f0Hz[k]! > 0 && strength[k]! > VOICED && frames.levelDb[k]! > leastDb ? run + 1 : 0;
    voiced = Math.max(voiced, run);
  }
  return { loudDb: Math.max(LEAST_DB, largest(levelDb, from, to) - speechDb), lastingDb, voiced };
}

/** The maximum of several. */
export function mostOf(gaps: readonly GapFigures[]): GapFigures {
  const most = (of: (gap: GapFigures) => number): number => Math.max(...[NO_GAP, ...gaps].map(of));
  return {
    loudDb: most((gap) => gap.loudDb),
    lastingDb: most((gap) => gap.lastingDb),
    voiced: most((gap) => gap.voiced),
  };
}
