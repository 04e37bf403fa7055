/** Making a spoilt recording of speech better: what goes in, what comes out, and why it may be refused. */

export const MIN_RATE = 8000;
/** Nothing above half of it is speech. */
export const MAX_RATE = 48_000;

export interface RestoreOptions {
  readonly signal: AbortSignal;
  /** Told what is being done and how much of all is done, 0 to 1. */
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
