import { encodeMulaw } from '../mulaw.ts';
import { RateConverter } from './rate-converter.ts';

export type LiveEncoding = 'pcm_linear' | 'pcm_mulaw';

export interface SpeechEncoderOptions {
  /** Sample rates of the input and the output, in Hz. */
  readonly inRate: number;
  readonly outRate: number;
  readonly encoding: LiveEncoding;
}

/** Converts frames of speech to the encoding a client requested, without seams between frames. */
export class SpeechEncoder {
  readonly #encoding: LiveEncoding;
  readonly #converter: RateConverter;

  /** @throws RangeError for rates that are not whole numbers of Hz between 1000 and 384000 */
  constructor({ inRate, outRate, encoding }: SpeechEncoderOptions) {
    this.#encoding = encoding;
    this.#converter = new RateConverter(inRate, outRate);
  }

  /** @param frame mono samples, 16 bit */
  push(frame: Int16Array): Uint8Array {
    return this.#encode(this.#converter.push(frame));
  }

  /** The rest of an utterance: the next frame begins a new one. */
  flush(): Uint8Array {
    return this.#encode(this.#converter.flush());
  }

  /** Discards an utterance that has been interrupted. */
  reset(): void {
    this.#converter.reset();
  }

  #encode(samples: Int16Array): Uint8Array {
    if (this.#encoding === 'pcm_mulaw') return encodeMulaw(samples);
    const bytes = Buffer.alloc(samples.length * 2);
    for (let i = 0; i < samples.length; i++) bytes.writeInt16LE(samples[i]!, 2 * i);
    return bytes;
  }
}
