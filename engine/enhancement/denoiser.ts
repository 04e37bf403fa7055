/** What takes the noise out of speech: a network that hears sound of one rate. */
export interface Denoiser {
  readonly model: 'gtcrn' | 'rnnoise';
  /** Of the sound it takes and gives, in Hz. */
  readonly sampleRate: number;
  /**
   * @param samples mono at `sampleRate`, -1 to 1; not changed
   * @returns as many samples, each at its own time
   * @throws the signal's reason
   */
  denoise(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array>;
  /** Frees what it holds; nothing is denoised afterwards. */
  close(): Promise<void>;
}
