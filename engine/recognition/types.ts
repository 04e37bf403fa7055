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
  /** The detected language, if none was given. */
  readonly lang?: string | null;
  /** Confidence in the text, 0 to 1; null or absent if unknown. */
  readonly confidence?: number | null;
  /** Confidence in each word of the text, 0 to 1; only of unfinished speech, and absent if unknown. */
  readonly wordConfidences?: readonly number[];
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
  /** Language of the speech as a code ("en", "pt-br"); "" if unknown. */
  readonly lang: string;
  /** A caller waits for an answer: the job takes precedence over recordings. */
  readonly isLive?: boolean;
  /** Unfinished speech of a caller: finished speech takes precedence, and only one recogniser gets the job. */
  readonly isPartial?: boolean;
  /** Earlier speech, or words that may be said, in their spelling; a few hundred letters. */
  readonly prompt?: string;
  /** Names that may be said, in their spelling; a dozen or two, the likeliest last. */
  readonly names?: readonly string[];
  /**
   * Short phrases that the speech may consist of, in lower case without punctuation. A recogniser that supports this
   * writes them if they are nearly as likely as its text; others ignore them.
   */
  readonly phrases?: readonly string[];
  /**
   * With `phrases`: lower-case words of other texts that may be said. Phrases replace a text without these words more
   * readily.
   */
  readonly contrary?: readonly string[];
  /**
   * The probable form of a dictation; "any" for each form. A recogniser that supports this writes the dictation if it
   * is nearly as likely as its text; others ignore it.
   */
  readonly dictation?: Dictation | 'any';
  /** Translates into English. */
  readonly translate?: boolean;
  /** Called when another recogniser is asked for a second opinion: this one is free for the next job. */
  readonly onSecondOpinion?: () => void;
  readonly signal?: AbortSignal;
}

/** The uses of one of several recognisers. */
export interface RecogniserInUse {
  readonly use: 'conversations' | 'files';
  /** "en", or "mul" for all others. */
  readonly lang: 'en' | 'mul';
  /** Name of its model. */
  readonly id: string;
  /** Reason for the choice. */
  readonly reason: string;
}

/** Speech to text. */
export interface Recogniser {
  /** Whether it knows a language; with "", whether it detects the language. */
  supports(lang: string): boolean;
  /**
   * Measured CPU seconds of this machine for one utterance of a caller; 0 if another machine recognises. Absent or null
   * while unknown.
   */
  readonly utteranceCpuSeconds?: number | null;
  /** Whether it translates into English. Default: no. */
  readonly translates?: boolean;
  /** Whether it may recognise the same speech repeatedly while it continues. Default: no. */
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
   * Detects a caller's language from the first seconds, at a lower cost than a transcript. Absent if only a transcript
   * with `lang: ""` detects it.
   * @param samples as for `transcribe`
   * @param expected the language so far, which needs the least evidence
   * @returns null if there is no speech, or no model that detects languages
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
