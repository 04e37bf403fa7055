/**
 * Short-time spectra in DeepFilterNet's format: frames of 20 ms, one every 10 ms, under the window of the Vorbis I
 * specification (section 4.3.1), whose square and that of its neighbours add up to one.
 */
import { RealFft } from '../../../media/fft.ts';

export const SAMPLE_RATE = 48_000;
export const FRAME_SAMPLES = 960;
const HOP_SAMPLES = 480;
/** Bins of 50 Hz from 0 to 24 kHz. */
export const BINS = FRAME_SAMPLES / 2 + 1;

/** Frames one after another, `BINS` values each. */
export interface Spectra {
  readonly frames: number;
  readonly re: Float32Array;
  readonly im: Float32Array;
}

const WINDOW = Float64Array.from({ length: FRAME_SAMPLES }, (_, n) => {
  const sine = Math.sin((Math.PI * (n + 0.5)) / FRAME_SAMPLES);
  return Math.sin((Math.PI / 2) * sine * sine);
});

export function emptySpectra(frames: number): Spectra {
  return { frames, re: new Float32Array(frames * BINS), im: new Float32Array(frames * BINS) };
}

/**
 * Frame t begins 10 ms before sample 480·t, with silence on both sides of the sound; the last one is after its end.
 * Spectra are divided by the length of a frame.
 * @param samples mono, 48 kHz
 */
export function analyse(samples: Float32Array): Spectra {
  const spectra = emptySpectra(Math.ceil(samples.length / HOP_SAMPLES) + 1);
  const fft = new RealFft(FRAME_SAMPLES);
  const frame = new Float64Array(FRAME_SAMPLES);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  for (let t = 0; t < spectra.frames; t++) {
    const start = (t - 1) * HOP_SAMPLES;
    for (let n = 0; n < FRAME_SAMPLES; n++) {
      frame[n] = ((samples[start + n] ?? 0) * WINDOW[n]!) / FRAME_SAMPLES;
    }
    fft.forward(frame, re, im);
    spectra.re.set(re, t * BINS);
    spectra.im.set(im, t * BINS);
  }
  return spectra;
}

/** The sound with these spectra, or else with the nearest ones. */
export function synthesise(spectra: Spectra, length: number): Float32Array {
  const samples = new Float32Array(length);
  const fft = new RealFft(FRAME_SAMPLES);
  const frame = new Float64Array(FRAME_SAMPLES);
  for (let t = 0; t < spectra.frames; t++) {
    const bins = [t * BINS, (t + 1) * BINS] as const;
    fft.inverse(spectra.re.subarray(...bins), spectra.im.subarray(...bins), frame);
    const start = (t - 1) * HOP_SAMPLES;
    const end = Math.min(FRAME_SAMPLES, length - start);
    for (let n = Math.max(0, -start); n < end; n++) {
      samples[start + n]! += frame[n]! * WINDOW[n]! * FRAME_SAMPLES;
    }
  }
  return samples;
}
