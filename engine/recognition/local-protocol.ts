/** Messages between the server and the recogniser's process. */

export interface LocalSetup {
  readonly modelPath: string;
  /** Of the process: 0 where somebody waits for an answer, more for what gives way. */
  readonly niceness: number;
}

export interface LocalJob {
  /** Mono, 16 kHz, -1 to 1. */
  readonly samples: Float32Array;
  /** How much of them stands out from the background, in ms. */
  readonly soundMs: number;
  /** whisper.cpp's code of the language; "auto" where it is to find out. */
  readonly language: string;
  /** Whether to write it down in English. */
  readonly translate: boolean;
  /** Text that the model takes for what was said before, which makes it write names as they stand there; or "". */
  readonly prompt: string;
  /** Names that may be said, as they are written; the likeliest last. */
  readonly names: readonly string[];
}

export interface LocalSegment {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export type LocalMessage =
  | { readonly type: 'ready' }
  /** `text` as the model wrote it, in `language`; `segments` are its words, in order; and the CPU time that it took. */
  | {
      readonly type: 'done';
      readonly text: string;
      readonly language: string | null;
      readonly segments: readonly LocalSegment[];
      readonly cpuMs: number;
    }
  /** After a failed start the process cannot continue; after a failed job it can. */
  | { readonly type: 'failed'; readonly message: string };
