/**
 * Power mel spectrogram for speech models that were trained with librosa: 16 kHz, window of 25 ms (periodic Hann), hop
 * of 10 ms, bands of the Slaney mel scale with unit area, no logarithm. Frames are centred: frame t is centred at
 * sample 160 t, with zero padding at both ends.
 */
import { RealFft } from './fft.ts';

export const MEL_RATE = 16_000;
export const MEL_HOP_SAMPLES = 160;
const WINDOW = 400;
const BINS = WINDOW / 2 + 1;

/** The bins that contribute to a band, with their weights. */
interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

let fft: RealFft | null = null;
const window = Float64Array.from(
  { length: WINDOW },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
);
const filterbanks = new Map<number, readonly Band[]>();

/**
 * @param samples mono at 16 kHz
 * @param count of bands between 0 and 8 kHz
 * @returns a row of `count` powers for each frame; there is one frame more than whole hops
 */
export function melSpectrogram(samples: Float32Array, count: number): Float32Array {
  fft ??= new RealFft(WINDOW);
  const bands = filterbanks.get(count) ?? createBands(count);
  filterbanks.set(count, bands);
  const half = WINDOW / 2;
  const frames = 1 + Math.floor(samples.length / MEL_HOP_SAMPLES);
  const out = new Float32Array(frames * count);
  const x = new Float64Array(WINDOW);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  const power = new Float64Array(BINS);
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * MEL_HOP_SAMPLES - half;
    for (let n = 0; n < WINDOW; n++) x[n] = (samples[start + n] ?? 0) * window[n]!;
    fft.forward(x, re, im);
    for (let k = 0; k < BINS; k++) power[k] = re[k]! * re[k]! + im[k]! * im[k]!;
    for (const [band, { first, weights }] of bands.entries()) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += weights[k]! * power[first + k]!;
      out[frame * count + band] = sum;
    }
  }
  return out;
}

/** Centres of the bands of a spectrogram, and the widths over which their unit area is spread. */
export function melBands(count: number): readonly { readonly hz: number; readonly widthHz: number }[] {
  const edges = bandEdges(count);
  return Array.from({ length: count }, (_, b) => ({
    hz: edges[b + 1]!,
    widthHz: (edges[b + 2]! - edges[b]!) / 2,
  }));
}

/** Centres of the bands in Hz, with the lower edge of the first and the upper edge of the last around them. */
function bandEdges(count: number): number[] {
  const top = hzToMel(MEL_RATE / 2);
  return Array.from({ length: count + 2 }, (_, i) => melToHz((top * i) / (count + 1)));
}

/** Triangular filters of unit area in Hz between neighbours on the mel scale. */
function createBands(count: number): Band[] {
  const edges = bandEdges(count);
  return Array.from({ length: count }, (_, band) => {
    const [low, middle, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    const heightAt = (bin: number): number => {
      const hz = (bin * MEL_RATE) / WINDOW;
      return Math.max(0, Math.min((hz - low) / (middle - low), (high - hz) / (high - middle)));
    };
    const first = Math.ceil((low * WINDOW) / MEL_RATE);
    const last = Math.min(BINS - 1, Math.floor((high * WINDOW) / MEL_RATE));
    const weights = Float64Array.from(
      { length: last - first + 1 },
      (_, i) => (heightAt(first + i) * 2) / (high - low),
    );
    return { first, weights };
  });
}

/** Slaney's Auditory Toolbox (1998): linear to 1 kHz, 15 mel there, then 27 steps to a factor of 6.4. */
const LINEAR_STEP_HZ = 200 / 3;
const LOG_START_HZ = 1000;
const LOG_STEP = Math.log(6.4) / 27;

function hzToMel(hz: number): number {
  if (hz < LOG_START_HZ) return hz / LINEAR_STEP_HZ;
  return LOG_START_HZ / LINEAR_STEP_HZ + Math.log(hz / LOG_START_HZ) / LOG_STEP;
}

function melToHz(mel: number): number {
  const start = LOG_START_HZ / LINEAR_STEP_HZ;
  return mel < start ? mel * LINEAR_STEP_HZ : LOG_START_HZ * Math.exp(LOG_STEP * (mel - start));
}
