/** A text that a person reads aloud for cloning. */
export interface Script {
  /**
   * A story of everyday words, 9 to 12 sentences of 2.5 to 5.5 s each and 35 to 45 s in total, with all sounds of
   * native words of the language. Anybody may read it: it does not reveal the gender of the speaker.
   */
  readonly sentences: readonly string[];
  /** Sentence of some 4 s with which a new voice is previewed. */
  readonly preview: string;
}
