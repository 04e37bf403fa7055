/** What a kind of recogniser brings. A new one is a folder beside `whisper` and a line in `families.ts`. */

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
