/** Levels over time: in all frequencies, and above and below the voice. */

import { powerDb } from '../../../../media/level.ts';
import { HOP_MS } from '../../../../recordings/speech-activity/frames.ts';

/** Vowels have little power above this frequency; coughs, clicks and hiss have as much as elsewhere. */
const HIGH_HZ = 4000;
/** Frequency below that of any voice. Slams, thumps and breath on the microphone are lower. */
const LOW_HZ = 65;

export interface OuterLevels {
  /** Power of 20 ms around k · HOP_MS, in dBFS. */
  readonly highDb: Float32Array;
  readonly lowDb: Float32Array;
}

/** @param count number of levels */
export function outerLevels(samples: Float32Array, sampleRate: number, count: number): OuterLevels {
  const high = filtered(samples, sampleRate, Math.min(HIGH_HZ, 0.375 * sampleRate), true);
  const low = filtered(samples, sampleRate, LOW_HZ, false);
  return {
    highDb: levelsAround(high, sampleRate, HOP_MS, count),
    lowDb: levelsAround(low, sampleRate, HOP_MS, count),
  };
}

/** A fourth-order Butterworth filter, as two biquads (R. Bristow-Johnson's cookbook formulae). */
function filtered(samples: Float32Array, sampleRate: number, edgeHz: number, high: boolean): Float32Array {
  const turn = (2 * Math.PI * edgeHz) / sampleRate;
  const cos = Math.cos(turn);
  let x = samples;
  for (const q of [0.5412, 1.3066]) {
    const alpha = Math.sin(turn) / (2 * q);
    const a0 = 1 + alpha;
    const b0 = (high ? (1 + cos) / 2 : (1 - cos) / 2) / a0;
    const b1 = (high ? -2 : 2) * b0;
    const a1 = (-2 * cos) / a0;
    const a2 = (1 - alpha) / a0;
    const y = new Float32Array(x.length);
    for (let i = 0, x1 = 0, x2 = 0, y1 = 0, y2 = 0; i < x.length; i++) {
      const now = b0 * x[i]! + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2;
      x2 = x1;
      x1 = x[i]!;
      y2 = y1;
      y1 = now;
      y[i] = now;
    }
    x = y;
  }
  return x;
}

/**
 * Power of twice `hopMs` around each k · hopMs, in dBFS.
 * @param count number of levels
 */
export function levelsAround(
  samples: Float32Array | Float64Array,
  sampleRate: number,
  hopMs: number,
  count: number,
): Float32Array {
  const energy = new Float64Array(samples.length + 1);
  for (let i = 0; i < samples.length; i++) energy[i + 1] = energy[i]! + samples[i]! * samples[i]!;
  const hop = (hopMs * sampleRate) / 1000;
  return Float32Array.from({ length: count }, (_, k) => {
    const from = Math.min(samples.length, Math.max(0, Math.round((k - 1) * hop)));
    const to = Math.min(samples.length, Math.round((k + 1) * hop));
    return powerDb((energy[to]! - energy[from]!) / Math.max(1, to - from));
  });
}
