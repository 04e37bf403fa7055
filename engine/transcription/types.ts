/** Transcribing a file: the input, the result, and reasons for rejection. */

export const MAX_TRANSCRIPTION_SECONDS = 600;

export interface TranscriptionRequest {
  /** The file as uploaded; its format is found from its content. */
  readonly audio: Uint8Array;
  /** A code ("en", "pt-br"); null leaves it to the recogniser. */
  readonly lang: string | null;
  /** Whether the times of words are wanted, which take some more work. */
  readonly timed: boolean;
  /** Names and words that may be said, or what was said before, as it is to be written. */
  readonly prompt?: string;
  /** Write it down in English, whatever is spoken. */
  readonly translate?: boolean;
}

export interface TimedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface Transcription {
  /** The language it was recognised in; null where that was left to a recogniser that does not say. */
  readonly lang: string | null;
  /** Of the recording. */
  readonly durationMs: number;
  readonly text: string;
  /** In order, without overlaps; empty unless asked for. */
  readonly words: readonly TimedWord[];
}

export interface TranscribeOptions {
  readonly signal?: AbortSignal;
  /** Told each next part of the text: one for some 20 s of speech. */
  readonly onText?: (text: string) => void;
}
