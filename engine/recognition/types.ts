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
  /** The detected language, where none was named. */
  readonly lang?: string | null;
  /** Confidence in the text, 0 to 1; null or absent where it is unknown. */
  readonly confidence?: number | null;
}

/** A language that a recogniser has detected. */
export interface IdentifiedLanguage {
  /** Its code ("es"). */
  readonly lang: string;
  /** Whether it is certain; null when the recogniser does not say. */
  readonly isSure: boolean | null;
}

/** Sample rate of the input of recognisers, in Hz. */
export const RECOGNITION_SAMPLE_RATE = 16_000;

/** Forms of dictation: digits, the letters of a name, codes of both, e-mail addresses. */
export type Dictation = 'digits' | 'letters' | 'code' | 'email';

export interface RecogniseOptions {
  /** Language of the speech as a code ("en", "pt-br"); "" where it is unknown. */
  readonly lang: string;
  /** A caller waits for an answer: the job goes before recordings. */
  readonly isLive?: boolean;
  /** Unfinished speech of a caller: the job goes after finished speech, and only one recogniser gets it. */
  readonly isPartial?: boolean;
  /** Earlier speech, or words that may be said, in their spelling; a few hundred letters. */
  readonly prompt?: string;
  /** Names that may be said, in their spelling; a dozen or two, the likeliest last. */
  readonly names?: readonly string[];
  /**
   * Short phrases that the speech may consist of, in lower case without punctuation. A recogniser that supports this
   * writes them where they are nearly as likely as its text; others ignore them.
   */
  readonly phrases?: readonly string[];
  /** With `phrases`: words, in lower case, of what else may be said. They weigh more against texts that have none. */
  readonly contrary?: readonly string[];
  /**
   * The probable form of a dictation; "any" for each form. A recogniser that supports this writes the dictation where
   * it is nearly as likely as its text; others ignore it.
   */
  readonly dictation?: Dictation | 'any';
  /** Translates into English. */
  readonly translate?: boolean;
  readonly signal?: AbortSignal;
}

/** The uses of one of several recognisers. */
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
  /** Whether it understands a language; with "", whether it detects the language. */
  supports(lang: string): boolean;
  /**
   * Measured CPU seconds of this machine for one utterance of a caller; 0 where another machine recognises. Absent or
   * null until it is known.
   */
  readonly utteranceCpuSeconds?: number | null;
  /** Whether it translates into English. Default: no. */
  readonly translates?: boolean;
  /** Whether it may recognise the same speech again and again while it continues. Default: no. */
  followsSpeech?(lang: string): boolean;
  /** Of several recognisers: the uses of each. */
  readonly inUse?: readonly RecogniserInUse[];
  /** Starts to measure the recognisers on this machine. */
  watch?(isIdle: () => boolean): void;
  /** Speech in a language is expected soon: loads its model. @param use default: conversations */
  prepare?(lang: string, use?: RecogniserInUse['use']): void;
  /**
   * @param samples mono, 16 kHz, -1 to 1, at most a few minutes
   * @throws RecognitionError; the signal's reason when aborted
   */
  transcribe(samples: Float32Array, options: RecogniseOptions): Promise<Transcript>;
  /**
   * Detects a caller's language from the first seconds, at a lower cost than a transcript. Absent where only a
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
