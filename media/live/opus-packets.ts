import opus from '@discordjs/opus';
import { decodePcm16ToInt16 } from '../pcm.ts';
import { FaultCount, LIVE_RATE, type LiveDecoder, NO_SAMPLES } from './live-decoder.ts';

/** Positions in an Opus stream use this rate, whatever is decoded (RFC 7845, section 4). */
const OPUS_CLOCK = 48_000;
/**
 * Room that the decoder's binding has for a packet; 120 ms at the highest bit rate take less (RFC 6716, section 3.2).
 */
const MAX_PACKET_BYTES = 3828;
/** OPUS_SET_GAIN of libopus: in 1/256 dB. */
const SET_GAIN = 4034;

export interface OpusStreamOptions {
  /** Samples at 48 kHz to drop at the beginning: the encoder's delay. */
  readonly preSkip?: number;
  /** Output gain in 1/256 dB. */
  readonly gainQ8?: number;
}

/**
 * Decodes Opus packets of one stream to mono samples; the decoder mixes several channels. It decodes directly to our
 * rate (RFC 6716, section 2.1.3), whatever the encoder's input rate was, which takes a tenth of the time of resampling
 * from 48 kHz.
 */
export class OpusPacketDecoder implements LiveDecoder {
  readonly #decoder = new opus.OpusEncoder(LIVE_RATE, 1);
  readonly #faults = new FaultCount();
  #toSkip: number;

  constructor({ preSkip = 0, gainQ8 = 0 }: OpusStreamOptions = {}) {
    this.#toSkip = Math.round((preSkip * LIVE_RATE) / OPUS_CLOCK);
    if (gainQ8 !== 0) this.#decoder.applyDecoderCTL(SET_GAIN, gainQ8);
  }

  get faults(): number {
    return this.#faults.count;
  }

  get firstFault(): string | null {
    return this.#faults.first;
  }

  /** @param packet exactly one packet (RFC 6716, section 3); empty ones are skipped */
  push(packet: Uint8Array): Int16Array {
    if (packet.length === 0) return NO_SAMPLES;
    const decoded = this.#decode(packet);
    if (decoded === null) {
      this.#faults.add('A frame is not an Opus packet; send one packet per frame');
      return NO_SAMPLES;
    }
    const skipped = Math.min(this.#toSkip, decoded.length);
    this.#toSkip -= skipped;
    return decoded.subarray(skipped);
  }

  skip(): void {}

  #decode(packet: Uint8Array): Int16Array | null {
    if (packet.length > MAX_PACKET_BYTES) return null;
    try {
      return decodePcm16ToInt16(
        this.#decoder.decode(Buffer.from(packet.buffer, packet.byteOffset, packet.length)),
      );
    } catch {
      return null;
    }
  }
}
