import { RECORDING_RATE } from '../../../agent-worker/recording/call-recorder.ts';
import { OggOpusEncoder } from '../../../media/encode/ogg-opus.ts';
import type { EncodedPart } from './transcript-recorder.ts';

/** Enough for two voices on separate channels. */
const BITS_PER_SECOND = 48_000;
/** One page per second. */
const PACKETS_PER_PAGE = 50;
const PAGE_SAMPLES = RECORDING_RATE;
/** Number of pages in a part. A process that is killed loses the part that is not complete. */
const PAGES_PER_PART = 5;

/** Encodes a recording to parts of five seconds. */
export class RecordingEncoder {
  readonly #encoder = new OggOpusEncoder(RECORDING_RATE, {
    channels: 2,
    bitsPerSecond: BITS_PER_SECOND,
    packetsPerPage: PACKETS_PER_PAGE,
  });
  readonly #add: (part: EncodedPart) => void;
  #pages: Uint8Array[] = [];
  #samples = 0;
  #handedSamples = 0;

  /** @param add receives the parts in order */
  constructor(add: (part: EncodedPart) => void) {
    this.#add = add;
  }

  /** @param samples two channels, interleaved */
  push(samples: Int16Array): void {
    this.#pages.push(this.#encoder.push(samples));
    this.#samples += samples.length / 2;
    const complete = Math.floor(this.#samples / PAGE_SAMPLES) * PAGE_SAMPLES;
    if (complete - this.#handedSamples >= PAGES_PER_PART * PAGE_SAMPLES) this.#hand(complete);
  }

  /** Passes on the last part. Call it once. */
  finish(): void {
    this.#pages.push(this.#encoder.finish());
    this.#hand(this.#samples);
  }

  #hand(samples: number): void {
    this.#add({ bytes: Buffer.concat(this.#pages), samples: samples - this.#handedSamples });
    this.#pages = [];
    this.#handedSamples = samples;
  }
}
