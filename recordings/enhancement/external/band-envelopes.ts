/** Loudness of a sound over time in some bands, which does not change when noise and echoes are removed from speech. */
import { RealFft } from '../../../media/fft.ts';
import type { Sound } from '../types.ts';

export const ENVELOPE_HOP_MS = 10;
const FRAME_SECONDS = 0.02;
const BANDS = 12;
const LOWEST_HZ = 150;
const HIGHEST_HZ = 6000;
/** Usable share of half the sample rate; resamplers fade out above. */
const USABLE = 0.9;
/** Exponent from power to loudness, so that peaks count more than the rest, but do not dominate (Stevens, 1957). */
const LOUDNESS_EXPONENT = 0.3;

export interface BandEnvelopes {
  readonly frames: number;
  /** For each band, loudness at each `ENVELOPE_HOP_MS`; frames are centred on multiples of it. */
  readonly bands: readonly Float32Array[];
}

export function bandEnvelopes({ samples, sampleRate }: Sound): BandEnvelopes {
  const size = 2 ** Math.ceil(Math.log2(FRAME_SECONDS * sampleRate));
  const fft = new RealFft(size);
  const window = Float64Array.from({ length: size }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / size) ** 2);
  const hop = (ENVELOPE_HOP_MS / 1000) * sampleRate;
  const frames = Math.floor(samples.length / hop) + 1;
  const edges = bandEdges(size, sampleRate);
  const bands = edges.slice(1).map(() => new Float32Array(frames));
  const frame = new Float64Array(size);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  for (let t = 0; t < frames; t++) {
    const start = Math.round(t * hop) - size / 2;
    for (let n = 0; n < size; n++) frame[n] = (samples[start + n] ?? 0) * window[n]!;
    fft.forward(frame, re, im);
    for (const [band, envelope] of bands.entries()) {
      let power = 0;
      for (let k = edges[band]!; k < edges[band + 1]!; k++) power += re[k]! ** 2 + im[k]! ** 2;
      envelope[t] = power ** LOUDNESS_EXPONENT;
    }
  }
  return { frames, bands };
}

/** First bins of the bands, evenly spaced in pitch, and the bin after the last. */
function bandEdges(size: number, sampleRate: number): number[] {
  const highest = Math.min(HIGHEST_HZ, (USABLE * sampleRate) / 2);
  const edges: number[] = [];
  for (let i = 0; i <= BANDS; i++) {
    const hertz = LOWEST_HZ * (highest / LOWEST_HZ) ** (i / BANDS);
    // A band has at least one bin.
    edges.push(Math.max(Math.round((hertz * size) / sampleRate), (edges.at(-1) ?? 0) + 1));
  }
  return edges;
}

/**
 * Similarity of the envelopes of two sounds, the second `lag` frames later: Pearson's correlation over frames `from` to
 * `to` of the first, over all bands, each relative to its mean.
 * @returns -1 to 1; 0 if one of them is constant or the overlap is too short
 */
export function envelopeCorrelation(
  one: BandEnvelopes,
  other: BandEnvelopes,
  { lag = 0, from = 0, to = one.frames }: { lag?: number; from?: number; to?: number } = {},
): number {
  const first = Math.max(from, -lag, 0);
  const last = Math.min(to, one.frames, other.frames - lag);
  if (last - first < 2) return 0;
  let product = 0;
  let powerOne = 0;
  let powerOther = 0;
  for (const [band, x] of one.bands.entries()) {
    const y = other.bands[band]!;
    let meanX = 0;
    let meanY = 0;
    for (let t = first; t < last; t++) {
      meanX += x[t]!;
      meanY += y[t + lag]!;
    }
    meanX /= last - first;
    meanY /= last - first;
    for (let t = first; t < last; t++) {
      const dx = x[t]! - meanX;
      const dy = y[t + lag]! - meanY;
      product += dx * dy;
      powerOne += dx * dx;
      powerOther += dy * dy;
    }
  }
  return product === 0 ? 0 : product / Math.sqrt(powerOne * powerOther);
}
