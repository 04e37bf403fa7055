/** A network that removes noise from speech of a fixed sample rate. */
export interface Denoiser {
  /** The name of its family. */
  readonly model: string;
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

/** A kind of denoiser. A new one is a folder beside `gtcrn` and a line in `denoisers.ts`. */
export interface DenoiserFamily {
  /** For logs and reports: "gtcrn". */
  readonly name: string;
  /** The model that it needs; null if its weights come with a package. */
  readonly modelId: string | null;
  /**
   * @param files of the model
   * @param limitDb largest attenuation: the rest of the noise remains, and so does speech that the network takes for
   * noise
   * @throws Error when the model cannot be used
   */
  load(files: readonly string[], limitDb: number): Promise<Denoiser>;
}
