/**
 * Estimates the fundamental of a synthesizer's own speech, frame by frame, with little look-ahead. The signal is clean
 * and its voice is known.
 */

/** Frame interval of all analyses of the conversion. */
export const HOP_SAMPLES = 128;

/** Step between the samples that are correlated. */
const DECIMATION = 4;
const WINDOW_MS = 28;
/** Lowest fundamental that is searched for, in Hz. */
export const MIN_HZ = 55;
const MAX_HZ = 420;
/** Correlation at which a frame becomes voiced, and at which it stays voiced. */
const VOICED = 0.6;
const STAYS_VOICED = 0.45;
/** At this many octaves from the voice's median, a candidate loses this share of its correlation. */
const PRIOR_OCTAVES = 1;
const PRIOR_WEIGHT = 0.3;
/** Power of -60 dBFS. Quieter frames are unvoiced. */
const SILENCE_POWER = 1e-6;

/** Samples needed on either side of a frame's centre. */
export function pitchReach(sampleRate: number): number {
  return Math.ceil((sampleRate * WINDOW_MS) / 2000 + sampleRate / MIN_HZ / 2) + 2 * DECIMATION;
}

/**
 * Returns the fundamental at one moment in Hz, 0 where unvoiced.
 * @param medianHz median of the voice, towards which octaves are decided
 * @param previousHz fundamental of the previous frame
 */
export function basePitch(
  samples: Float32Array,
  centre: number,
  sampleRate: number,
  medianHz: number,
  previousHz: number,
): number {
  const rate = sampleRate / DECIMATION;
  const length = Math.round((rate * WINDOW_MS) / 1000);
  const minLag = Math.floor(rate / MAX_HZ);
  const maxLag = Math.ceil(rate / MIN_HZ);
  const total = length + maxLag + 2;
  const x = decimate(samples, centre, total);
  const values = new Float64Array(maxLag + 2);
  let best = 0;
  let bestLag = 0;
  let power = 0;
  for (let i = 0; i < total; i++) power += x[i]! ** 2;
  if (power / total < SILENCE_POWER) return 0;
  for (let lag = minLag; lag <= maxLag + 1; lag++) {
    // Both windows are symmetric about the centre.
    const from = (total - length - lag) >> 1;
    let dot = 0;
    let a = 0;
    let b = 0;
    for (let i = from; i < from + length; i++) {
      const u = x[i]!;
      const v = x[i + lag]!;
      dot += u * v;
      a += u * u;
      b += v * v;
    }
    values[lag] = dot / Math.sqrt(a * b + 1e-12);
  }
  for (let lag = minLag + 1; lag <= maxLag; lag++) {
    const value = values[lag]!;
    if (value < values[lag - 1]! || value < values[lag + 1]!) continue;
    const away = Math.log2(rate / lag / medianHz) / PRIOR_OCTAVES;
    const jump = previousHz > 0 ? Math.log2(rate / lag / previousHz) : 0;
    const score = value - PRIOR_WEIGHT * Math.min(1.5, away * away) - 0.2 * Math.min(1, Math.abs(jump));
    if (score > best) {
      best = score;
      bestLag = lag;
    }
  }
  if (bestLag === 0 || values[bestLag]! < (previousHz > 0 ? STAYS_VOICED : VOICED)) return 0;
  const left = values[bestLag - 1]!;
  const peak = values[bestLag]!;
  const right = values[bestLag + 1]!;
  const curve = left - 2 * peak + right;
  const shift = curve < 0 ? (left - right) / (2 * curve) : 0;
  return rate / (bestLag + shift);
}

/**
 * Returns every fourth sample around a centre, each as the average of the eight around it. That is enough against
 * aliasing here.
 */
function decimate(samples: Float32Array, centre: number, total: number): Float64Array {
  const x = new Float64Array(total);
  const start = centre - Math.round((total * DECIMATION) / 2);
  for (let i = 0; i < total; i++) {
    let sum = 0;
    const from = start + i * DECIMATION - DECIMATION / 2;
    for (let k = 0; k < 2 * DECIMATION; k++) sum += samples[from + k] ?? 0;
    x[i] = sum / (2 * DECIMATION);
  }
  return x;
}
