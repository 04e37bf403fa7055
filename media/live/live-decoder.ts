/** Sample rate that live audio is decoded to, in Hz: what speech recognisers expect. */
export const LIVE_RATE = 16_000;

/**
 * Turns bytes of a live stream into samples as they arrive. Never throws on damage: a conversation continues with the
 * audio that can be decoded, and `faults` tells whether the sender should be notified.
 */
export interface LiveDecoder {
  /**
   * The next bytes.
   * @returns as many mono samples as available so far, at `LIVE_RATE`, 16 bit
   */
  push(bytes: Uint8Array): Int16Array;
  /** Bytes of the stream were dropped because there were too many of them. */
  skip(bytes: Uint8Array): void;
  /** Number of chunks that could not be decoded so far. */
  readonly faults: number;
  /** The message of the first fault, for the sender of the audio; null while there is none. */
  readonly firstFault: string | null;
}

export const NO_SAMPLES = new Int16Array(0);

/** Counts faults and remembers the first one. */
export class FaultCount {
  #count = 0;
  #first: string | null = null;

  add(message: string): void {
    this.#count++;
    this.#first ??= message;
  }

  get count(): number {
    return this.#count;
  }

  get first(): string | null {
    return this.#first;
  }
}

/** Samples in one chunk. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  if (parts.length === 0) return NO_SAMPLES;
  if (parts.length === 1) return parts[0]!;
  const joined = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
