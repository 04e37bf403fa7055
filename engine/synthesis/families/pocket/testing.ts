/**
 * Random weights and inputs identical to those from which the reference made the fixtures: the generator of
 * `research/pocket/reference/generator.py`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Safetensors } from '../../../../model-files/safetensors.ts';
import type { KeyValueCache } from './cache.ts';
import type { PocketConfig } from './config.ts';
import type { CodecState } from './model.ts';

/** The stream of a name: its 32-bit FNV-1a hash. */
function fnv1a(name: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(name)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** An integer hash of 32 bits (Wellons, "lowbias32"). */
function scrambled(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** `count` values of the stream of a name: the sum of four uniform numbers, of the wanted mean and deviation. */
export function normal(name: string, count: number, mean = 0, deviation = 1): Float32Array {
  const start = scrambled(fnv1a(name));
  const out = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let total = 0;
    for (let k = 0; k < 4; k++) total += scrambled((4 * i + k + start) >>> 0) / 2 ** 32;
    out[i] = mean + deviation * ((total - 2) * Math.sqrt(3));
  }
  return out;
}

/** A model of the fixtures: its weights in the layout of the published file, and the results of the reference. */
export interface PocketFixture {
  readonly config: PocketConfig;
  readonly weights: Uint8Array;
  readonly tokens: readonly number[];
  readonly voice: Float32Array;
  readonly expected: Safetensors;
}

/** As in `research/pocket/reference/model.py`. */
const VOICE_DEVIATION = 0.1;
const GIVEN = 'weights.';

export async function pocketFixture(name: string): Promise<PocketFixture> {
  const expected = new Safetensors(
    await readFile(join(import.meta.dirname, 'fixtures', `${name}.safetensors`)),
  );
  const { config = '', weights = '', tokens = '', voice_samples: samples = '' } = expected.metadata;
  const tensors = new Map<string, { shape: readonly number[]; values: Float32Array }>();
  for (const [key, shape, mean, deviation] of JSON.parse(weights) as [string, number[], number, number][]) {
    const size = shape.reduce((product, side) => product * side, 1);
    tensors.set(key, { shape, values: normal(key, size, mean, deviation) });
  }
  for (const key of expected.names.filter((key) => key.startsWith(GIVEN))) {
    tensors.set(key.slice(GIVEN.length), expected.floats(key));
  }
  return {
    config: JSON.parse(config) as PocketConfig,
    weights: safetensorsBytes(tensors),
    tokens: JSON.parse(tokens) as number[],
    voice: normal('voice', Number(samples), 0, VOICE_DEVIATION),
    expected,
  };
}

/** A safetensors file. */
export function safetensorsBytes(
  tensors: ReadonlyMap<
    string,
    { readonly shape: readonly number[]; readonly values: Float32Array | BigInt64Array }
  >,
): Uint8Array {
  let end = 0;
  const header: Record<string, unknown> = {};
  for (const [name, { shape, values }] of tensors) {
    const dtype = values instanceof Float32Array ? 'F32' : 'I64';
    header[name] = { dtype, shape, data_offsets: [end, end + values.byteLength] };
    end += values.byteLength;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const parts = [...tensors.values()].map(({ values }) => Buffer.from(values.buffer));
  return Buffer.concat([length, text, ...parts]);
}

/**
 * The root of the ratio of the error's energy to that of the expected values.
 * @throws Error when the lengths differ
 */
export function relativeError(ours: ArrayLike<number>, theirs: ArrayLike<number>): number {
  if (ours.length !== theirs.length) throw new Error(`${ours.length} values, and ${theirs.length} expected`);
  let [distance, energy] = [0, 0];
  for (let i = 0; i < theirs.length; i++) {
    distance += ((ours[i] ?? 0) - (theirs[i] ?? 0)) ** 2;
    energy += (theirs[i] ?? 0) ** 2;
  }
  return Math.sqrt(distance / energy);
}

/**
 * Errors of each layer's keys and values in use, compared with those of the reference, which keeps all of them: [2,
 * positions, heads, headSize].
 * @param prefix of the names in the reference
 * @throws Error when the cache is that of another model, or at another position
 */
export function cacheErrors(expected: Safetensors, prefix: string, cache: KeyValueCache): readonly number[] {
  const names = expected.names.filter((name) => name.startsWith(prefix));
  if (names.length !== cache.keys.length)
    throw new Error(`${names.length} layers of "${prefix}" are expected`);
  return names.map((name) => {
    const { shape, values } = expected.floats(name);
    const [, positions = 0, heads = 0, size = 0] = shape;
    if (cache.position !== positions) throw new Error(`${cache.position} positions, not ${positions}`);
    const layer = Number(/layers\.(\d+)/.exec(name)?.[1]);
    const theirs = new Float32Array(2 * cache.used * heads * size);
    const ours = new Float32Array(theirs.length);
    let end = 0;
    for (const [i, rows] of [cache.keys[layer]!, cache.values[layer]!].entries()) {
      for (let row = 0; row < cache.used; row++) {
        for (let head = 0; head < heads; head++) {
          const from = (head * cache.capacity + row) * size;
          ours.set(rows.subarray(from, from + size), end);
          const at = ((i * positions + positions - cache.used + row) * heads + head) * size;
          theirs.set(values.subarray(at, at + size), end);
          end += size;
        }
      }
    }
    return relativeError(ours, theirs);
  });
}

/**
 * Errors of the decoder's state: caches, and rows of convolutions. The reference stores the latter channel by channel.
 */
export function decoderErrors(expected: Safetensors, { cache, rows }: CodecState): readonly number[] {
  const names = expected.names.filter((name) => name.startsWith('decoder.decoder.'));
  const errors = names.map((name) => {
    const { shape, values } = expected.floats(name);
    const [channels = 0, count = 0] = shape;
    const ours = rows[name.replace('decoder.decoder.', 'mimi.decoder.').concat('.conv')] ?? [];
    const theirs = values.map((_, i) => values[(i % channels) * count + Math.floor(i / channels)] ?? 0);
    return relativeError(ours, theirs);
  });
  return [...errors, ...cacheErrors(expected, 'decoder.decoder_transformer', cache)];
}
