/** The interface of recognisers. */

export interface RecognisedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1; null when the recogniser does not provide it. */
  readonly confidence: number | null;
}

export interface Transcript {
  readonly text: string;
  /** In order; empty when the recogniser provides no word timings. */
  readonly words: readonly RecognisedWord[];
  /** The language that it found out by itself, where nobody said which is spoken. */
  readonly lang?: string | null;
  /** How sure it is of the text, 0 to 1; null or absent where it does not tell. */
  readonly confidence?: number | null;
}

/** The language that somebody speaks, as a recogniser found out by itself. */
export interface IdentifiedLanguage {
  /** Its code ("es"). */
  readonly lang: string;
  /** Whether it is more than a guess; null when the recogniser does not say. */
  readonly isSure: boolean | null;
}

/** Sample rate of the input of recognisers, in Hz. */
export const RECOGNITION_SAMPLE_RATE = 16_000;

export interface RecogniseOptions {
  /** Language of the speech as a code ("en", "pt-br"); "" where nobody said. */
  readonly lang: string;
  /** Somebody is waiting for an answer: goes before recordings that wait. */
  readonly isLive?: boolean;
  /** What somebody is saying, as far as it was said: waits for what is over, and is heard by one recogniser alone. */
  readonly isPartial?: boolean;
  /** What was said before, or words that may be said, written as they are to be written; some hundred letters. */
  readonly prompt?: string;
  /** Names that may be said, as they are to be written; a dozen or two, the likeliest last. */
  readonly names?: readonly string[];
  /**
   * Phrases that may be all that is said, one or several in a row, in lower case and without marks. A recogniser that
   * can compares them with what it would write, and writes them where they are nearly as likely; others ignore them.
   */
  readonly phrases?: readonly string[];
  /** Write down in English what is said in another language. */
  readonly translate?: boolean;
  readonly signal?: AbortSignal;
}

/** What one of several recognisers is used for. */
export interface RecogniserInUse {
  readonly use: 'conversations' | 'files';
  /** "en", or "mul" for all others. */
  readonly lang: 'en' | 'mul';
  /** Name of its model. */
  readonly id: string;
  /** Why it is this one. */
  readonly reason: string;
}

/** Speech to text. */
export interface Recogniser {
  /** Whether it understands a language; with "", whether it finds out by itself which one is spoken. */
  supports(lang: string): boolean;
  /**
   * CPU seconds of this machine that what a caller says at a time takes, as measured; 0 where another machine does it.
   * Absent or null until it is known.
   */
  readonly utteranceCpuSeconds?: number | null;
  /** Whether it translates into English. Absent: it does not. */
  readonly translates?: boolean;
  /** Whether speech in a language may be recognised again and again while it goes on. Absent: it may not. */
  followsSpeech?(lang: string): boolean;
  /** Where there are several: which is used for what. */
  readonly inUse?: readonly RecogniserInUse[];
  /** Begins to find out what they take on this machine. @param isIdle whether nobody needs it now */
  watch?(isIdle: () => boolean): void;
  /** Someone is about to speak in a language: start whatever takes time to start. */
  prepare?(lang: string): void;
  /**
   * @param samples mono, 16 kHz, -1 to 1, at most a few minutes
   * @throws RecognitionError; the signal's reason when aborted
   */
  transcribe(samples: Float32Array, options: RecogniseOptions): Promise<Transcript>;
  /**
   * Which language a caller speaks, judged by the first seconds, at less cost than their words. Absent where only a
   * transcript with `lang: ""` tells.
   * @param samples as for `transcribe`
   * @param expected the language so far, which takes least to be sure of
   * @returns null where there is no speech, or nothing that can tell
   * @throws RecognitionError
   */
  identify?(samples: Float32Array, expected: string): Promise<IdentifiedLanguage | null>;
  close(): Promise<void>;
}

export class RecognitionError extends Error {
  /** Whether retrying may succeed. */
  readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'RecognitionError';
    this.retryable = options.retryable;
  }
}
