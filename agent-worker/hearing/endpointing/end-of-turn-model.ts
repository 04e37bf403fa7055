/** Judges from the sound alone whether a caller's turn is over. */
export interface EndOfTurnModel {
  /** How much of the latest sound counts. */
  readonly inputMs: number;
  /** Silence after the words that the model wants to hear, in whole windows. */
  readonly askAfterMs: number;
  /**
   * How probably the turn is over.
   * @param windows the caller's latest audio in order, mono, 16 kHz
   * @returns 0 to 1
   * @throws Error when the model fails
   */
  probability(windows: readonly Int16Array[]): Promise<number>;
}
