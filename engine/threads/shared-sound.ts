/** Audio in shared memory, passed between threads without being copied. */

/** Mono, -1 to 1, in shared memory. The sender decides whether the receiver may modify it in place. */
export interface SharedSound {
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
}

/** A copy of samples in shared memory. */
export function sharedSamples(samples: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(samples.byteLength));
  copy.set(samples);
  return copy;
}
