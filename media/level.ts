/** Levels in dBFS: 0 dB is an amplitude of 1.0, so a full-scale sine has a peak of 0 and an RMS of -3.01. */

/** Root mean square in dBFS; -Infinity for silence and for no samples. */
export function rmsDbfs(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i]! * samples[i]!;
  return samples.length === 0 ? -Infinity : 10 * Math.log10(sum / samples.length);
}

/** Largest magnitude in dBFS; -Infinity for silence and for no samples. */
export function peakDbfs(samples: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]!));
  return 20 * Math.log10(peak);
}

/** Returns a mean power in dB, where 1 is 0 dB; -120 dB for no power, so that the result is finite. */
export const powerDb = (power: number): number => 10 * Math.log10(power + 1e-12);

/**
 * Returns where the softest stretch of `length` levels begins, the first of equal ones.
 * @param levels in dB, all finite
 * @param from where the search begins
 * @returns null if there are fewer levels
 */
export function softestStretch(levels: readonly number[], length: number, from = 0): number | null {
  let softest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let at = from; at + length <= levels.length; at++) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += levels[at + i]!;
    if (sum >= least) continue;
    least = sum;
    softest = at;
  }
  return softest;
}
