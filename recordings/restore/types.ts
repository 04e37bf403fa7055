/** Restoring a poor recording of speech: the input, the result, and reasons for rejection. */

export const MIN_RATE = 8000;
/** Nothing above half of it is speech. */
export const MAX_RATE = 48_000;

export interface RestoreOptions {
  readonly signal: AbortSignal;
  /** Called with the current stage and the completed fraction of the whole, 0 to 1. */
  readonly onProgress?: (stage: RestoreStage, fraction: number) => void;
  /** Told how long the recording is, once that is known. */
  readonly onDuration?: (durationMs: number) => void;
}

export type RestoreStage = 'decode' | 'declip' | 'clean' | 'finish';

export interface Restored {
  /** 16 bits, one channel; over memory that threads share. */
  readonly wav: Uint8Array;
  /** That of the recording, but at most 48000 Hz. */
  readonly sampleRate: number;
  readonly durationMs: number;
  /** Samples that had been cut off and were filled in. */
  readonly declippedSamples: number;
  /** What took the noise out. */
  readonly model: string;
}
