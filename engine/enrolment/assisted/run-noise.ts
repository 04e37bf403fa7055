import { HOP_MS, MEL_BANDS, type SoundFrames } from '../checks/frames.ts';
import { decibels, fall, largest, quantile } from './run-figures.ts';
import { framesIn, LEVEL_HOP_MS, levelsIn, NO_WORD, type RunSpan, type TakeSound } from './run-sound.ts';

/** Speech leaves most bands empty for a moment within so much time to either side; noise does not. */
const REACH_FRAMES = 150 / HOP_MS;
/** Powers are averaged over this many frames: single ones of noise waver. */
const SMOOTHING_FRAMES = 5;
/** How much more remains in the valleys of one sentence than of another, dB. */
const FREE_VALLEY_DB = 5;
const HALF_VALLEY_DB = 5;
const FREE_PAUSE_DB = 5;
const HALF_PAUSE_DB = 6;
/** Words do not end where they were found to, but near. */
const EDGE_MS = 60;
/** From here on, noise is hardly heard below speech, dB; the score of a take as a whole halves 20 dB lower. */
const CLEAN_SNR_DB = 32;
const HALF_SNR_DB = 20;

/**
 * How much noise is below and between the words of a run. 1: as little as in the best sentences of the take, and 32 dB
 * below the speech; a half: 10 dB more at its worst moment. Below words it is what remains in each band when the voice
 * leaves it for a moment (after R. Martin, "Noise power spectral density estimation based on optimal smoothing and minimum
 * statistics", 2001).
 */
export function noiseScorer(sound: TakeSound): (run: RunSpan) => number {
  const valleys = valleyLevels(sound.frames);
  const worst = (startMs: number, endMs: number): number =>
    largest(valleys, ...framesIn(sound, startMs, endMs));
  const usual = quantile(
    sound.read.map(({ startMs, endMs }) => worst(startMs, endMs)),
    0.1,
  );
  return ({ startMs, endMs }) => {
    const pauseDb = pauseLevel(sound, startMs, endMs) ?? sound.floorDb;
    return (
      fall(worst(startMs, endMs) - usual, FREE_VALLEY_DB, HALF_VALLEY_DB) *
      fall(pauseDb - sound.floorDb, FREE_PAUSE_DB, HALF_PAUSE_DB) *
      fall(CLEAN_SNR_DB - (sound.speechDb - pauseDb), 0, HALF_SNR_DB)
    );
  };
}

/** For each frame the least levels of the bands around it, their mean in dB. */
export function valleyLevels({ count, melDb }: SoundFrames): Float32Array {
  const valleys = new Float32Array(count);
  const smooth = new Float32Array(count);
  const reach = SMOOTHING_FRAMES >> 1;
  for (let band = 0; band < MEL_BANDS; band++) {
    for (let k = 0; k < count; k++) {
      let power = 0;
      let n = 0;
      for (let i = Math.max(0, k - reach); i <= Math.min(count - 1, k + reach); i++, n++)
        power += 10 ** (melDb[i * MEL_BANDS + band]! / 10);
      smooth[k] = decibels(power / n);
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

/** Mean power between the words of a run, dB of full scale; null where there is less than 50 ms of that. */
function pauseLevel(sound: TakeSound, startMs: number, endMs: number): number | null {
  const [from, to] = levelsIn(sound, startMs, endMs);
  const edge = EDGE_MS / HOP_MS;
  const isPause = (frame: number): boolean => (sound.phones[frame] ?? NO_WORD) === NO_WORD;
  let power = 0;
  let n = 0;
  for (let k = from; k < to; k++) {
    const frame = Math.round((k * LEVEL_HOP_MS) / HOP_MS);
    if (!isPause(frame) || !isPause(frame - edge) || !isPause(frame + edge)) continue;
    power += 10 ** (sound.levelDb[k]! / 10);
    n++;
  }
  return n < 10 ? null : decibels(power / n);
}
