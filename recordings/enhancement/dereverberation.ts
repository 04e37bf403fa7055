/**
 * Removes late reverberation from speech by weighted prediction error: in every band, the part that can be predicted
 * from earlier frames is reverberation (T. Nakatani, T. Yoshioka, K. Kinoshita, M. Miyoshi and B.-H. Juang, "Speech
 * dereverberation based on variance-normalized delayed linear prediction", IEEE TASLP 18(7), 2010). Dry speech stays as
 * it is.
 */
import { RealFft } from '../../media/fft.ts';
import { BandPredictor } from './band-predictor.ts';

/** Hz; the lengths below apply to this rate. */
export const DEREVERBERATION_RATE = 16_000;
const WINDOW = 512;
const HOP = 256;
const BINS = WINDOW / 2 + 1;

/** Window that is applied before and after processing: its squares add up to one if frames overlap by half. */
const window = Float64Array.from({ length: WINDOW }, (_, n) => Math.sin((Math.PI * n) / WINDOW));

/** @param samples mono at 16 kHz; not changed @returns the same number of samples, without delay */
export function dereverberated(samples: Float32Array): Float32Array {
  const frames = Math.ceil(samples.length / HOP) + 1;
  const spectra = analysed(samples, frames);
  const predictor = new BandPredictor(frames);
  for (const { re, im } of spectra) predictor.takeOut(re, im);
  return synthesised(spectra, samples.length);
}

/** A band over time. */
interface Band {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Frame t is centred at sample t · HOP. */
function analysed(samples: Float32Array, frames: number): Band[] {
  const fft = new RealFft(WINDOW);
  const bands = Array.from(
    { length: BINS },
    (): Band => ({ re: new Float64Array(frames), im: new Float64Array(frames) }),
  );
  const frame = new Float64Array(WINDOW);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  for (let t = 0; t < frames; t++) {
    const from = (t - 1) * HOP;
    const begin = Math.max(0, -from);
    const end = Math.min(WINDOW, samples.length - from);
    frame.fill(0);
    for (let n = begin; n < end; n++) frame[n] = samples[from + n]! * window[n]!;
    fft.forward(frame, re, im);
    for (let k = 0; k < BINS; k++) {
      const band = bands[k]!;
      band.re[t] = re[k]!;
      band.im[t] = im[k]!;
    }
  }
  return bands;
}

function synthesised(bands: readonly Band[], length: number): Float32Array {
  const fft = new RealFft(WINDOW);
  const out = new Float32Array(length);
  const frame = new Float64Array(WINDOW);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  const frames = bands[0]?.re.length ?? 0;
  for (let t = 0; t < frames; t++) {
    for (let k = 0; k < BINS; k++) {
      const band = bands[k]!;
      re[k] = band.re[t]!;
      im[k] = band.im[t]!;
    }
    fft.inverse(re, im, frame);
    const from = (t - 1) * HOP;
    const end = Math.min(WINDOW, length - from);
    for (let n = Math.max(0, -from); n < end; n++) out[from + n]! += frame[n]! * window[n]!;
  }
  return out;
}
