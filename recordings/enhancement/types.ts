/** Types of enhancement: a recording gets less noise and a fixed loudness, and does not change otherwise. */

export interface Sound {
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
}

export interface EnhanceOptions {
  /** Ends the work with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Enhancer {
  /** Name of the denoiser, for logs and reports: "gtcrn", "rnnoise". */
  readonly model: string;
  /**
   * Cleans a whole recording. The argument is not changed.
   * @returns the same number of samples at the same rate, without delay (to within 1 ms)
   */
  enhance(sound: Sound, options?: EnhanceOptions): Promise<Sound>;
}
