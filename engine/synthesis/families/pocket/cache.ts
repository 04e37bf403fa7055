/** The keys and values of a transformer's positions, which its graph reads. Each run adds some. */
import { Tensor } from 'onnxruntime-node';
import type { TransformerShape } from './config.ts';
import { CACHE_INPUTS, keysName, ofRun, valuesName } from './transformer-graph.ts';

/**
 * Rows by which a cache without a limit grows when it is full. Unused rows cost time, too: each run multiplies by all
 * rows.
 */
export const ROWS_TO_GROW_BY = 48;

/**
 * Plain data in ordinary memory, because onnxruntime takes no shared memory. One thread at a time may use it; its
 * buffers are transferred to another thread without a copy.
 */
export interface KeyValueCache {
  /** Number of allocated rows. */
  capacity: number;
  /** Number of rows in use. */
  used: number;
  /** Number of positions so far, including those that no position attends to any more. */
  position: number;
  /** Keys of each layer: [keyHeads, capacity, headSize], rotated to their positions. */
  keys: Float32Array[];
  values: Float32Array[];
}

export function createCache(shape: TransformerShape, capacity: number): KeyValueCache {
  const layers = (): Float32Array[] =>
    Array.from({ length: shape.layers }, () => new Float32Array(shape.keyHeads * capacity * shape.headSize));
  return { capacity, used: 0, position: 0, keys: layers(), values: layers() };
}

/** A copy with room for `capacity` rows, but at least for those in use. */
export function copyCache(cache: KeyValueCache, shape: TransformerShape, capacity: number): KeyValueCache {
  const copy = createCache(shape, Math.max(capacity, cache.used));
  copy.used = cache.used;
  copy.position = cache.position;
  const length = cache.used * shape.headSize;
  const both = (whole: KeyValueCache): Float32Array[] => [...whole.keys, ...whole.values];
  for (const [i, from] of both(cache).entries()) {
    for (let head = 0; head < shape.keyHeads; head++) {
      const at = head * cache.capacity * shape.headSize;
      both(copy)[i]!.set(from.subarray(at, at + length), head * copy.capacity * shape.headSize);
    }
  }
  return copy;
}

/** Makes room for more positions. With a limited attention window, positions before it are dropped. */
function makeRoom(cache: KeyValueCache, shape: TransformerShape, positions: number): void {
  const { context, headSize, keyHeads } = shape;
  if (cache.used + positions <= cache.capacity) return;
  if (context === null) {
    Object.assign(cache, copyCache(cache, shape, cache.used + positions + ROWS_TO_GROW_BY));
    return;
  }
  const kept = Math.max(0, Math.min(cache.used, context - 1 - positions));
  for (const rows of [...cache.keys, ...cache.values]) {
    for (let head = 0; head < keyHeads; head++) {
      const at = head * cache.capacity * headSize;
      rows.copyWithin(at, at + (cache.used - kept) * headSize, at + cache.used * headSize);
    }
  }
  cache.used = kept;
}

/** Counts positions as in use. @param rows outputs of the graph for them, by name */
export function appendRows(
  cache: KeyValueCache,
  shape: TransformerShape,
  positions: number,
  rows: Readonly<Record<string, Tensor>>,
): void {
  const { keyHeads, headSize } = shape;
  makeRoom(cache, shape, positions);
  // The last rows, if there are more rows than fit.
  const kept = Math.min(positions, cache.capacity);
  for (let layer = 0; layer < shape.layers; layer++) {
    for (const [name, all] of [
      [keysName(layer), cache.keys[layer]!],
      [valuesName(layer), cache.values[layer]!],
    ] as const) {
      const added = rows[ofRun(name)]?.data as Float32Array;
      for (let head = 0; head < keyHeads; head++) {
        const end = (head + 1) * positions * headSize;
        const part = added.subarray(end - kept * headSize, end);
        all.set(part, (head * cache.capacity + cache.used) * headSize);
      }
    }
  }
  cache.used += kept;
  cache.position += positions;
}

/** Makes the inputs of a transformer for a run over more positions. */
export class CacheFeeds {
  readonly #shape: TransformerShape;
  readonly #frequencies: Float32Array;

  constructor(shape: TransformerShape) {
    this.#shape = shape;
    const step = Math.fround((-Math.log(shape.maxPeriod) * 2) / shape.headSize);
    this.#frequencies = Float32Array.from({ length: shape.headSize / 2 }, (_, i) =>
      Math.exp(Math.fround(i * step)),
    );
  }

  of(cache: KeyValueCache, positions: number): Record<string, Tensor> {
    const { layers, heads, keyHeads, headSize } = this.#shape;
    const { capacity } = cache;
    const feeds: Record<string, Tensor> = {
      ...this.#rotation(cache.position, positions),
      [CACHE_INPUTS.lengths]: new Tensor('int64', BigInt64Array.of(BigInt(capacity), BigInt(positions)), [2]),
      [CACHE_INPUTS.mask]: new Tensor('float32', this.#mask(cache, positions), [
        1,
        1,
        (heads / keyHeads) * positions,
        capacity + positions,
      ]),
    };
    const dims = [1, keyHeads, capacity, headSize];
    for (let layer = 0; layer < layers; layer++) {
      feeds[keysName(layer)] = new Tensor('float32', cache.keys[layer]!, dims);
      feeds[valuesName(layer)] = new Tensor('float32', cache.values[layer]!, dims);
    }
    return feeds;
  }

  /**
   * 0 where a position of the run attends to a row of the cache or to another position of the run, and -∞ elsewhere.
   */
  #mask(cache: KeyValueCache, positions: number): Float32Array {
    const { heads, keyHeads, context } = this.#shape;
    const { capacity, used } = cache;
    const width = capacity + positions;
    const mask = new Float32Array((heads / keyHeads) * positions * width).fill(Number.NEGATIVE_INFINITY);
    for (let row = 0; row * width < mask.length; row++) {
      const index = row % positions;
      const hidden = context === null ? 0 : Math.max(0, used + index + 1 - context);
      const at = row * width;
      mask.fill(0, at + Math.min(hidden, used), at + used);
      mask.fill(0, at + capacity + Math.max(0, hidden - used), at + capacity + index + 1);
    }
    return mask;
  }

  /** Angles in single precision, as in the reference: at position 1000 the fifth digit would differ. */
  #rotation(position: number, positions: number): Record<string, Tensor> {
    const half = this.#frequencies.length;
    const cosines = new Float32Array(positions * half);
    const sines = new Float32Array(positions * half);
    for (let row = 0; row < positions; row++) {
      for (let i = 0; i < half; i++) {
        const angle = Math.fround((position + row) * (this.#frequencies[i] ?? 0));
        cosines[row * half + i] = Math.cos(angle);
        sines[row * half + i] = Math.sin(angle);
      }
    }
    return {
      [CACHE_INPUTS.cosines]: new Tensor('float32', cosines, [positions, half]),
      [CACHE_INPUTS.sines]: new Tensor('float32', sines, [positions, half]),
    };
  }
}
