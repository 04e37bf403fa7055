import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { powerDb } from '../../../../media/level.ts';
import { quantileNearest } from '../../../../media/statistics.ts';
import { HOP_MS, MEL_BANDS, type SoundFrames } from '../../../../recordings/speech-activity/frames.ts';
import { fall, largest } from './curves.ts';
import {
  framesIn,
  INAUDIBLE_DB,
  LEVEL_HOP_MS,
  levelsIn,
  NO_WORD,
  type PassageScorer,
  type TakeSound,
} from './take-sound.ts';

/** Speech leaves every band empty for a tenth of the time, and most of them for a quarter; noise does not. */
const EMPTY_SHARE = 0.1;
const MOSTLY_EMPTY_SHARE = 0.25;
/** Anything this much quieter than a sentence is not one of its sounds. */
const LOUD_DB = 30;
/** For intermittent noise, bands are examined within this much time on either side. */
const REACH_FRAMES = 150 / HOP_MS;
/** Powers are averaged over this many frames: single ones of noise waver. */
const SMOOTHING_FRAMES = 5;
/** Between its sounds, speech is nearly silent for a moment; another speaker, or a room, fills that. */
const DIP_SHARE = 0.05;
const LONGER_DIP_SHARE = 0.15;
/** There is no hiss above 4 kHz for a moment in any sentence. */
const HISS_SHARE = 0.05;
/** Breaths and the ends of words reach into pauses; noise fills them. */
const QUIET_SHARE = 0.3;
const HALF_PAUSE_DB = 20;
/** Words do not end where they were found to, but near. */
const EDGE_MS = 60;
/** From here on, noise is hardly heard below speech, dB; the score of a take as a whole halves 20 dB lower. */
const CLEAN_SNR_DB = 32;
const HALF_SNR_DB = 20;

/** Of one sentence, dB above its speech. */
export interface NoiseFigures {
  /**
   * What remains in the bands while they are empty, their mean, and while they are nearly so (after R. Martin, "Noise
   * power spectral density estimation based on optimal smoothing and minimum statistics", 2001).
   */
  readonly restDb: number;
  readonly wideRestDb: number;
  /** The fullest moment: the least levels of the bands around it, their mean. */
  readonly valleyDb: number;
  /** The quietest moments, a twentieth and a seventh of the time; no quieter than the room. */
  readonly dipDb: number;
  readonly wideDipDb: number;
  /** Above 4 kHz, where it is least. */
  readonly hissDb: number;
}

/** @param from frames, up to @param to exclusive @param valleys `valleyLevels` of the take */
export function noiseFigures(
  sound: TakeSound,
  valleys: Float32Array,
  { startMs, endMs }: TimeSpan,
  speechDb: number,
): NoiseFigures {
  const [from, to] = framesIn(sound, startMs, endMs);
  const levels = sound.levelDb.subarray(...levelsIn(sound, startMs, endMs));
  const dip = (share: number): number =>
    Math.max(sound.floorDb, quantileNearest(levels, share, sound.floorDb)) - speechDb;
  const [restDb, wideRestDb] = restLevels(sound, from, to, speechDb);
  return {
    restDb: restDb - speechDb,
    wideRestDb: wideRestDb - speechDb,
    valleyDb: largest(valleys, from, to) - speechDb,
    dipDb: dip(DIP_SHARE),
    wideDipDb: dip(LONGER_DIP_SHARE),
    hissDb: quantileNearest(sound.outer.highDb.subarray(from, to), HISS_SHARE, speechDb) - speechDb,
  };
}

/**
 * How much noise is between the words of a passage. 1: as little as anywhere in the take, and 32 dB below the speech;
 * a half: 20 dB more, in the quieter part of its pauses.
 */
export function pauseNoiseScorer(sound: TakeSound): PassageScorer {
  // A line that is silent between sentences makes none of them noisy.
  const unheardDb = sound.speechDb - INAUDIBLE_DB;
  const floorDb = Math.max(unheardDb, sound.floorDb);
  return ({ startMs, endMs }) => {
    const pauseDb = Math.max(unheardDb, pauseLevel(sound, startMs, endMs) ?? floorDb);
    return (
      fall(pauseDb - floorDb, HALF_PAUSE_DB) * fall(CLEAN_SNR_DB - (sound.speechDb - pauseDb), HALF_SNR_DB)
    );
  };
}

/**
 * What remains in the bands between two frames while they are empty, and while they are nearly so: their means, dB of
 * full scale.
 */
function restLevels(sound: TakeSound, from: number, to: number, speechDb: number): [number, number] {
  const { levelDb, melDb } = sound.frames;
  const unheardDb = speechDb - INAUDIBLE_DB;
  let rest = 0;
  let wideRest = 0;
  const spoken: number[] = [];
  // Pauses that were taken for a part of a word are as empty as the room.
  for (let k = from; k < to; k++)
    if (sound.phones[k] !== NO_WORD && levelDb[k]! > speechDb - LOUD_DB) spoken.push(k);
  for (let band = 0; band < MEL_BANDS; band++) {
    const levels = spoken.map((k) => melDb[k * MEL_BANDS + band]!);
    rest += Math.max(unheardDb, quantileNearest(levels, EMPTY_SHARE, unheardDb));
    wideRest += Math.max(unheardDb, quantileNearest(levels, MOSTLY_EMPTY_SHARE, unheardDb));
  }
  return [rest / MEL_BANDS, wideRest / MEL_BANDS];
}

/** For each frame the least levels of the bands around it, their mean in dB. */
export function valleyLevels({ count, melDb }: SoundFrames): Float32Array {
  const valleys = new Float32Array(count);
  const power = new Float64Array(count + 1);
  const smooth = new Float32Array(count);
  const reach = SMOOTHING_FRAMES >> 1;
  for (let band = 0; band < MEL_BANDS; band++) {
    for (let k = 0; k < count; k++) power[k + 1] = power[k]! + 10 ** (melDb[k * MEL_BANDS + band]! / 10);
    for (let k = 0; k < count; k++) {
      const from = Math.max(0, k - reach);
      const to = Math.min(count, k + reach + 1);
      smooth[k] = powerDb(Math.max(0, power[to]! - power[from]!) / (to - from));
    }
    for (let k = 0; k < count; k++) {
      let least = Infinity;
      for (let i = Math.max(0, k - REACH_FRAMES); i <= Math.min(count - 1, k + REACH_FRAMES); i++)
        least = Math.min(least, smooth[i]!);
      valleys[k]! += least / MEL_BANDS;
    }
  }
  return valleys;
}

/**
 * Level of the quieter moments between the words of a passage, dB of full scale; null where there is less than 50 ms of
 * that.
 */
function pauseLevel(sound: TakeSound, startMs: number, endMs: number): number | null {
  const [from, to] = levelsIn(sound, startMs, endMs);
  const edge = EDGE_MS / HOP_MS;
  const isPause = (frame: number): boolean => (sound.phones[frame] ?? NO_WORD) === NO_WORD;
  const levels: number[] = [];
  for (let k = from; k < to; k++) {
    const frame = Math.round((k * LEVEL_HOP_MS) / HOP_MS);
    if (isPause(frame) && isPause(frame - edge) && isPause(frame + edge)) levels.push(sound.levelDb[k]!);
  }
  return levels.length < 10 ? null : quantileNearest(levels, QUIET_SHARE);
}
