import type { Rendition } from '../../alignment/types.ts';

/** A base voice that spoke, for comparison with the recording. */
export interface LearnedBase {
  /** Names the base in the codes: `baseKey` of its source. */
  readonly key: string;
  /** The transcript spoken by the base; or, for a base of another language, any text of that language. */
  readonly rendition: Rendition;
  /**
   * For every 5 ms of the recording, the sample of the rendition where the same is said (`alignFrames`); null for a
   * base that spoke something else.
   */
  readonly frameTimes: Float64Array | Float32Array | Int32Array | null;
}

export interface LearnCodesInput {
  /** The recording: mono, -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** The first is the best; at least one has `frameTimes`. */
  readonly bases: readonly LearnedBase[];
}

/** Learns how to make each base sound like the speaker of the recording. Synchronous; about a second for 30 s. */
export function learnCodes(_input: LearnCodesInput): Uint8Array {
  throw new Error('not learned yet');
}
