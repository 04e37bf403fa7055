import { wavHeader } from '../wav.ts';
import { type AudioEncoder, NO_BYTES } from './audio-encoder.ts';

/** Raw samples: 16 bit, little endian. */
export class PcmEncoder implements AudioEncoder {
  push(samples: Int16Array): Uint8Array {
    const bytes = Buffer.alloc(samples.length * 2);
    for (let i = 0; i < samples.length; i++) bytes.writeInt16LE(samples[i]!, 2 * i);
    return bytes;
  }

  finish(): Uint8Array {
    return NO_BYTES;
  }
}

/** A WAV file whose header leaves its length open, which players take to mean "to the end". */
export class WavEncoder implements AudioEncoder {
  readonly #samples = new PcmEncoder();
  #header: Uint8Array;

  /** @param sampleRate in Hz */
  constructor(sampleRate: number) {
    this.#header = wavHeader({ encoding: 'pcm16', sampleRate }, null);
  }

  push(samples: Int16Array): Uint8Array {
    const bytes = Buffer.concat([this.#header, this.#samples.push(samples)]);
    this.#header = NO_BYTES;
    return bytes;
  }

  finish(): Uint8Array {
    return this.#header;
  }
}
