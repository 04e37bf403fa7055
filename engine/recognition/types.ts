/** What callers of a recogniser see. */

export interface RecognisedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1; null when the recogniser does not say. */
  readonly confidence: number | null;
}

export interface Transcript {
  readonly text: string;
  /** In order; empty when the recogniser gives no word times. */
  readonly words: readonly RecognisedWord[];
}

/** Rate that recognisers are given, in samples per second. */
export const RECOGNITION_SAMPLE_RATE = 16_000;

export interface RecogniseOptions {
  /** Language of the speech as a code ("en", "pt-br"). */
  readonly lang: string;
  readonly signal?: AbortSignal;
}

/** Speech to text. */
export interface Recogniser {
  /** Whether it understands a language. */
  supports(lang: string): boolean;
  /** Somebody is about to speak: what takes time to start, starts now. */
  prepare?(): void;
  /**
   * @param samples mono, 16 kHz, -1 to 1, at most some minutes
   * @throws RecognitionError; the signal's reason when aborted
   */
  transcribe(samples: Float32Array, options: RecogniseOptions): Promise<Transcript>;
  close(): Promise<void>;
}

export class RecognitionError extends Error {
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'RecognitionError';
    this.retryable = options.retryable;
  }
}
