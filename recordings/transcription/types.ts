/** Transcribing a file: the input, the result, and reasons for rejection. */

/** An hour, plus a tolerance. */
export const MAX_TRANSCRIPTION_SECONDS = 3660;

/** How speakers are distinguished: by voice, or by channel, with one speaker each. */
export type SpeakersBy = 'voice' | 'channel';

export interface TranscriptionRequest {
  /** The file as uploaded; its format is detected from its content. */
  readonly audio: Uint8Array;
  /** A code ("en", "pt-br"); null to detect it. */
  readonly lang: string | null;
  /** Whether to find the times of words, which takes more work. Needed for `speakers`. */
  readonly timed: boolean;
  /** Names and words that may be said, or earlier text, in the spelling to be used. */
  readonly prompt?: string;
  /** Translate into English, from any language. */
  readonly translate?: boolean;
  /** How to distinguish speakers; null for one text. */
  readonly speakers?: SpeakersBy | null;
}

export interface TimedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** An uninterrupted turn of one speaker. */
export interface SpokenTurn {
  /** "A", "B" in the order in which they first speak, or "channel 1". */
  readonly speaker: string;
  readonly text: string;
  readonly words: readonly TimedWord[];
}

export interface Transcription {
  /** The language in which it was recognised; null if the recogniser detected it and does not report it. */
  readonly lang: string | null;
  /** Duration of the recording. */
  readonly durationMs: number;
  /** The text; with several channels, channel by channel. */
  readonly text: string;
  /** In order, without overlaps; empty unless requested, and with turns of several channels. */
  readonly words: readonly TimedWord[];
  /** In the order in which they begin; empty unless requested. */
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
  /** Called with each further part of the text: one for each 3 to 10 s of the recording. */
  readonly onText?: (text: string) => void;
}
