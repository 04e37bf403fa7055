/**
 * Draws latent frames from the statistics of phonemes: each frame from the normal distribution of its phoneme.
 * Frames are drawn on demand, since the first audio needs only the first few.
 */

/** Plain data in shared memory. */
export interface LatentSource {
  /** Means and log deviations, row after row: [channels, ids]. */
  readonly mean: Float32Array;
  readonly logDeviation: Float32Array;
  readonly channels: number;
  /** The id each frame belongs to. */
  readonly frameIds: Int32Array;
  readonly noiseScale: number;
  readonly seed: number;
}

/**
 * Mixes two words into one, giving every frame its own seed (multiplicative hashing, constants of MurmurHash3).
 */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 1, 0xc2b2ae35);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}

/**
 * Fills `out` with standard normal deviates: mulberry32 and the Box-Muller transform. The same seed and stream give the
 * same values.
 */
export function fillGaussian(out: Float32Array, seed: number, stream: number): void {
  let state = mix(seed, stream);
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < out.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    out[i] = radius * Math.cos(angle);
    if (i + 1 < out.length) out[i + 1] = radius * Math.sin(angle);
  }
}

/** Latent frames [from, to): [to - from, channels]. A frame does not depend on the window it is drawn for. */
export function drawLatent(source: LatentSource, from: number, to: number): Float32Array {
  const { mean, logDeviation, channels, frameIds, noiseScale, seed } = source;
  const ids = mean.length / channels;
  const rows = new Float32Array((to - from) * channels);
  const noise = new Float32Array(channels);
  for (let frame = from; frame < to; frame++) {
    fillGaussian(noise, seed, frame);
    const id = frameIds[frame] ?? 0;
    for (let channel = 0; channel < channels; channel++) {
      const at = channel * ids + id;
      const deviation = Math.exp(logDeviation[at] ?? 0) * noiseScale;
      rows[(frame - from) * channels + channel] = (mean[at] ?? 0) + deviation * (noise[channel] ?? 0);
    }
  }
  return rows;
}
