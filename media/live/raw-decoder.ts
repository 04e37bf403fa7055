import { decodeMulawToInt16 } from '../mulaw.ts';
import { decodePcm16ToInt16 } from '../pcm.ts';
import { LIVE_RATE, type LiveDecoder } from './live-decoder.ts';
import { RateConverter } from './rate-converter.ts';

/** Mu-law (ITU-T G.711), one byte per sample. Every byte is valid, so there are no faults. */
export class MulawDecoder implements LiveDecoder {
  readonly faults = 0;
  readonly firstFault = null;
  readonly #converter: RateConverter;

  /** @param rate of the stream, in samples per second */
  constructor(rate: number) {
    this.#converter = new RateConverter(rate, LIVE_RATE);
  }

  push(bytes: Uint8Array): Int16Array {
    return this.#converter.push(decodeMulawToInt16(bytes));
  }

  skip(): void {}
}

/** 16-bit linear PCM, little endian. Chunks may end in the middle of a sample. */
export class PcmDecoder implements LiveDecoder {
  readonly faults = 0;
  readonly firstFault = null;
  readonly #converter: RateConverter;
  /** The first half of a sample whose second half has not arrived yet. */
  #half: number | null = null;

  /** @param rate of the stream, in samples per second */
  constructor(rate: number) {
    this.#converter = new RateConverter(rate, LIVE_RATE);
  }

  push(bytes: Uint8Array): Int16Array {
    return this.#converter.push(decodePcm16ToInt16(this.#whole(bytes)));
  }

  skip(bytes: Uint8Array): void {
    this.#whole(bytes);
  }

  /** The available bytes, including one left over from before and excluding one left over now. */
  #whole(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0) return bytes;
    const all = this.#half === null ? bytes : Buffer.concat([Uint8Array.of(this.#half), bytes]);
    const even = all.length - (all.length % 2);
    this.#half = all[even] ?? null;
    return all.subarray(0, even);
  }
}
