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
/** Windows in the spectrum of the pulses: with this gain a filtered cosine has the magnitude of its filter. */
const ANALYSIS = WINDOW.map((value) => (value * 4) / WINDOW_SAMPLES);
/** Windows of the sound: where all windows overlap, the sum of their squares is 1.5. */
const SYNTHESIS = WINDOW.map((value) => value / 1.5);
const NOTHING = 1e-11;

/** Range [first, end) of the spectra whose windows overlap frames [from, to) of an utterance of `frames` frames. */
export const spectraOf = (from: number, to: number, frames: number): [number, number] => [
  Math.max(0, from - HALF + 1),
  Math.min(frames, to + HALF),
];

/** Range [begin, end) of the samples that the windows of the spectra [first, last) cover. */
export const samplesOf = (first: number, last: number): [number, number] => [
  first * FRAME_SAMPLES - WINDOW_SAMPLES / 2,
  (last - 1) * FRAME_SAMPLES + WINDOW_SAMPLES / 2,
];

/**
 * Samples of the frames [from, to).
 * @param spectra those whose windows overlap these frames (`spectraOf`)
 * @param source the pulses that these windows cover (`samplesOf`)
 * @param noiseOf standard normal deviates for a frame, 2 · BINS, real and imaginary parts interleaved
 */
export function waveform(
  spectra: Spectra,
  source: Float64Array,
  from: number,
  to: number,
  frames: number,
  noiseOf: (frame: number) => Float32Array,
): Float32Array {
  const [first, last] = spectraOf(from, to, frames);
  const half = WINDOW_SAMPLES / 2;
  const sound = new Float32Array((to - from) * FRAME_SAMPLES);
  const [part, re, im] = [new Float64Array(WINDOW_SAMPLES), new Float64Array(BINS), new Float64Array(BINS)];
  for (let frame = first; frame < last; frame++) {
    transform(source, (frame - first) * FRAME_SAMPLES, part, re, im);
    shape(re, im, spectra, (frame - first) * BINS, noiseOf(frame));
    fft.inverse(re, im, part);
    add(sound, part, (frame - from) * FRAME_SAMPLES - half);
  }
  for (let frame = from; frame < to; frame++) {
    if (frame < HALF - 1 || frame >= frames - HALF) level(sound, frame, from, frames);
  }
  return sound;
}

/** Spectrum of the pulses in a window that begins at a sample. @param part is overwritten */
function transform(
  source: Float64Array,
  at: number,
  part: Float64Array,
  re: Float64Array,
  im: Float64Array,
): void {
  let isSilent = true;
  for (let i = 0; i < WINDOW_SAMPLES; i++) {
    const value = source[at + i]!;
    if (value !== 0) isSilent = false;
    part[i] = value * ANALYSIS[i]!;
  }
  if (isSilent) {
    re.fill(0);
    im.fill(0);
  } else fft.forward(part, re, im);
}

/** Adds a window, which begins at a sample of `sound` or before it. */
function add(sound: Float32Array, part: Float64Array, begin: number): void {
  const last = Math.min(WINDOW_SAMPLES, sound.length - begin);
  for (let i = Math.max(0, -begin); i < last; i++) sound[begin + i]! += part[i]! * SYNTHESIS[i]!;
}

/** Makes up for the windows that are missing at the ends of an utterance. */
function level(sound: Float32Array, frame: number, from: number, frames: number): void {
  const [first, last] = spectraOf(frame, frame + 1, frames);
  for (let i = 0; i < FRAME_SAMPLES; i++) {
    let weight = 0;
    for (let other = first; other < last; other++) {
      const at = i + (frame - other + HALF) * FRAME_SAMPLES;
      weight += SYNTHESIS[at]! * WINDOW[at]!;
    }
    sound[(frame - from) * FRAME_SAMPLES + i]! /= Math.max(NOTHING, weight);
  }
}

/** Turns the spectrum of the pulses into the spectrum of the sound, in place. */
function shape(re: Float64Array, im: Float64Array, spectra: Spectra, row: number, noise: Float32Array): void {
  const { harmonicRe, harmonicIm, noise: loudness, restRe, restIm } = spectra;
  for (let bin = 0, at = row; bin < BINS; bin++, at++) {
    const a = re[bin]!;
    const b = im[bin]!;
    const c = harmonicRe[at]!;
    const d = harmonicIm[at]!;
    const loud = loudness[at]!;
    re[bin] = a * c - b * d + loud * noise[2 * bin]! + restRe[at]!;
    im[bin] = a * d + b * c + loud * noise[2 * bin + 1]! + restIm[at]!;
  }
}
