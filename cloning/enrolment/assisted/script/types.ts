/** What a person reads aloud so that a voice can be made of it. */
export interface Script {
  /**
   * A little story of everyday words, 9 to 12 sentences of 2.5 to 5.5 s each and 35 to 45 s together, with all
   * sounds that the language has in words of its own. Anybody may read it: nothing in it tells whether
   * a man or a woman speaks.
   */
  readonly sentences: readonly string[];
  /** What a new voice is heard with: some 4 s. */
  readonly preview: string;
}
