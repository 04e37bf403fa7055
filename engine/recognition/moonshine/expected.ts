/** Expected forms of a text, with which the likeliest text is compared. */

export interface Expected {
  /** How much less likely than the likeliest text an expected one may be, as the logarithm of the ratio. */
  readonly behind: number;
  /** Whether other words may stand before it. */
  readonly followsWords: boolean;
  /** Whether it may begin behind these words. */
  mayFollow(words: string): boolean;
  /** Whether a piece of a word may be a part of it. */
  takes(piece: string): boolean;
  /** Whether a text is what is expected. */
  make(text: string): boolean;
  /** Whether it is, or may be once it goes on. */
  mayMake(text: string): boolean;
  /** The same for texts that say the same. */
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
