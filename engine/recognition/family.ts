/** The interface of a family of recognisers. A new one is a folder beside `whisper` and a line in `families.ts`. */

/** Time and CPU time for an utterance of three seconds, from its end to the text. */
export interface ModelCost {
  /** CPU seconds of one core. */
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
  /** Prefix of the names of its models, followed by a hyphen. */
  readonly name: string;
  /** The program that runs a model: calls `serveRecogniser` with a function that loads the model. */
  readonly program: URL;
  /** Whether the program stops a job on request; another program is killed. */
  readonly stopsWhenTold: boolean;
  /** Whether its program reports that another recogniser should be asked about a text. */
  readonly doubts: boolean;
  /** Whether it says when each word was said. */
  readonly hasWordTimes: boolean;
  /** Codes of the languages that its models know. */
  readonly languages: readonly string[];
  /**
   * Assumed accuracy and speed of its models, by name. Until a model is measured, its speed is that of the same or a
   * similar model on two cores of an AMD EPYC.
   */
  readonly models: Readonly<Record<string, ModelFigures>>;
  /** Name and version of the library that runs its models: measurements with another version do not count. */
  readonly library: () => string;
  /**
   * The code of a language for its program; null where a model does not know the language.
   * @param lang "" where it is to be found out
   */
  language(lang: string, isMultilingual: boolean): string | null;
}

/** A module of a folder, built or not. @param base `import.meta.url` of the module that names it */
export function programBeside(base: string, name: string): URL {
  return new URL(`${name}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base);
}
