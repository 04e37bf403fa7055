/** Messages between the server and the process of a recogniser. */
import type { RecognisedWord } from './types.ts';

export interface LocalSetup {
  /** Of the model, in the order of the catalogue. */
  readonly files: readonly string[];
  /** Of the process: 0 where somebody waits for an answer, more for what gives way. */
  readonly niceness: number;
}

export interface LocalJob {
  /** Mono, 16 kHz, -1 to 1. */
  readonly samples: Float32Array;
  /** How much of them stands out from the background, in ms. */
  readonly soundMs: number;
  /** How much louder its loudest tenth is than its softest, in dB. */
  readonly contrastDb: number;
  /** The family's code of the language. */
  readonly language: string;
  /** Whether its speech goes on: the next may begin with the same. */
  readonly isPartial: boolean;
  /** Whether its language alone is wanted, which multilingual models tell; the others ignore it. */
  readonly languageOnly: boolean;
  /** Whether to write it down in English. */
  readonly translate: boolean;
  /** Text that the model takes for what was said before, which makes it write names as they stand there; or "". */
  readonly prompt: string;
  /** Names that may be said, as they are written; the likeliest last. */
  readonly names: readonly string[];
  /** As in `RecogniseOptions`. */
  readonly phrases: readonly string[];
}

export type LocalOrder =
  | ({ readonly type: 'job' } & LocalJob)
  /** Nobody needs the running job any more. */
  | { readonly type: 'stop' };

/** What was said; "" where that was nothing. */
export interface LocalText {
  readonly text: string;
  /** With times from the beginning of the samples; empty where the family has none. */
  readonly words: readonly RecognisedWord[];
  /** Of the text. */
  readonly language: string | null;
  /** Where the language alone was wanted: whether it was found twice, or is the one that was expected. */
  readonly isSure?: boolean;
  /** That another recogniser, if there is one, should be heard instead. */
  readonly isDoubtful?: boolean;
  /** How sure it is of the text, 0 to 1. */
  readonly confidence?: number;
  /** What it wrote, where that is taken for nothing unless another recogniser hears the same. */
  readonly unbelieved?: string;
}

export type LocalMessage =
  | { readonly type: 'ready' }
  /** With the CPU time that it took. */
  | ({ readonly type: 'done'; readonly cpuMs: number } & LocalText)
  /** After a failed start the process cannot continue; after a failed job it can. */
  | { readonly type: 'failed'; readonly message: string };
