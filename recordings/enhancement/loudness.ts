/**
 * Loudness of mono sound (ITU-R BS.1770-4): the mean power of K-weighted blocks of 400 ms, without silent blocks (below
 * -70 LUFS) and pauses (10 LU below the rest).
 */

import { type BiquadCoefficients, BiquadFilter } from '../../media/biquad.ts';
import { mean } from '../../media/statistics.ts';

const BLOCK_MS = 400;
/** Blocks overlap by three quarters. */
const STEP_MS = 100;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const OFFSET_DB = -0.691;

/** The loudness of a sound, at any gain. */
export class Loudness {
  readonly #blockPowers: readonly number[];

  constructor(samples: Float32Array, sampleRate: number) {
    this.#blockPowers = blockPowers(samples, sampleRate);
  }

  /** @returns LUFS; -Infinity when nothing is above the gate. Sound shorter than a block counts as one block. */
  lufs(gainDb = 0): number {
    const gain = 10 ** (gainDb / 10);
    const audible = this.#blockPowers
      .map((power) => power * gain)
      .filter((power) => toLufs(power) > ABSOLUTE_GATE_LUFS);
    const gate = toLufs(mean(audible)) + RELATIVE_GATE_LU;
    return toLufs(mean(audible.filter((power) => toLufs(power) > gate)));
  }
}

const toLufs = (power: number): number => OFFSET_DB + 10 * Math.log10(power);

function blockPowers(samples: Float32Array, sampleRate: number): number[] {
  const step = Math.round((STEP_MS * sampleRate) / 1000);
  const shelf = new BiquadFilter(headShelf(sampleRate));
  const lowCut = new BiquadFilter(lowCutOf(sampleRate));
  const sums: number[] = [];
  for (let from = 0; from < samples.length; from += step) {
    const weighted = Float64Array.from(samples.subarray(from, from + step));
    shelf.run(weighted);
    lowCut.run(weighted);
    let sum = 0;
    for (let i = 0; i < weighted.length; i++) sum += weighted[i]! * weighted[i]!;
    sums.push(sum);
  }
  const steps = BLOCK_MS / STEP_MS;
  const whole = Math.floor(samples.length / step);
  if (whole < steps) return [sums.reduce((a, b) => a + b, 0) / Math.max(1, samples.length)];
  return Array.from(
    { length: whole - steps + 1 },
    (_, k) => sums.slice(k, k + steps).reduce((a, b) => a + b, 0) / (steps * step),
  );
}

/**
 * The two filters of the K weighting. The standard gives coefficients only for 48 kHz; these are the analogue filters
 * behind them, transformed to any rate, and equal to the standard's at 48 kHz.
 */
function headShelf(sampleRate: number): BiquadCoefficients {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function lowCutOf(sampleRate: number): BiquadCoefficients {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
