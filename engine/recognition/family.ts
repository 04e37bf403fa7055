/** What a kind of recogniser brings. A new one is a folder beside `whisper` and a line in `families.ts`. */

/** What an utterance of three seconds takes, from its end to the text. */
export interface ModelCost {
  /** Of one core. */
  readonly cpuSeconds: number;
  /** With nothing else running. */
  readonly delayMs: number;
}

export interface ModelFigures extends ModelCost {
  /** Its place among the models of all families, the least accurate first. */
  readonly accuracy: number;
  /** Whether it was trained to translate what it hears. */
  readonly translates: boolean;
}

export interface RecogniserFamily {
  /** Names of its models begin with it, and a hyphen. */
  readonly name: string;
  /** The program that runs a model: calls `serveRecogniser` with what loads it. */
  readonly program: URL;
  /** Whether the program stops a job when it is told to; another one is killed. */
  readonly stopsWhenTold: boolean;
  /** Whether its program says of what it has written that another recogniser should be asked. */
  readonly doubts: boolean;
  /** Whether it says when each word was said. */
  readonly hasWordTimes: boolean;
  /** Codes of the languages that its models know. */
  readonly languages: readonly string[];
  /**
   * What its models are assumed to be able to do, by their names. Until one is measured it is taken for as fast as it,
   * or one of its size, was on two cores of an AMD EPYC.
   */
  readonly models: Readonly<Record<string, ModelFigures>>;
  /** Name and version of the library that runs its models: what was measured with another one counts no more. */
  readonly library: () => string;
  /**
   * What the program is told of a language; null where a model does not know it.
   * @param lang "" where it is to be found out
   */
  language(lang: string, isMultilingual: boolean): string | null;
}

/** A module of a folder, built or not. @param base `import.meta.url` of the module that names it */
export function programBeside(base: string, name: string): URL {
  return new URL(`${name}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base);
}
