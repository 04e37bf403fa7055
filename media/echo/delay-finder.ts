import type { FrameSpectrum } from './bands.ts';

/** Lags to try, in frames of 16 ms: up to 900 ms. */
export const MAX_LAG = 56;
/**
 * The bins that are compared: every second from 190 Hz to 3.1 kHz, which any telephone transmits. Neighbouring bins
 * give the same result, and at higher frequencies the clocks of two machines drift too far apart within the window.
 */
const FIRST_BIN = 6;
const BIN_STEP = 2;
const COMPARED = 47;
/** Noise floor: softer bins are ignored (about -78 dBFS). */
const FLOOR = 0.02;
/** Lower bound of the loudest bin of a frame with sound. Frames below it are silence. */
const SILENCE = 0.5;
/** Window of the comparison: about the last second of sound. */
const MEMORY = 1 - 1 / 60;
/** With fewer frames of sound on both sides, any two sounds are coherent. */
const LEAST_FRAMES = 8;
const LEAST_FRAMES_AT_ONE_LAG = 4;
/** Coherence, times the number of frames, that unrelated sounds seldom exceed. */
const BY_CHANCE = 3;

/**
 * Finds the delay of one sound's echo in another: the lag at which the two are most coherent. Levels alone cannot
 * identify an echo for a second or two, because a caller's pauses and levels may resemble the agent's. Phases of
 * different voices agree only by chance, and rooms, loudspeakers and telephone codecs preserve enough of them.
 *
 * Coherence is the magnitude-squared one (Carter, "Coherence and time delay estimation", Proc. IEEE 75(2), 1987), of
 * spectra whose magnitudes are compressed, so that no loud frame decides alone. Only frames with played sound count: so
 * the caller's speech after the agent does not reduce the coherence of an echo.
 */
export class DelayFinder {
  /** Spectra of the last frames of played sound; those of lag n are at `#newest - n`, modulo `MAX_LAG`. */
  readonly #playedRe = matrix();
  readonly #playedIm = matrix();
  readonly #playedEnergy = new Float64Array(MAX_LAG);
  readonly #heardRe = new Float64Array(COMPARED);
  readonly #heardIm = new Float64Array(COMPARED);
  /** Cross-spectrum, and the power of either side, by lag. */
  readonly #crossRe = matrix();
  readonly #crossIm = matrix();
  readonly #playedPower = matrix();
  readonly #heardPower = matrix();
  /** Sums of the frames' weights, and of their squares, by lag. */
  readonly #weights = new Float64Array(MAX_LAG);
  readonly #squaredWeights = new Float64Array(MAX_LAG);
  #newest = 0;
  /** The best lag in frames. */
  lag = 0;
  /** Coherence at the best lag, minus the part that may be chance: 0 to 1; 0 while too little is known. */
  coherence = 0;
  /** Number of frames in which played sound may be heard. */
  evidence = 0;

  /** @param played @param heard spectra of frames at the same moment */
  push(played: Spectrum, heard: Spectrum): void {
    const now = (this.#newest + 1) % MAX_LAG;
    this.#newest = now;
    this.#playedEnergy[now] = compress(played, this.#playedRe[now]!, this.#playedIm[now]!);
    if (!this.#playedEnergy.some((energy) => energy > SILENCE)) return;
    this.evidence++;
    const heardEnergy = compress(heard, this.#heardRe, this.#heardIm);
    if (heardEnergy < SILENCE) {
      // Counts as a missing echo at lags that should contain it now; the other lags learn nothing.
      if (this.#playedEnergy[this.#frameAt(this.lag)]! > SILENCE) this.coherence *= MEMORY;
      return;
    }
    this.coherence = 0;
    for (let lag = 0; lag < MAX_LAG; lag++) {
      const then = this.#frameAt(lag);
      if (this.#playedEnergy[then]! > SILENCE) this.#add(lag, then, heardEnergy);
      const coherence = this.#coherenceAt(lag);
      if (coherence <= this.coherence) continue;
      this.coherence = coherence;
      this.lag = lag;
    }
  }

  /**
   * The highest coherence in a range of lags, minus the part that one lag has by chance. It is known sooner than that
   * over all lags. 0 if no played sound can be audible.
   */
  coherenceWithin(from: number, to: number): number {
    let best = 0;
    for (let lag = Math.max(0, from); lag <= Math.min(MAX_LAG - 1, to); lag++) {
      best = Math.max(best, this.#coherenceAt(lag, LEAST_FRAMES_AT_ONE_LAG, 1));
    }
    return best;
  }

  #frameAt(lag: number): number {
    return (this.#newest - lag + MAX_LAG) % MAX_LAG;
  }

  #add(lag: number, then: number, heardEnergy: number): void {
    const [heardRe, heardIm] = [this.#heardRe, this.#heardIm];
    const [playedRe, playedIm] = [this.#playedRe[then]!, this.#playedIm[then]!];
    const [crossRe, crossIm] = [this.#crossRe[lag]!, this.#crossIm[lag]!];
    const [playedPower, heardPower] = [this.#playedPower[lag]!, this.#heardPower[lag]!];
    for (let i = 0; i < COMPARED; i++) {
      const a = heardRe[i]!;
      const b = heardIm[i]!;
      const c = playedRe[i]!;
      const d = playedIm[i]!;
      crossRe[i] = crossRe[i]! * MEMORY + a * c + b * d;
      crossIm[i] = crossIm[i]! * MEMORY + b * c - a * d;
      playedPower[i] = playedPower[i]! * MEMORY + c * c + d * d;
      heardPower[i] = heardPower[i]! * MEMORY + a * a + b * b;
    }
    const weight = Math.sqrt(this.#playedEnergy[then]! * heardEnergy);
    this.#weights[lag] = this.#weights[lag]! * MEMORY + weight;
    this.#squaredWeights[lag] = this.#squaredWeights[lag]! * MEMORY ** 2 + weight * weight;
  }

  #coherenceAt(lag: number, leastFrames = LEAST_FRAMES, byChance = BY_CHANCE): number {
    const squared = this.#squaredWeights[lag]!;
    const frames = squared > 0 ? this.#weights[lag]! ** 2 / squared : 0;
    if (frames < leastFrames) return 0;
    const [crossRe, crossIm] = [this.#crossRe[lag]!, this.#crossIm[lag]!];
    const [playedPower, heardPower] = [this.#playedPower[lag]!, this.#heardPower[lag]!];
    let common = 0;
    let all = 0;
    for (let i = 0; i < COMPARED; i++) {
      const power = Math.sqrt(playedPower[i]! * heardPower[i]!);
      if (power === 0) continue;
      common += (crossRe[i]! ** 2 + crossIm[i]! ** 2) / power;
      all += power;
    }
    return all > 0 ? common / all - byChance / frames : 0;
  }
}

type Spectrum = Pick<FrameSpectrum, 're' | 'im'>;

function matrix(): Float64Array[] {
  return Array.from({ length: MAX_LAG }, () => new Float64Array(COMPARED));
}

/**
 * Compresses the compared bins to the square roots of their magnitudes above the floor.
 * @returns the sum of their squares
 */
function compress({ re, im }: Spectrum, outRe: Float64Array, outIm: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < COMPARED; i++) {
    const bin = FIRST_BIN + BIN_STEP * i;
    const magnitude = Math.hypot(re[bin]!, im[bin]!);
    const rest = Math.max(0, magnitude - FLOOR);
    const scale = rest > 0 ? Math.sqrt(rest) / magnitude : 0;
    outRe[i] = re[bin]! * scale;
    outIm[i] = im[bin]! * scale;
    energy += rest;
  }
  return energy;
}
