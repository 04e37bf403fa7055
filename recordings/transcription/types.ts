/** Transcribing a file: the input, the result, and reasons for rejection. */

/** An hour, and what a recorder adds. */
export const MAX_TRANSCRIPTION_SECONDS = 3660;

/** What tells speakers apart: their voices, or the channels of the file, one for each. */
export type SpeakersBy = 'voice' | 'channel';

export interface TranscriptionRequest {
  /** The file as uploaded; its format is found from its content. */
  readonly audio: Uint8Array;
  /** A code ("en", "pt-br"); null leaves it to the recogniser. */
  readonly lang: string | null;
  /** Whether the times of words are wanted, which take some more work. Needed for `speakers`. */
  readonly timed: boolean;
  /** Names and words that may be said, or what was said before, as it is to be written. */
  readonly prompt?: string;
  /** Translate into English, from any language. */
  readonly translate?: boolean;
  /** Whether to say who speaks; null for one text. */
  readonly speakers?: SpeakersBy | null;
}

export interface TimedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** An uninterrupted turn of one speaker. */
export interface SpokenTurn {
  /** "A", "B" in the order in which they are first heard, or "channel 1". */
  readonly speaker: string;
  readonly text: string;
  readonly words: readonly TimedWord[];
}

export interface Transcription {
  /** The language it was recognised in; null where that was left to a recogniser that does not say. */
  readonly lang: string | null;
  /** Duration of the recording. */
  readonly durationMs: number;
  /** The text; with several channels, one after the other. */
  readonly text: string;
  /** In order, without overlaps; empty unless asked for, or where there are turns of several channels. */
  readonly words: readonly TimedWord[];
  /** In the order in which they begin; empty unless asked for. */
  readonly turns: readonly SpokenTurn[];
}

/** Transcribes files. */
export interface FileTranscriber {
  /**
   * Transcribes an audio file. Runs off the main thread; takes a fraction of the file's duration.
   * @throws EngineError; the signal's reason when aborted
   */
  transcribe(request: TranscriptionRequest, options?: TranscribeOptions): Promise<Transcription>;
  /** Ends all work; the engine has to be closed after it. */
  close(): Promise<void>;
}

export interface TranscribeOptions {
  readonly signal?: AbortSignal;
  /** Called with each next part of the text: one for 3 to 10 s of the recording. */
  readonly onText?: (text: string) => void;
}
