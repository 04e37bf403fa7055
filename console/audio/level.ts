/** Level that counts as silence, in dBFS. */
export const QUIET_DB = -60;

/** Returns the peak level in dBFS, at least `QUIET_DB`. */
export function levelOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) {
    const size = sample < 0 ? -sample : sample;
    if (size > peak) peak = size;
  }
  return Math.max(QUIET_DB, 20 * Math.log10(peak || 1e-9));
}
