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

/** A kind of model. A new one is a folder beside `smart-turn` and a line in `end-of-turn-models.ts`. */
export interface EndOfTurnFamily {
  /** The file of its model; null where it is not installed. */
  modelFile(): string | null;
  /** @throws Error when the file is no such model, or cannot run on this machine */
  load(modelFile: string): Promise<EndOfTurnModel>;
}
