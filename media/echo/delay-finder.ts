import { BANDS } from './bands.ts';

/** Lags to try, in frames of 16 ms: up to 900 ms. */
export const MAX_LAG = 56;
/** Bands are compared in groups of this size, which makes accidental matches rarer. */
const GROUP = 3;
const GROUPS = Math.floor((BANDS - 1) / GROUP);
/** Anything softer is silence, in dB. */
const FLOOR_DB = -75;
/** Slow means are subtracted, so that only rises and falls are compared: time constant 0.5 s. */
const MEAN_RATE = 1 / 32;
/**
 * A rise by more than this is the end of a silence, and the slow mean begins there: all onsets after silence are alike,
 * and would make a caller who begins shortly after the agent an echo.
 */
const ONSET_DB = 25;
/** No single change may be decisive. */
const MAX_CHANGE_DB = 15;
/** About the last 2 s are compared. */
const MEMORY = 1 - 1 / 125;

/**
 * Finds the delay with which one sound comes back in another: the lag at which the rises and falls of the energies are
 * most similar, per band group.
 */
export class DelayFinder {
  readonly #played: Float64Array[] = [];
  readonly #products = new Float64Array(MAX_LAG);
  readonly #playedPower = new Float64Array(MAX_LAG);
  readonly #playedMean = new Float64Array(GROUPS).fill(FLOOR_DB);
  readonly #heardMean = new Float64Array(GROUPS).fill(FLOOR_DB);
  #heardPower = 0;
  /** The best lag in frames. */
  lag = 0;
  /** Similarity, -1 to 1. */
  likeness = 0;
  /** Number of frames that had something to compare. */
  evidence = 0;

  /** @param played @param heard energies at the same moment, by band */
  push(played: Float64Array, heard: Float64Array): void {
    const now = changes(played, this.#playedMean);
    const ear = changes(heard, this.#heardMean);
    this.#played.unshift(now);
    if (this.#played.length > MAX_LAG) this.#played.pop();
    if (!this.#played.some((frame) => frame[0]! !== 0)) return;
    let heardPower = 0;
    for (let i = 0; i < GROUPS; i++) heardPower += ear[i]! ** 2;
    this.#heardPower = this.#heardPower * MEMORY + heardPower;
    let best = -1;
    for (let lag = 0; lag < this.#played.length; lag++) {
      const then = this.#played[lag]!;
      let product = 0;
      let power = 0;
      for (let i = 0; i < GROUPS; i++) {
        product += then[i]! * ear[i]!;
        power += then[i]! ** 2;
      }
      this.#products[lag] = this.#products[lag]! * MEMORY + product;
      this.#playedPower[lag] = this.#playedPower[lag]! * MEMORY + power;
      const scale = Math.sqrt(this.#playedPower[lag]! * this.#heardPower);
      const likeness = scale > 0 ? this.#products[lag]! / scale : 0;
      if (likeness > best) {
        best = likeness;
        this.lag = lag;
      }
    }
    this.likeness = best;
    this.evidence++;
  }
}

/** By how many dB each group exceeds its slow mean, which is then updated. */
function changes(energies: Float64Array, means: Float64Array): Float64Array {
  const result = new Float64Array(GROUPS);
  for (let group = 0; group < GROUPS; group++) {
    let energy = 1e-12;
    for (let band = group * GROUP; band < (group + 1) * GROUP; band++) energy += energies[band]!;
    const level = Math.max(FLOOR_DB, 10 * Math.log10(energy));
    if (level - means[group]! > ONSET_DB) means[group] = level;
    const change = level - means[group]!;
    means[group]! += MEAN_RATE * change;
    result[group] = Math.max(-MAX_CHANGE_DB, Math.min(MAX_CHANGE_DB, change));
  }
  return result;
}
