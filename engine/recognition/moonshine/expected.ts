/** Expected forms of a text, with which the likeliest text is compared. */

export interface Expected {
  /** How much less likely than the likeliest text an expected one may be, as the logarithm of the ratio. */
  readonly behind: number;
  /** Whether other words may stand before it. */
  readonly followsWords: boolean;
  /** Whether the expected text may begin after these words. */
  mayFollow(words: string): boolean;
  /** Whether a piece of a word may be a part of it. */
  takes(piece: string): boolean;
  /** Whether a text has the expected form. */
  make(text: string): boolean;
  /** Whether it has the form, or may have it once it continues. */
  mayMake(text: string): boolean;
  /** A key that is equal for texts with the same meaning. */
  keyOf(text: string): string;
  /**
   * Bonus of a text beyond the model's probability, as the logarithm of the ratio.
   * @param isWhole whether nothing comes after it
   */
  favour(text: string, isWhole: boolean): number;
  /** Whether the likeliest text is accepted without a search. */
  isSure(text: string, logProbability: number): boolean;
  /** Whether a text can be what was said where the likeliest text is another. */
  mayReplace(text: string, likeliest: string): boolean;
  /** How it is written. */
  written(text: string): string;
}
