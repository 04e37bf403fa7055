/** Encodes speech to the bytes of an audio file, while it is being synthesized. */

/**
 * Encodes one sound, chunk by chunk; the result does not depend on how the sound is chunked. Memory outside the heap is
 * freed with the object.
 */
export interface AudioEncoder {
  /**
   * Takes the next samples: mono, 16 bit.
   * @returns the bytes available so far; empty while the format needs more samples. The first bytes begin with the
   * file's header.
   */
  push(samples: Int16Array): Uint8Array | Promise<Uint8Array>;
  /** Returns the rest of the file; only the header for a sound without samples. Call it once, last. */
  finish(): Uint8Array | Promise<Uint8Array>;
  /** Ends work in other threads; needed if the sound is not finished. Idempotent. */
  close?(): void;
}

export const NO_BYTES = new Uint8Array(0);

/** Buffers samples and returns whole blocks. */
export class Blocks {
  readonly #size: number;
  readonly #block: Int16Array;
  #filled = 0;

  /** @param size samples in a block */
  constructor(size: number) {
    this.#size = size;
    this.#block = new Int16Array(size);
  }

  /** Calls `use` with each complete block; the block is valid only during the call. */
  push(samples: Int16Array, use: (block: Int16Array) => void): void {
    for (let at = 0; at < samples.length; ) {
      const taken = Math.min(this.#size - this.#filled, samples.length - at);
      this.#block.set(samples.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === this.#size) {
        use(this.#block);
        this.#filled = 0;
      }
    }
  }

  /** Returns the samples of the last, incomplete block, possibly none. */
  rest(): Int16Array {
    return this.#block.subarray(0, this.#filled);
  }
}
