/**
 * The sound inside every fixture: like a voiced syllable train, with no repetition within its length, so that a delay,
 * a gap or a wrong rate shows in a correlation. Synthesised here, band-limited to 3.3 kHz for the sake of 8 kHz files.
 */

/** Length in seconds of the sound in every fixture. */
export const REFERENCE_SECONDS = 0.8;

/** The sound at `t` seconds, within [-0.5, 0.5]; 0 outside of its length. */
function referenceAt(t: number): number {
  if (t < 0 || t >= REFERENCE_SECONDS) return 0;
  // The fundamental glides from 110 Hz to 190 Hz.
  const glide = (190 - 110) / REFERENCE_SECONDS;
  const phase = 2 * Math.PI * (110 * t + (glide / 2) * t * t);
  const fundamental = 110 + glide * t;
  let sum = 0;
  for (let k = 1; k * fundamental < 3300; k++) {
    const f = k * fundamental;
    // Three broad resonances whose first one moves, as vowels do.
    const first = 400 + 500 * t;
    const weight =
      1 / (1 + ((f - first) / 150) ** 2) +
      0.6 / (1 + ((f - 1400) / 250) ** 2) +
      0.3 / (1 + ((f - 2500) / 300) ** 2);
    sum += weight * Math.sin(k * phase + 0.7 * k * k);
  }
  const syllables = 0.55 - 0.45 * Math.cos(2 * Math.PI * (5 * t + 2 * t * t));
  const edges = Math.min(1, t / 0.02, (REFERENCE_SECONDS - t) / 0.02);
  return Math.max(-0.5, Math.min(0.5, 0.11 * sum * syllables * edges));
}

/** The whole sound at a sample rate. */
export function referenceSound(sampleRate: number): Float32Array {
  const length = Math.round(REFERENCE_SECONDS * sampleRate);
  return Float32Array.from({ length }, (_, n) => referenceAt(n / sampleRate));
}

/** How the channels of the fixtures differ: the second has the opposite polarity. */
export const CHANNEL_GAINS = [1, -0.8, 0.9, 0.7, 0.6, 0.8] as const;

/**
 * The sound in several channels, interleaved, as 32-bit float samples of the machine's byte order.
 * @public Fixtures are made of it (fixtures/README.md).
 */
export function interleavedReference(sampleRate: number, channels: number): Uint8Array {
  const sound = referenceSound(sampleRate);
  const interleaved = new Float32Array(sound.length * channels);
  for (let i = 0; i < interleaved.length; i++) {
    interleaved[i] = sound[Math.floor(i / channels)]! * CHANNEL_GAINS[i % channels]!;
  }
  return new Uint8Array(interleaved.buffer);
}

export interface Match {
  /** Correlation of the two sounds where they overlap best, from -1 to 1. */
  readonly correlation: number;
  /** Samples by which the first comes later than the second. */
  readonly lag: number;
  /** Least-squares factor between them. */
  readonly gain: number;
}

/** Compares a decoded sound with the reference at its rate, at any lag between `minLag` and `maxLag`. */
export function matchReference(
  samples: Float32Array,
  sampleRate: number,
  minLag: number,
  maxLag: number,
): Match {
  const reference = referenceSound(sampleRate);
  // The sound has nothing above 3.3 kHz, so the search may skip samples.
  const stride = Math.max(1, Math.floor(sampleRate / 8000));
  const coarse = bestLag(samples, reference, minLag, maxLag, stride);
  const from = Math.max(minLag, coarse.lag - stride);
  return bestLag(samples, reference, from, Math.min(maxLag, coarse.lag + stride), 1);
}

function bestLag(
  samples: Float32Array,
  reference: Float32Array,
  minLag: number,
  maxLag: number,
  stride: number,
): Match {
  let best: Match = { correlation: 0, lag: minLag, gain: 0 };
  for (let lag = minLag; lag <= maxLag; lag += stride) {
    let [xy, xx, yy] = [0, 0, 0];
    for (let i = 0; i < reference.length; i += stride) {
      const x = samples[i + lag] ?? 0;
      const y = reference[i]!;
      xy += x * y;
      xx += x * x;
      yy += y * y;
    }
    const correlation = xy / Math.sqrt(xx * yy || 1);
    if (Math.abs(correlation) > Math.abs(best.correlation)) best = { correlation, lag, gain: xy / yy };
  }
  return best;
}
