import { powerDb } from '../../../../media/level.ts';
import { quantileNearest } from '../../../../media/statistics.ts';
import { HOP_MS, MEL_BANDS, type SoundFrames } from '../../checks/frames.ts';
import type { ReadSentence } from '../types.ts';
import { fall, largest, leastOf, worstOf } from './curves.ts';
import {
  framesIn,
  INAUDIBLE_DB,
  LEVEL_HOP_MS,
  levelsIn,
  NO_WORD,
  type PassageScorer,
  speechLevel,
  type TakeSound,
} from './take-sound.ts';

/** Speech leaves every band empty for a tenth of the time; noise does not. */
const EMPTY_SHARE = 0.1;
/** Anything this much quieter than a sentence is not one of its sounds. */
const LOUD_DB = 30;
/** How much more remains there in one sentence than in another, dB. */
const HALF_REST_DB = 3.5;
/** For intermittent noise, bands are examined within this much time on either side. */
const REACH_FRAMES = 150 / HOP_MS;
/** Powers are averaged over this many frames: single ones of noise waver. */
const SMOOTHING_FRAMES = 5;
/** Some sounds are half as full of noise. */
const HALF_VALLEY_DB = 18;
/** Between its sounds, speech is nearly silent for a moment; another speaker, or a room, fills that. */
const DIP_SHARE = 0.05;
const HALF_DIP_DB = 25;
/** Breaths and the ends of words reach into pauses; noise fills them. */
const QUIET_SHARE = 0.3;
const HALF_PAUSE_DB = 11;
/** Words do not end where they were found to, but near. */
const EDGE_MS = 60;
/** From here on, noise is hardly heard below speech, dB; the score of a take as a whole halves 20 dB lower. */
const CLEAN_SNR_DB = 32;
const HALF_SNR_DB = 20;

/**
 * How much noise is below and between the words of a passage. 1: as little as in the best sentences of the take, and 32
 * dB below the speech; a half: 3.5 dB more throughout a sentence, 18 dB more for a moment, or 25 dB more where it is
 * quietest. Below words it is what remains in each band when the voice leaves it (after R. Martin, "Noise power
 * spectral density estimation based on optimal smoothing and minimum statistics", 2001).
 */
export function noiseScorer(sound: TakeSound): PassageScorer {
  // A line that is silent between sentences makes none of them noisy.
  const unheardDb = sound.speechDb - INAUDIBLE_DB;
  const floorDb = Math.max(unheardDb, sound.floorDb);
  const valleys = valleyLevels(sound.frames);
  const figures = new Map(sound.read.map((sentence) => [sentence.index, measure(sound, valleys, sentence)]));
  const all = [...figures.values()];
  const score = (figure: keyof Figures, half: number): ((sentences: readonly ReadSentence[]) => number) => {
    const least = leastOf(all.map((own) => own[figure]));
    return (sentences) =>
      worstOf(sentences.map(({ index }) => fall((figures.get(index)?.[figure] ?? least) - least, half)));
  };
  const restScore = score('restDb', HALF_REST_DB);
  const valleyScore = score('valleyDb', HALF_VALLEY_DB);
  const dipScore = score('dipDb', HALF_DIP_DB);
  return ({ startMs, endMs, sentences }) => {
    const pauseDb = Math.max(unheardDb, pauseLevel(sound, startMs, endMs) ?? floorDb);
    return (
      restScore(sentences) *
      valleyScore(sentences) *
      dipScore(sentences) *
      fall(pauseDb - floorDb, HALF_PAUSE_DB) *
      fall(CLEAN_SNR_DB - (sound.speechDb - pauseDb), HALF_SNR_DB)
    );
  };
}

/** Of one sentence, dB above its speech. */
interface Figures {
  /** What remains in the bands while they are empty, their mean. */
  readonly restDb: number;
  /** The fullest moment: the least levels of the bands around it, their mean. */
  readonly valleyDb: number;
  /** The quietest moments; no quieter than the room. */
  readonly dipDb: number;
}

function measure(sound: TakeSound, valleys: Float32Array, sentence: ReadSentence): Figures {
  const { startMs, endMs } = sentence;
  const [from, to] = framesIn(sound, startMs, endMs);
  const speechDb = speechLevel(sound, sentence);
  const levels = sound.levelDb.subarray(...levelsIn(sound, startMs, endMs));
  return {
    restDb: restLevel(sound, from, to, speechDb) - speechDb,
    valleyDb: largest(valleys, from, to) - speechDb,
    dipDb: Math.max(sound.floorDb, quantileNearest(levels, DIP_SHARE)) - speechDb,
  };
}

/** What remains in the bands between two frames while they are empty: their mean, dB of full scale. */
function restLevel(sound: TakeSound, from: number, to: number, speechDb: number): number {
  const { levelDb, melDb } = sound.frames;
  const unheardDb = speechDb - INAUDIBLE_DB;
  let sum = 0;
  const spoken: number[] = [];
  // Pauses that were taken for a part of a word are as empty as the room.
  for (let k = from; k < to; k++)
    if (sound.phones[k] !== NO_WORD && levelDb[k]! > speechDb - LOUD_DB) spoken.push(k);
  for (let band = 0; band < MEL_BANDS; band++) {
    const levels = spoken.map((k) => melDb[k * MEL_BANDS + band]!);
    sum += levels.length === 0 ? unheardDb : Math.max(unheardDb, quantileNearest(levels, EMPTY_SHARE));
  }
  return sum / MEL_BANDS;
}

/** For each frame the least levels of the bands around it, their mean in dB. */
function valleyLevels({ count, melDb }: SoundFrames): Float32Array {
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
