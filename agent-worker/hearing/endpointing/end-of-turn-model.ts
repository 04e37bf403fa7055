/** Probabilities that a turn is over, by its sound alone, 0 to 1. */
export interface SoundJudgement {
  /** By the model as it was published. */
  readonly over: number;
  /** By a classifier that was fitted to callers who pause inside their sentences; null for a model without one. */
  readonly finished: number | null;
}

/** Judges from the sound alone whether a caller's turn is over. */
export interface EndOfTurnModel {
  /** Duration of the latest sound that the model uses. */
  readonly inputMs: number;
  /** Silence after the words before the model is asked, in whole windows. */
  readonly askAfterMs: number;
  /**
   * @param windows the caller's latest audio in order, mono, 16 kHz
   * @throws Error when the model fails
   */
  judge(windows: readonly Int16Array[]): Promise<SoundJudgement>;
}

/** A kind of model. A new one is a folder beside `smart-turn` and a line in `end-of-turn-models.ts`. */
export interface EndOfTurnFamily {
  /** The file of the model; null if it is not installed. */
  modelFile(): string | null;
  /** @throws Error when the file is not such a model, or the model cannot run on this machine */
  load(modelFile: string): Promise<EndOfTurnModel>;
}
