/**
 * Raised-cosine ramps, applied in place: where audio must begin or stop in the middle of a wave (a trimmed pause, a
 * reset), a few milliseconds of these keep it from clicking.
 */

/** Ramps the first `lengthSamples` (at most the whole array) up from silence. */
export function fadeIn(samples: Float32Array, lengthSamples: number): void {
  const length = Math.min(lengthSamples, samples.length);
  for (let i = 0; i < length; i++) samples[i]! *= rampAt(i, length);
}

/** Ramps the last `lengthSamples` (at most the whole array) down to silence. */
export function fadeOut(samples: Float32Array, lengthSamples: number): void {
  const length = Math.min(lengthSamples, samples.length);
  const end = samples.length - 1;
  for (let i = 0; i < length; i++) samples[end - i]! *= rampAt(i, length);
}

/** Sampled between the ends, so that a fade out and a fade in of equal length add up to one. */
function rampAt(i: number, length: number): number {
  return 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / length);
}
