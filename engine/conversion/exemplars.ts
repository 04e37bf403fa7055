import { selectInPlace } from '../../media/statistics.ts';
import { type BaseMap, fromSteps, type SpeakerCodes } from './codes.ts';
import { contentEnds, KEY_SIZE, keyScale } from './content-keys.ts';
import { CEPSTRUM_SIZE } from './mel-cepstrum.ts';

const SIZE = CEPSTRUM_SIZE;
/** Coefficients that are compared. c0 is the loudness; the highest ones are details. */
const FIRST = 1;
const LAST = 12;
/** Cost of a mismatch in voicing between an exemplar and a frame. */
const VOICING_COST = 0.1;

/** The exemplars whose content is nearest to a given one. */
export interface Neighbours {
  readonly index: Int32Array;
  /** Cosine distances of the content. */
  readonly distance: Float32Array;
  /** Softmax of the distances. Sums to one. */
  readonly weight: Float32Array;
}

/** Sampling controls of a clone. */
export interface ExemplarSampling {
  /** Number of nearest exemplars that are mixed. */
  readonly topK: number;
  /** Temperature of their softmax: 0 uses only the nearest one, large values weigh all equally. */
  readonly temperature: number;
}

/** A speaker's own frames, indexed by content. */
export class ExemplarBank {
  readonly count: number;
  readonly #codes: SpeakerCodes;
  /** The content at both ends of each symbol, and the weight of either end in each exemplar. */
  readonly #ends: Float32Array;
  readonly #begun: Float64Array;
  readonly #ended: Float64Array;
  readonly #products: Float64Array;
  readonly #scale: Float32Array;
  readonly #distances: Float32Array;
  readonly #sorted: Float32Array;

  constructor(codes: SpeakerCodes) {
    this.#codes = codes;
    this.count = codes.symbolOf.length;
    this.#distances = new Float32Array(this.count);
    this.#sorted = new Float32Array(this.count);
    const symbols = codes.symbols.map((ipa) => ({ ipa }));
    this.#ends = new Float32Array(2 * KEY_SIZE * symbols.length);
    this.#products = new Float64Array(2 * symbols.length);
    for (let symbol = 0; symbol < symbols.length; symbol++) {
      contentEnds(symbols, symbol, this.#ends, 2 * KEY_SIZE * symbol);
    }
    this.#begun = new Float64Array(this.count);
    this.#ended = new Float64Array(this.count);
    for (let j = 0; j < this.count; j++) {
      const position = codes.position[j]! / 255;
      const scale = keyScale(this.#ends, 2 * KEY_SIZE * codes.symbolOf[j]!, position);
      this.#begun[j] = (1 - position) * scale;
      this.#ended[j] = position * scale;
    }
    this.#scale = codes.deviation.map((deviation) => 1 / Math.max(1e-3, deviation));
  }

  /**
   * Finds the exemplars nearest in content, in no particular order.
   * @param key from `contentKey`
   * @param withoutSymbol index of a symbol whose exemplars are left out
   */
  nearest(key: Float32Array, wanted: number, temperature: number, withoutSymbol = -1): Neighbours {
    const distances = this.#distances;
    const ends = this.#ends;
    const products = this.#products;
    // An exemplar's content is interpolated between the ends of its symbol, so its dot product with the key is, too.
    for (let end = 0; end < products.length; end++) {
      let dot = 0;
      const row = end * KEY_SIZE;
      for (let i = 0; i < KEY_SIZE; i++) dot += key[i]! * ends[row + i]!;
      products[end] = dot;
    }
    const { symbolOf } = this.#codes;
    for (let j = 0; j < this.count; j++) {
      const symbol = symbolOf[j]!;
      const dot = this.#begun[j]! * products[2 * symbol]! + this.#ended[j]! * products[2 * symbol + 1]!;
      distances[j] = symbol === withoutSymbol ? Number.POSITIVE_INFINITY : 1 - dot;
    }
    const size = Math.min(wanted, this.count);
    this.#sorted.set(distances);
    const limit = selectInPlace(this.#sorted, size - 1) ?? 0;
    const index = new Int32Array(size);
    const distance = new Float32Array(size);
    const weight = new Float32Array(size);
    let sum = 0;
    for (let j = 0, found = 0; j < this.count && found < size; j++) {
      if (distances[j]! > limit) continue;
      index[found] = j;
      distance[found] = distances[j]!;
      weight[found] = Math.exp((limit - distances[j]!) / temperature);
      sum += weight[found++]!;
    }
    for (let i = 0; i < size; i++) weight[i]! /= sum;
    return { index, distance, weight };
  }

  /** Adds the average residual of a base's global mapping at such content. */
  addShift(base: BaseMap, near: Neighbours, share: number, output: Float64Array, at: number): void {
    const { residuals } = base;
    if (residuals === null) return;
    for (let i = 0; i < near.index.length; i++) {
      const row = near.index[i]! * SIZE;
      const weight = fromSteps(near.weight[i]! * share);
      for (let m = 0; m < SIZE; m++) output[at + m]! += weight * residuals[row + m]!;
    }
  }

  /** Mean of the neighbours that are also closest to a cepstrum. */
  mean(
    near: Neighbours,
    cepstrum: Float64Array,
    at: number,
    voiced: boolean,
    { topK, temperature }: ExemplarSampling,
    output: Float64Array,
  ): void {
    const { exemplars, voiced: voicing } = this.#codes;
    const k = Math.max(1, Math.min(topK, near.index.length));
    const cost = new Float64Array(k).fill(Number.POSITIVE_INFINITY);
    const best = new Int32Array(k);
    for (let i = 0; i < near.index.length; i++) {
      const j = near.index[i]!;
      let square = 0;
      for (let m = FIRST; m <= LAST; m++) {
        const d = (cepstrum[at + m]! - fromSteps(exemplars[j * SIZE + m]!)) * this.#scale[m]!;
        square += d * d;
      }
      let total = near.distance[i]! + Math.sqrt(square / (2 * LAST));
      if ((voicing[j] === 1) !== voiced) total += VOICING_COST;
      if (total >= cost[k - 1]!) continue;
      let place = k - 1;
      for (; place > 0 && cost[place - 1]! > total; place--) {
        cost[place] = cost[place - 1]!;
        best[place] = best[place - 1]!;
      }
      cost[place] = total;
      best[place] = j;
    }
    output.fill(0);
    let sum = 0;
    for (let i = 0; i < k; i++) {
      const weight = temperature > 0 ? Math.exp((cost[0]! - cost[i]!) / temperature) : i === 0 ? 1 : 0;
      sum += weight;
      for (let m = 0; m < SIZE; m++) output[m]! += weight * fromSteps(exemplars[best[i]! * SIZE + m]!);
    }
    for (let m = 0; m < SIZE; m++) output[m]! /= sum;
  }
}
