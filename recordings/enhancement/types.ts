/** Making a recording cleaner: less noise, a fixed loudness, nothing else changed. */

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
  /** What removes the noise, for logs and reports: "gtcrn", "rnnoise". */
  readonly model: string;
  /**
   * Cleans a whole recording. The argument is not changed.
   * @returns as many samples at the same rate, each at its time in the recording to within 1 ms
   */
  enhance(sound: Sound, options?: EnhanceOptions): Promise<Sound>;
}
