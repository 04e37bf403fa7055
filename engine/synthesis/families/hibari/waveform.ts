/** From spectra to samples: pulses and noise, each filtered, and the inverse transform. */
import { RealFft } from '../../../../media/fft.ts';
import { BINS, FRAME_SAMPLES, WINDOW_SAMPLES } from './layers.ts';

/** Outputs of the decoder for consecutive frames, BINS values for each frame. */
export interface Spectra {
  readonly harmonicRe: Float32Array;
  readonly harmonicIm: Float32Array;
  readonly noise: Float32Array;
  readonly restRe: Float32Array;
  readonly restIm: Float32Array;
}

/** Number of windows that overlap at a sample. */
const OVERLAP = WINDOW_SAMPLES / FRAME_SAMPLES;
/** Frames that a spectrum's window covers on either side of the start of its frame. */
const HALF = OVERLAP / 2;
const fft = new RealFft(WINDOW_SAMPLES);
/** Hann, periodic. */
const WINDOW = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW_SAMPLES),
);
/** The gain with which a filtered cosine has the magnitude of its filter. */
const SOURCE_GAIN = 4 / WINDOW_SAMPLES;
const NOTHING = 1e-11;

/** Range [first, end) of the spectra whose windows overlap frames [from, to) of an utterance of `frames` frames. */
export const spectraOf = (from: number, to: number, frames: number): [number, number] => [
  Math.max(0, from - HALF + 1),
  Math.min(frames, to + HALF),
];

/**
 * Samples of the frames [from, to).
 * @param spectra those whose windows overlap these frames (`spectraOf`)
 * @param pulsesIn samples [from, to) of the utterance's pulses
 * @param noiseOf standard normal deviates for a frame, 2 · BINS, real and imaginary parts interleaved
 */
export function waveform(
  spectra: Spectra,
  from: number,
  to: number,
  frames: number,
  pulsesIn: (from: number, to: number) => Float64Array,
  noiseOf: (frame: number) => Float32Array,
): Float32Array {
  const [first, last] = spectraOf(from, to, frames);
  const half = WINDOW_SAMPLES / 2;
  const source = pulsesIn(first * FRAME_SAMPLES - half, (last - 1) * FRAME_SAMPLES + half);
  const sum = new Float64Array((to - from) * FRAME_SAMPLES);
  const weight = new Float64Array(sum.length);
  const [part, re, im] = [new Float64Array(WINDOW_SAMPLES), new Float64Array(BINS), new Float64Array(BINS)];
  for (let frame = first; frame < last; frame++) {
    const at = (frame - first) * FRAME_SAMPLES;
    for (let i = 0; i < WINDOW_SAMPLES; i++) part[i] = source[at + i]! * WINDOW[i]! * SOURCE_GAIN;
    fft.forward(part, re, im);
    shape(re, im, spectra, (frame - first) * BINS, noiseOf(frame));
    fft.inverse(re, im, part);
    const begin = frame * FRAME_SAMPLES - half - from * FRAME_SAMPLES;
    const [low, high] = [Math.max(0, -begin), Math.min(WINDOW_SAMPLES, sum.length - begin)];
    for (let i = low; i < high; i++) {
      const window = WINDOW[i]!;
      sum[begin + i]! += part[i]! * window;
      weight[begin + i]! += window * window;
    }
  }
  return Float32Array.from(sum, (value, i) => value / Math.max(NOTHING, weight[i]!));
}

/** Turns the spectrum of the pulses into the spectrum of the sound, in place. */
function shape(re: Float64Array, im: Float64Array, spectra: Spectra, row: number, noise: Float32Array): void {
  const { harmonicRe, harmonicIm, noise: noisy, restRe, restIm } = spectra;
  for (let bin = 0; bin < BINS; bin++) {
    const [a, b, c, d] = [re[bin]!, im[bin]!, harmonicRe[row + bin]!, harmonicIm[row + bin]!];
    const loud = noisy[row + bin]!;
    re[bin] = a * c - b * d + loud * noise[2 * bin]! + restRe[row + bin]!;
    im[bin] = a * d + b * c + loud * noise[2 * bin + 1]! + restIm[row + bin]!;
  }
}
