import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders';
import { int16ToFloat } from '../pcm.ts';
import { type AudioEncoder, NO_BYTES } from './audio-encoder.ts';

const MIME = 'audio/mpeg';
/** At 24 kHz in one channel no loss is audible in speech. */
const KBIT_PER_SECOND = 64;
/** The encoder copies its input at once. */
const MAX_AT_ONCE_SAMPLES = 24_000;

/** The type the library expects; Node.js has no name for it. */
type Compiled = Parameters<NonNullable<Parameters<typeof createEncoder>[2]>>[0];

/** Compiled with the first sound; every sound gets its own instance. */
let compiled: Compiled | null = null;

async function createLibrary(): Promise<WasmMediaEncoder<typeof MIME>> {
  if (compiled) return createEncoder(MIME, compiled);
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
  return createEncoder(MIME, await readFile(path), (module) => {
    compiled = module;
  });
}

/**
 * MPEG layer III by LAME at a constant bit rate: every part of the file can be played on its own. Without LAME's
 * header, which would have to contain the length, the encoder's delay remains in front of the audio: 46 ms at 24 kHz.
 * @param sampleRate one of MPEG's, in Hz
 */
export async function createMp3Encoder(sampleRate: number): Promise<AudioEncoder> {
  const library = await createLibrary();
  library.configure({ channels: 1, sampleRate, bitrate: KBIT_PER_SECOND });
  return new Mp3Encoder(library);
}

class Mp3Encoder implements AudioEncoder {
  readonly #library: WasmMediaEncoder<typeof MIME>;

  constructor(library: WasmMediaEncoder<typeof MIME>) {
    this.#library = library;
  }

  push(samples: Int16Array): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < samples.length; at += MAX_AT_ONCE_SAMPLES) {
      const some = int16ToFloat(samples.subarray(at, at + MAX_AT_ONCE_SAMPLES));
      // The returned bytes are in the encoder's own memory.
      parts.push(this.#library.encode([some]).slice());
    }
    return parts.length === 1 ? (parts[0] ?? NO_BYTES) : Buffer.concat(parts);
  }

  finish(): Uint8Array {
    return this.#library.finalize().slice();
  }
}
