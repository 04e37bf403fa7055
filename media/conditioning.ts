/**
 * Prepares sound for everything that judges speech by its level or shape (voice activity, pauses, recognition): without
 * an offset or rumble, and not too soft. Whole recordings and live audio have one function each.
 */

import { LiveHighPass, withoutRumble } from './high-pass.ts';
import { rmsDbfs } from './level.ts';
import { floatToInt16, int16ToFloat } from './pcm.ts';

const FRAME_SECONDS = 0.03;
/**
 * Rank of the frame whose level is the level of a recording, from the loudest: the louder ones, 0.3 s, may be knocks.
 */
const LOUD_FRAMES = 10;
/** Recordings that are softer are raised to this level; those that are not stay as they are. */
const LEAST_LOUD_DBFS = -30;
/** Upper bound of the gain. A recording that would need more contains only line noise. */
const MOST_GAIN_DB = 36;

/**
 * Removes frequencies below 60 Hz from a recording, and raises the recording if it is soft.
 * @param samples mono, finite, nominally in [-1, 1]
 * @returns a copy
 */
export function conditioned(samples: Float32Array, sampleRate: number): Float32Array {
  const out = withoutRumble(samples, sampleRate);
  const gainDb = Math.min(MOST_GAIN_DB, LEAST_LOUD_DBFS - loudDbfs(out, sampleRate));
  if (gainDb <= 0) return out;
  const gain = 10 ** (gainDb / 20);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(-1, Math.min(1, gain * out[i]!));
  return out;
}

function loudDbfs(samples: Float32Array, sampleRate: number): number {
  const frame = Math.round(FRAME_SECONDS * sampleRate);
  const levels: number[] = [];
  for (let at = 0; at + frame <= samples.length; at += frame) {
    levels.push(rmsDbfs(samples.subarray(at, at + frame)));
  }
  levels.sort((a, b) => b - a);
  return levels[Math.min(LOUD_FRAMES, levels.length) - 1] ?? 0;
}

/** Peaks of 16-bit samples: speech whose peaks stay below (-24 dBFS) is raised until they reach it. */
const LEAST_PEAK = 2067;
/** Largest gain: 24 dB. */
const MOST_GAIN = 16;
/** A chunk is speech or another sound of interest if its peak is 12 dB above the softest ones, ... */
const ABOVE_FLOOR = 4;
/** ... which rise by 3 dB a second, so that they follow noise that begins. */
const FLOOR_RISE_DB_PER_SECOND = 3;
/** Lower bound of the noise floor, -84 dBFS: digital silence does not show how loud the noise of a line is. */
const LEAST_FLOOR = 2;
/** The gain is not raised before this much sound: the beginning of a word says little about its level. */
const HEARD_SECONDS = 0.2;
/** Recovery of the gain, because a speaker may move away from the microphone. */
const FADE_DB_PER_SECOND = 1;

/**
 * Does the same for live audio, chunk by chunk and without delay. The gain follows the loudest recent sounds, so that
 * the pauses of a loud speaker are not amplified.
 */
export class LiveConditioner {
  readonly #sampleRate: number;
  readonly #highPass: LiveHighPass;
  #floor = Number.POSITIVE_INFINITY;
  #peak = 0;
  #heardSeconds = 0;
  #gain = 1;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#highPass = new LiveHighPass(sampleRate);
  }

  /**
   * Removes frequencies below 60 Hz.
   * @returns the next samples, as many as given
   */
  withoutRumble(samples: Int16Array): Int16Array {
    const out = int16ToFloat(samples);
    this.#highPass.run(out);
    return floatToInt16(out);
  }

  /**
   * Raises soft speech.
   * @param samples the next samples, some tens of milliseconds; changed in place
   * @returns the same array
   */
  raise(samples: Int16Array): Int16Array {
    const before = this.#gain;
    this.#gain = this.#gainFor(samples);
    if (before === 1 && this.#gain === 1) return samples;
    for (let i = 0; i < samples.length; i++) {
      // A louder sound gets the lower gain from its first sample.
      const share = this.#gain < before ? 1 : (i + 1) / samples.length;
      const raised = samples[i]! * (before + share * (this.#gain - before));
      samples[i] = Math.max(-32768, Math.min(32767, Math.round(raised)));
    }
    return samples;
  }

  #gainFor(samples: Int16Array): number {
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    const seconds = samples.length / this.#sampleRate;
    const risen = this.#floor * 10 ** ((FLOOR_RISE_DB_PER_SECOND * seconds) / 20);
    this.#floor = Math.max(LEAST_FLOOR, Math.min(peak, risen));
    if (peak > ABOVE_FLOOR * this.#floor) {
      this.#heardSeconds += seconds;
      this.#peak = Math.max(peak, this.#peak * 10 ** ((-FADE_DB_PER_SECOND * seconds) / 20));
    }
    // The gain must never make a sound clip.
    const most = LEAST_PEAK / Math.max(peak, this.#peak);
    return this.#heardSeconds < HEARD_SECONDS ? 1 : Math.max(1, Math.min(MOST_GAIN, most));
  }
}
