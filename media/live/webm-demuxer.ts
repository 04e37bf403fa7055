/**
 * Extracts the frames of the first audio track from WebM and Matroska (RFC 9559, based on EBML, RFC 8794) as it
 * arrives. It is the counterpart of `media/decode/webm.ts` for endless streams: it buffers only the incomplete element,
 * and the result does not depend on how the stream is chunked.
 */
import { DecodeError } from '../decode/decode-error.ts';
import {
  blockFrames,
  CLUSTER_BYTES,
  ENTERED,
  readTrackEntry,
  vint,
  WEBM_ID,
  type WebmTrack,
} from '../decode/webm.ts';

/** Upper bound of blocks and track entries of the selected track, in bytes. Larger ones are damage. */
const MAX_KEPT_BYTES = 64 * 1024;
/** Upper bound of skipped elements, in bytes. Larger ones are damage; blocks of other tracks may be video. */
const MAX_STEPPED_BYTES = 64 * 1024;
const MAX_STEPPED_BLOCK_BYTES = 1024 * 1024;
const EBML_BYTES = [0x1a, 0x45, 0xdf, 0xa3];
/** Upper bound of the bytes of a track number, which comes first in a block (RFC 9559, section 10.1). */
const MAX_TRACK_NUMBER_BYTES = 8;

export interface WebmSink {
  /** An audio track begins; it occurs again in a stream whose recording is restarted. */
  track(track: WebmTrack): void;
  /** The next frame of the track. The bytes are valid only during the call. */
  frame(data: Uint8Array): void;
  /** A part of the stream was skipped. */
  fault(message: string): void;
}

interface Header {
  readonly id: number;
  readonly headerBytes: number;
  /** Infinite when unknown. */
  readonly bodyBytes: number;
}

const DAMAGED = 'The WebM stream is damaged; unreadable parts were skipped';

export class WebmDemuxer {
  readonly #sink: WebmSink;
  #pending: Uint8Array = new Uint8Array(0);
  /** Bytes to skip before the next element. */
  #toStep = 0;
  /** After damage: looking for a cluster or a new beginning. */
  #lost = false;
  #track: WebmTrack | null = null;

  constructor(sink: WebmSink) {
    this.#sink = sink;
  }

  push(bytes: Uint8Array): void {
    const all = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    let at = 0;
    for (;;) {
      const used = this.#step(all.subarray(at));
      if (used === 0) break;
      at += used;
    }
    // A copy, since the bytes belong to the caller.
    this.#pending = Uint8Array.from(all.subarray(at));
  }

  /** Bytes were left out of the stream. */
  skip(): void {
    this.#pending = new Uint8Array(0);
    this.#toStep = 0;
    this.#lost = true;
  }

  /** Consumes bytes from the front; 0 when more bytes are needed. */
  #step(bytes: Uint8Array): number {
    if (bytes.length === 0) return 0;
    if (this.#toStep > 0) {
      const used = Math.min(this.#toStep, bytes.length);
      this.#toStep -= used;
      return used;
    }
    if (this.#lost) return this.#search(bytes);
    const header = headerOf(bytes);
    if (header === 'more') return 0;
    return header === 'damaged' ? this.#damage() : this.#element(bytes, header);
  }

  #element(bytes: Uint8Array, { id, headerBytes, bodyBytes }: Header): number {
    if (ENTERED.has(id)) return headerBytes;
    const isBlock = id === WEBM_ID.simpleBlock || id === WEBM_ID.block;
    if (isBlock && this.#track) {
      const numberBytes = Math.min(bodyBytes, MAX_TRACK_NUMBER_BYTES);
      if (bytes.length < headerBytes + numberBytes) return 0;
      const number = vint(bytes.subarray(0, headerBytes + numberBytes), headerBytes);
      if (number?.value === this.#track.number) return this.#keep(id, bytes, headerBytes, bodyBytes);
    }
    // The first audio track is the one that is used.
    if (id === WEBM_ID.trackEntry && !this.#track) return this.#keep(id, bytes, headerBytes, bodyBytes);
    if (bodyBytes > (isBlock ? MAX_STEPPED_BLOCK_BYTES : MAX_STEPPED_BYTES)) return this.#damage();
    // A recording is restarted, with tracks of its own.
    if (id === WEBM_ID.ebml) this.#track = null;
    this.#toStep = bodyBytes;
    return headerBytes;
  }

  #keep(id: number, bytes: Uint8Array, headerBytes: number, bodyBytes: number): number {
    if (bodyBytes > MAX_KEPT_BYTES) return this.#damage();
    const end = headerBytes + bodyBytes;
    if (bytes.length < end) return 0;
    const body = bytes.subarray(headerBytes, end);
    if (id === WEBM_ID.trackEntry) this.#readTrack(body);
    else this.#readBlock(body);
    return end;
  }

  #readTrack(body: Uint8Array): void {
    try {
      // A copy, since the bytes belong to the caller.
      this.#track = readTrackEntry(Uint8Array.from(body));
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#sink.fault(error.message);
    }
    if (this.#track) this.#sink.track(this.#track);
  }

  #readBlock(body: Uint8Array): void {
    const frames = blockFrames(body, this.#track?.number ?? 0);
    if (!frames) this.#sink.fault(DAMAGED);
    else for (const frame of frames) this.#sink.frame(frame);
  }

  #damage(): number {
    this.#sink.fault(DAMAGED);
    this.#lost = true;
    return 1;
  }

  #search(bytes: Uint8Array): number {
    for (let at = 0; at + CLUSTER_BYTES.length <= bytes.length; at++) {
      if (!startsWith(bytes, at, CLUSTER_BYTES) && !startsWith(bytes, at, EBML_BYTES)) continue;
      this.#lost = false;
      if (at > 0) return at;
      return this.#step(bytes);
    }
    // Its beginning may have arrived already.
    return Math.max(0, bytes.length - CLUSTER_BYTES.length + 1);
  }
}

/** The ID and the size of an element (RFC 8794, sections 5 and 6). */
function headerOf(bytes: Uint8Array): Header | 'more' | 'damaged' {
  const idBytes = Math.clz32(bytes[0]!) - 23;
  if (idBytes > 4) return 'damaged';
  if (bytes.length <= idBytes) return 'more';
  const sizeBytes = Math.clz32(bytes[idBytes]!) - 23;
  if (sizeBytes > 8) return 'damaged';
  const size = vint(bytes, idBytes);
  if (!size) return 'more';
  let id = 0;
  for (let i = 0; i < idBytes; i++) id = id * 256 + bytes[i]!;
  return {
    id,
    headerBytes: idBytes + sizeBytes,
    bodyBytes: size.unknown ? Number.POSITIVE_INFINITY : size.value,
  };
}

function startsWith(bytes: Uint8Array, at: number, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[at + i] === byte);
}
