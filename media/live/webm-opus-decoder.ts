import { FaultCount, joinSamples, type LiveDecoder } from './live-decoder.ts';
import { OpusPacketDecoder } from './opus-packets.ts';
import { WebmDemuxer } from './webm-demuxer.ts';

/** WebM with Opus, as a browser's MediaRecorder sends it, in chunks of any size. */
export class WebmOpusDecoder implements LiveDecoder {
  readonly #faults = new FaultCount();
  readonly #demuxer: WebmDemuxer;
  /** Null until a supported track begins. */
  #decoder: OpusPacketDecoder | null = null;
  #decoded: Int16Array[] = [];

  constructor() {
    this.#demuxer = new WebmDemuxer({
      track: ({ codecId, codecPrivate }) => {
        this.#decoder = codecId === 'A_OPUS' ? opusOf(codecPrivate) : null;
        if (!this.#decoder) {
          this.#faults.add('The audio in the WebM stream must be Opus, mono or stereo');
        }
      },
      frame: (data) => this.#frame(data),
      fault: (message) => this.#faults.add(message),
    });
  }

  get faults(): number {
    return this.#faults.count;
  }

  get firstFault(): string | null {
    return this.#faults.first;
  }

  push(bytes: Uint8Array): Int16Array {
    this.#demuxer.push(bytes);
    const decoded = joinSamples(this.#decoded);
    this.#decoded = [];
    return decoded;
  }

  /** Decoding continues at the next cluster. */
  skip(): void {
    this.#demuxer.skip();
  }

  #frame(data: Uint8Array): void {
    if (!this.#decoder) return;
    const before = this.#decoder.faults;
    this.#decoded.push(this.#decoder.push(data));
    if (this.#decoder.faults > before) this.#faults.add('The Opus audio in the WebM stream is damaged');
  }
}

/** A decoder for an identification header (RFC 7845, section 5.1); null for more than two channels. */
function opusOf(head: Uint8Array): OpusPacketDecoder | null {
  // Without the header, which some encoders leave out, the audio can still be decoded.
  if (head.length < 19) return new OpusPacketDecoder();
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const mappingFamily = view.getUint8(18);
  if (mappingFamily !== 0) return null;
  return new OpusPacketDecoder({ preSkip: view.getUint16(10, true), gainQ8: view.getInt16(16, true) });
}
