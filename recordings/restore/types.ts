/** Restoring a poor recording of speech: the input, the result, and reasons for rejection. */

export const MIN_RATE = 8000;
/** Speech has no frequencies above half of it. */
export const MAX_RATE = 48_000;

export interface RestoreOptions {
  readonly signal: AbortSignal;
  /** Called with the current stage and the completed fraction of the whole, 0 to 1. */
  readonly onProgress?: (stage: RestoreStage, fraction: number) => void;
  /** Called with the duration of the recording, once it is known. */
  readonly onDuration?: (durationMs: number) => void;
}

export type RestoreStage = 'decode' | 'declip' | 'clean' | 'finish';

export interface Restored {
  /** 16 bits, one channel, in shared memory. */
  readonly wav: Uint8Array;
  /** The rate of the recording, but at most 48000 Hz. */
  readonly sampleRate: number;
  readonly durationMs: number;
  /** Number of clipped samples that were filled in. */
  readonly declippedSamples: number;
  /** Name of the denoiser. */
  readonly model: string;
}
