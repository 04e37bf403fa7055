/** Rate that live sound is decoded to, in samples per second: what recognisers of speech take. */
export const LIVE_RATE = 16_000;

/**
 * Turns bytes of a live stream into samples as they come. Damage never throws: a conversation goes on with the sound
 * that can be read, and `faults` tells whether somebody should be told.
 */
export interface LiveDecoder {
  /**
   * The next bytes.
   * @returns mono samples at `LIVE_RATE`, 16 bit, as many as can be given so far
   */
  push(bytes: Uint8Array): Int16Array;
  /** Bytes of the stream that are left out, because there were too many of them. */
  skip(bytes: Uint8Array): void;
  /** Pieces that could not be decoded so far. */
  readonly faults: number;
  /** The first fault, in words for who sends the sound; null while there is none. */
  readonly firstFault: string | null;
}

export const NO_SAMPLES = new Int16Array(0);

/** Counts faults and keeps what the first one was. */
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

/** Samples in one piece. */
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
