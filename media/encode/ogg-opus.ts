import { randomInt } from 'node:crypto';
import opus from '@discordjs/opus';
import { oggPage } from '../ogg-page.ts';
import { type AudioEncoder, Blocks } from './audio-encoder.ts';

/** Positions in an Opus stream use this rate, whatever is encoded (RFC 7845, section 4). */
const OPUS_CLOCK = 48_000;
const FRAME_MS = 20;
/** One page per 100 ms: audio arrives early, and page headers take only 2 kbit/s. */
const PACKETS_PER_PAGE = 5;
const BITS_PER_SECOND = 32_000;
/**
 * OPUS_SET_COMPLEXITY of libopus; the highest of 10 takes a third more time, for nothing that is audible in speech.
 */
const SET_COMPLEXITY = 4010;
const COMPLEXITY = 5;
/**
 * Lookahead of libopus: 2.5 ms of CELT, and 4 ms to align SILK with it. That much audio precedes what was encoded, and
 * decoders drop it (RFC 7845, pre-skip).
 */
export const LOOKAHEAD_MS = 6.5;

export interface OggOpusOptions {
  /** 1, or 2 for interleaved samples. Default: 1. */
  readonly channels?: 1 | 2;
  /** Default: 32000 for each channel. */
  readonly bitsPerSecond?: number;
  /** Packets of 20 ms in a page. Larger pages have less overhead, and arrive later. Default: 5. */
  readonly packetsPerPage?: number;
  /** Distinguishes the stream from others in the same file. Default: random. */
  readonly serial?: number;
}

/**
 * Opus packets of libopus in Ogg pages (RFC 3533, RFC 7845). The header's pre-skip and the last page's position remove
 * what the encoder adds at the beginning and end, so that a decoder returns exactly as many samples as went in.
 */
export class OggOpusEncoder implements AudioEncoder {
  readonly #encoder: opus.OpusEncoder;
  readonly #blocks: Blocks;
  readonly #frameSamples: number;
  readonly #lookaheadSamples: number;
  readonly #clockPerSample: number;
  readonly #channels: number;
  readonly #packetsPerPage: number;
  readonly #serial: number;
  /** Packets of the page that is being filled. */
  #packets: Uint8Array[] = [];
  #pages: Uint8Array[] = [];
  #sequence = 0;
  #encodedFrames = 0;
  /** Samples of each channel. */
  #totalSamples = 0;

  /** @param sampleRate of the audio in Hz: 8000, 12000, 16000, 24000 or 48000 */
  constructor(sampleRate: number, options: OggOpusOptions = {}) {
    const { channels = 1, packetsPerPage = PACKETS_PER_PAGE, serial = randomInt(2 ** 32) } = options;
    this.#channels = channels;
    this.#packetsPerPage = packetsPerPage;
    this.#frameSamples = (sampleRate * FRAME_MS) / 1000;
    this.#lookaheadSamples = (sampleRate * LOOKAHEAD_MS) / 1000;
    this.#clockPerSample = OPUS_CLOCK / sampleRate;
    this.#serial = serial;
    this.#blocks = new Blocks(this.#frameSamples * channels);
    this.#encoder = new opus.OpusEncoder(sampleRate, channels);
    this.#encoder.setBitrate(options.bitsPerSecond ?? BITS_PER_SECOND * channels);
    this.#encoder.applyEncoderCTL(SET_COMPLEXITY, COMPLEXITY);
    // Each header has a page to itself.
    this.#addPage([opusHead(sampleRate, channels, this.#preSkip)], { granule: 0, beginsStream: true });
    this.#addPage([opusTags()], { granule: 0 });
  }

  push(samples: Int16Array): Uint8Array {
    this.#totalSamples += samples.length / this.#channels;
    this.#blocks.push(samples, (block) => this.#encode(block));
    return this.#takePages();
  }

  finish(): Uint8Array {
    const rest = this.#blocks.rest();
    const frames = Math.ceil((this.#totalSamples + this.#lookaheadSamples) / this.#frameSamples);
    let last = new Int16Array(this.#frameSamples * this.#channels);
    last.set(rest);
    while (this.#encodedFrames < frames) {
      // The page that ends the stream must contain the last packet.
      this.#encode(last, this.#encodedFrames === frames - 1);
      last = new Int16Array(last.length);
    }
    return this.#takePages();
  }

  /** In samples at 48 kHz. */
  get #preSkip(): number {
    return this.#lookaheadSamples * this.#clockPerSample;
  }

  #encode(frame: Int16Array, isLast = false): void {
    // A copy: the binding returns its result in memory of its own, but reads ours.
    this.#packets.push(this.#encoder.encode(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)));
    this.#encodedFrames++;
    if (isLast) {
      const granule = this.#preSkip + this.#totalSamples * this.#clockPerSample;
      this.#addPage(this.#packets.splice(0), { granule, endsStream: true });
    } else if (this.#packets.length === this.#packetsPerPage) {
      const granule = this.#encodedFrames * this.#frameSamples * this.#clockPerSample;
      this.#addPage(this.#packets.splice(0), { granule });
    }
  }

  #addPage(
    packets: readonly Uint8Array[],
    header: { readonly granule: number; readonly beginsStream?: boolean; readonly endsStream?: boolean },
  ): void {
    this.#pages.push(oggPage(packets, { ...header, serial: this.#serial, sequence: this.#sequence++ }));
  }

  #takePages(): Uint8Array {
    return Buffer.concat(this.#pages.splice(0));
  }
}

/** Returns the identification header (RFC 7845, section 5.1). */
function opusHead(inputRate: number, channels: number, preSkip: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(inputRate, 12);
  return head;
}

/** Returns the comment header (RFC 7845, section 5.2), without comments. */
function opusTags(): Uint8Array {
  const vendor = Buffer.from('Parley');
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write('OpusTags');
  tags.writeUInt32LE(vendor.length, 8);
  tags.set(vendor, 12);
  return tags;
}
