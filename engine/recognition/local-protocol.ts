/** Messages between the server and the process of a recogniser. */
import type { Dictation, RecognisedWord } from './types.ts';

export interface LocalSetup {
  /** Files of the model, in the order of the catalogue. */
  readonly files: readonly string[];
  /** Niceness of the process: 0 where a caller waits for an answer, more for work of lower priority. */
  readonly niceness: number;
}

export interface LocalJob {
  /** Audio: mono, 16 kHz, -1 to 1. */
  readonly samples: Float32Array;
  /** Duration of the sound that stands out from the background, in ms. */
  readonly soundMs: number;
  /** Level of its loudest tenth above its softest tenth, in dB. */
  readonly contrastDb: number;
  /** The family's code of the language. */
  readonly language: string;
  /** Whether the speech continues: the next job may begin with the same samples. */
  readonly isPartial: boolean;
  /** Whether only the language is wanted. Multilingual models return it; others ignore this. */
  readonly languageOnly: boolean;
  /** Whether to translate the speech into English. */
  readonly translate: boolean;
  /** Text that the model takes for earlier speech, so that it spells names as this text does; or "". */
  readonly prompt: string;
  /** Names that may be said, in their spelling; the likeliest last. */
  readonly names: readonly string[];
  /** As in `RecogniseOptions`. */
  readonly phrases: readonly string[];
  /** As in `RecogniseOptions`. */
  readonly contrary: readonly string[];
  /** As in `RecogniseOptions`; null for nothing. */
  readonly dictation: Dictation | 'any' | null;
}

export type LocalOrder =
  | ({ readonly type: 'job' } & LocalJob)
  /** The running job is no longer needed. */
  | { readonly type: 'stop' };

/** The transcript; "" if there is no speech. */
export interface LocalText {
  readonly text: string;
  /** With times from the beginning of the samples; empty where the family has none. */
  readonly words: readonly RecognisedWord[];
  /** Language of the text. */
  readonly language: string | null;
  /** If only the language was wanted: whether two passes agreed on it, or it is the expected one. */
  readonly isSure?: boolean;
  /** Whether another recogniser, if there is one, should be asked. */
  readonly isDoubtful?: boolean;
  /** Confidence in the text, 0 to 1. */
  readonly confidence?: number;
  /** As in `Transcript`. */
  readonly wordConfidences?: readonly number[];
  /** The text that the model wrote, if it counts only when another recogniser writes the same. */
  readonly unbelieved?: string;
}

export type LocalMessage =
  | { readonly type: 'ready' }
  /** With the CPU time of the job. */
  | ({ readonly type: 'done'; readonly cpuMs: number } & LocalText)
  /** After a failed start the process cannot continue; after a failed job it can. */
  | { readonly type: 'failed'; readonly message: string };
