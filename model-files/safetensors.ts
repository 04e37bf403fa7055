/**
 * Reads safetensors files (https://github.com/huggingface/safetensors): eight bytes with the length of a JSON header,
 * the header with the type, shape and place of every tensor, then the tensors' values, little-endian.
 */
import { halfToFloat } from './half.ts';

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  /** From the end of the header. */
  readonly data_offsets: readonly [number, number];
}

/** A tensor of floats. */
export interface FloatTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const HEADER_LENGTH_BYTES = 8;
const METADATA = '__metadata__';

/** The tensors of a safetensors file in memory. */
export class Safetensors {
  readonly #bytes: Uint8Array;
  readonly #from: number;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** The metadata of the file. */
  readonly metadata: Readonly<Record<string, string>>;

  /** @throws Error when `bytes` are not a safetensors file, or end too early */
  constructor(bytes: Uint8Array) {
    if (bytes.length < HEADER_LENGTH_BYTES) throw new Error('the safetensors file ends inside its header');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const length = Number(view.getBigUint64(0, true));
    this.#from = HEADER_LENGTH_BYTES + length;
    if (this.#from > bytes.length) throw new Error('the safetensors file ends inside its header');
    const header = new TextDecoder().decode(bytes.subarray(HEADER_LENGTH_BYTES, this.#from));
    let entries: Record<string, Entry>;
    try {
      entries = JSON.parse(header) as Record<string, Entry>;
    } catch {
      throw new Error('the header of the safetensors file is no JSON');
    }
    this.metadata = (entries[METADATA] as unknown as Record<string, string> | undefined) ?? {};
    this.#entries = new Map(Object.entries(entries).filter(([name]) => name !== METADATA));
    for (const [name, { data_offsets }] of this.#entries) {
      if (this.#from + data_offsets[1] > bytes.length) {
        throw new Error(`the safetensors file ends inside "${name}"`);
      }
    }
    this.#bytes = bytes;
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * A tensor of the type F32, F16 or BF16, as a copy.
   * @throws Error when there is none, or it has another type
   */
  floats(name: string): FloatTensor {
    const { dtype, shape, bytes } = this.#tensor(name);
    if (dtype === 'F32') return { shape, values: new Float32Array(aligned(bytes)) };
    if (dtype !== 'F16' && dtype !== 'BF16')
      throw new Error(`"${name}" is ${dtype}, and no tensor of floats`);
    const halves = new Uint16Array(aligned(bytes));
    if (dtype === 'F16') return { shape, values: Float32Array.from(halves, halfToFloat) };
    // The upper half of a float.
    return { shape, values: new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer) };
  }

  /**
   * A tensor of 64-bit integers.
   * @throws Error when there is none, or it has another type
   */
  integers(name: string): readonly number[] {
    const { dtype, bytes } = this.#tensor(name);
    if (dtype !== 'I64') throw new Error(`"${name}" is ${dtype}, and no tensor of integers`);
    return Array.from(new BigInt64Array(aligned(bytes)), Number);
  }

  /** The sizes of a tensor. @throws Error when there is none */
  shape(name: string): readonly number[] {
    return this.#tensor(name).shape;
  }

  #tensor(name: string): Omit<Entry, 'data_offsets'> & { readonly bytes: Uint8Array } {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`the safetensors file has no tensor "${name}"`);
    const [from, to] = entry.data_offsets;
    return { ...entry, bytes: this.#bytes.subarray(this.#from + from, this.#from + to) };
  }
}

/** A copy that is aligned for a tensor of any type. */
const aligned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
