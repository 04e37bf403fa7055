/** Sound in memory that threads share: it goes from one to another without being copied. */

/** Mono, -1 to 1, over shared memory. Whoever hands one on decides whether the other side may change it in place. */
export interface SharedSound {
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
}

/** A copy of samples over shared memory. */
export function sharedSamples(samples: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(samples.byteLength));
  copy.set(samples);
  return copy;
}
