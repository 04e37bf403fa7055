/** The keys and values of a transformer's positions, which its graph reads and extends in place. */
import { Tensor } from 'onnxruntime-node';
import type { TransformerShape } from './config.ts';
import { CACHE_INPUTS, keysName, valuesName, written } from './transformer-graph.ts';

/**
 * Plain data in ordinary memory: onnxruntime takes no shared memory. One thread at a time may use it; another gets it
 * by transfer of its buffers, without a copy.
 */
export interface KeyValueCache {
  /** Rows that there is room for. */
  capacity: number;
  /** Rows in use. */
  used: number;
  /** Positions that there have been: those in use and those before them that nothing sees any more. */
  position: number;
  /** Of each layer: [keyHeads, capacity, headSize], rotated to their positions. */
  keys: Float32Array[];
  values: Float32Array[];
}

export function createCache(shape: TransformerShape, capacity: number): KeyValueCache {
  const layers = (): Float32Array[] =>
    Array.from({ length: shape.layers }, () => new Float32Array(shape.keyHeads * capacity * shape.headSize));
  return { capacity, used: 0, position: 0, keys: layers(), values: layers() };
}

/** A copy with room for `capacity` rows; at least those in use. */
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

/** Makes room for more positions: where a position sees so many only, those before them are dropped. */
function makeRoom(cache: KeyValueCache, shape: TransformerShape, positions: number): void {
  const { context, headSize, keyHeads } = shape;
  if (cache.used + positions <= cache.capacity) return;
  const kept = context === null ? cache.used : Math.min(cache.used, context - 1);
  if (kept + positions > cache.capacity) {
    Object.assign(cache, copyCache(cache, shape, Math.max(2 * cache.capacity, cache.used + positions)));
    return;
  }
  for (const rows of [...cache.keys, ...cache.values]) {
    for (let head = 0; head < keyHeads; head++) {
      const at = head * cache.capacity * headSize;
      rows.copyWithin(at, at + (cache.used - kept) * headSize, at + cache.used * headSize);
    }
  }
  cache.used = kept;
}

/** Makes the inputs of a transformer; one for each thread, since it reuses its memory. */
export class CacheFeeds {
  readonly #shape: TransformerShape;
  readonly #frequencies: Float32Array;
  #cosines = new Float32Array(0);
  #sines = new Float32Array(0);

  constructor(shape: TransformerShape) {
    this.#shape = shape;
    const step = Math.fround((-Math.log(shape.maxPeriod) * 2) / shape.headSize);
    this.#frequencies = Float32Array.from({ length: shape.headSize / 2 }, (_, i) =>
      Math.exp(Math.fround(i * step)),
    );
  }

  /**
   * Inputs and outputs for a run over so many more positions, which the cache then counts as in use.
   * @returns `written`: the cache's own memory, for the outputs
   */
  extend(
    cache: KeyValueCache,
    positions: number,
  ): { readonly feeds: Record<string, Tensor>; readonly written: Record<string, Tensor> } {
    const { layers, keyHeads, headSize } = this.#shape;
    makeRoom(cache, this.#shape, positions);
    this.#rotate(cache.position, positions, cache.capacity);
    cache.used += positions;
    cache.position += positions;
    const half = headSize / 2;
    const rows = BigInt64Array.from({ length: positions }, (_, i) => BigInt(i));
    const length = cache.capacity * half;
    const feeds: Record<string, Tensor> = {
      [CACHE_INPUTS.total]: new Tensor('int32', Int32Array.of(cache.used), [1]),
      [CACHE_INPUTS.last]: new Tensor('int32', Int32Array.of(cache.used - 1), [1]),
      [CACHE_INPUTS.cosines]: new Tensor('float32', this.#cosines.subarray(0, length), [
        cache.capacity,
        half,
      ]),
      [CACHE_INPUTS.sines]: new Tensor('float32', this.#sines.subarray(0, length), [cache.capacity, half]),
      [CACHE_INPUTS.rows]: new Tensor('int64', rows, [1, positions]),
    };
    const outputs: Record<string, Tensor> = {};
    const dims = [1, keyHeads, cache.capacity, headSize];
    for (let layer = 0; layer < layers; layer++) {
      for (const [name, rows] of [
        [keysName(layer), cache.keys[layer]!],
        [valuesName(layer), cache.values[layer]!],
      ] as const) {
        const tensor = new Tensor('float32', rows, dims);
        feeds[name] = tensor;
        outputs[written(name)] = tensor;
      }
    }
    return { feeds, written: outputs };
  }

  /** Angles in floats, as the reference has them: at position 1000 that is a difference in the fifth digit. */
  #rotate(position: number, positions: number, capacity: number): void {
    const half = this.#frequencies.length;
    if (this.#cosines.length < capacity * half) {
      this.#cosines = new Float32Array(capacity * half);
      this.#sines = new Float32Array(capacity * half);
    }
    for (let row = 0; row < positions; row++) {
      for (let i = 0; i < half; i++) {
        const angle = Math.fround((position + row) * (this.#frequencies[i] ?? 0));
        this.#cosines[row * half + i] = Math.cos(angle);
        this.#sines[row * half + i] = Math.sin(angle);
      }
    }
  }
}
