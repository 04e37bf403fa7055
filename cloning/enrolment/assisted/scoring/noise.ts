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

/** Speech leaves every band empty for a tenth of the time, and most bands for a quarter. Noise does not. */
const EMPTY_SHARE = 0.1;
const MOSTLY_EMPTY_SHARE = 0.25;
/** Level below a sentence at which a sound does not belong to it. */
const LOUD_DB = 30;
/** Window on either side in which bands are examined for intermittent noise. */
const REACH_FRAMES = 150 / HOP_MS;
/** Number of frames over which powers are averaged, since single frames of noise fluctuate. */
const SMOOTHING_FRAMES = 5;
/** Between its sounds, speech is nearly silent for this long. Another speaker, or reverberation, fills that. */
const DIP_SHARE = 0.05;
const LONGER_DIP_SHARE = 0.15;
/** Every sentence has a moment of this length without hiss above 4 kHz. */
const HISS_SHARE = 0.05;
/** Margin at pauses, because breaths and the ends of words reach into them. Noise fills them. */
const QUIET_SHARE = 0.3;
const HALF_PAUSE_DB = 20;
/** Margin at the ends of words, whose positions are approximate. */
const EDGE_MS = 60;
/** Level below speech at which noise is hardly audible, in dB. The score of a take halves 20 dB above it. */
const CLEAN_SNR_DB = 32;
const HALF_SNR_DB = 20;

/** Noise levels of one sentence, in dB above its speech. */
export interface NoiseFigures {
  /**
   * Means over the bands of the residual while a band is empty, and while it is nearly so (after R. Martin, "Noise
   * power spectral density estimation based on optimal smoothing and minimum statistics", 2001).
   */
  readonly restDb: number;
  readonly wideRestDb: number;
  /** Maximum over time of the minimum levels of the bands, as their mean. */
  readonly valleyDb: number;
  /** Levels of the quietest twentieth and seventh of the time; no lower than the room. */
  readonly dipDb: number;
  readonly wideDipDb: number;
  /** Minimum level above 4 kHz. */
  readonly hissDb: number;
}

/**
 * @param from first frame
 * @param to frame behind the last
 * @param valleys `valleyLevels` of the take
 */
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
 * Noise between the words of a passage. 1: as little as anywhere in the take, and 32 dB below the speech; a half: 20 dB
 * more, in the quieter part of its pauses.
 */
export function pauseNoiseScorer(sound: TakeSound): PassageScorer {
  // A channel that is silent between sentences makes none of them noisy.
  const unheardDb = sound.speechDb - INAUDIBLE_DB;
  const floorDb = Math.max(unheardDb, sound.floorDb);
  return ({ startMs, endMs }) => {
    const pauseDb = Math.max(unheardDb, pauseLevel(sound, startMs, endMs) ?? floorDb);
    return (
      fall(pauseDb - floorDb, HALF_PAUSE_DB) * fall(CLEAN_SNR_DB - (sound.speechDb - pauseDb), HALF_SNR_DB)
    );
  };
}

/** Mean residual level of bands between two frames, in dBFS: while a band is empty, and while it is nearly empty. */
function restLevels(sound: TakeSound, from: number, to: number, speechDb: number): [number, number] {
  const { levelDb, melDb } = sound.frames;
  const unheardDb = speechDb - INAUDIBLE_DB;
  let rest = 0;
  let wideRest = 0;
  const spoken: number[] = [];
  // Pauses that were aligned as part of a word are as empty as the room.
  for (let k = from; k < to; k++)
    if (sound.phones[k] !== NO_WORD && levelDb[k]! > speechDb - LOUD_DB) spoken.push(k);
  for (let band = 0; band < MEL_BANDS; band++) {
    const levels = spoken.map((k) => melDb[k * MEL_BANDS + band]!);
    rest += Math.max(unheardDb, quantileNearest(levels, EMPTY_SHARE, unheardDb));
    wideRest += Math.max(unheardDb, quantileNearest(levels, MOSTLY_EMPTY_SHARE, unheardDb));
  }
  return [rest / MEL_BANDS, wideRest / MEL_BANDS];
}

/** Minimum levels of the bands around each frame, as their mean in dB. */
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

/** Level of the quieter moments between the words of a passage, in dBFS; null if these last less than 50 ms. */
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
