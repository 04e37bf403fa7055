/** What counts as silence, in decibels of full scale. */
export const QUIET_DB = -60;

/** The loudest sample, in decibels of full scale; never less than `QUIET_DB`. */
export function levelOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) {
    const size = sample < 0 ? -sample : sample;
    if (size > peak) peak = size;
  }
  return Math.max(QUIET_DB, 20 * Math.log10(peak || 1e-9));
}
