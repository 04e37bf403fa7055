/** A network that removes noise from speech of a fixed sample rate. */
export interface Denoiser {
  readonly model: 'gtcrn' | 'rnnoise';
  /** Sample rate of its input and output, in Hz. */
  readonly sampleRate: number;
  /**
   * @param samples mono at `sampleRate`, -1 to 1; not changed
   * @returns as many samples, without delay
   * @throws the signal's reason
   */
  denoise(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array>;
  /** Frees its resources; it cannot be used afterwards. */
  close(): Promise<void>;
}
