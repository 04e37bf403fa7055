/** The interface of a family of recognisers. A new one is a folder beside `whisper` and a line in `families.ts`. */

/** Duration and CPU time of recognising an utterance of three seconds, from its end to the text. */
export interface ModelCost {
  /** CPU time, in seconds of one core. */
  readonly cpuSeconds: number;
  /** Duration while nothing else runs. */
  readonly delayMs: number;
}

export interface ModelFigures extends ModelCost {
  /** Rank among the models of all families, from the least accurate one. */
  readonly accuracy: number;
  /** Whether it was trained to translate speech. */
  readonly translates: boolean;
}

export interface RecogniserFamily {
  /** Prefix of the names of its models, followed by a hyphen. */
  readonly name: string;
  /** The program that runs a model: calls `serveRecogniser` with a function that loads the model. */
  readonly program: URL;
  /** Whether the program stops a job at once on request; another one stops later, or is killed. */
  readonly stopsWhenTold: boolean;
  /** Whether its program reports that another recogniser should be asked about a text. */
  readonly doubts: boolean;
  /** Whether it provides the times of words. */
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
   * The code of a language for its program; null if a model does not know the language.
   * @param lang "" if it is to be detected
   */
  language(lang: string, isMultilingual: boolean): string | null;
}

/** A module in the folder of the calling module, built or not. @param base `import.meta.url` of the calling module */
export function programBeside(base: string, name: string): URL {
  return new URL(`${name}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base);
}
