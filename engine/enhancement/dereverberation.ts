/**
 * Takes late reverberation out of speech by weighted prediction error: in every band, what can be predicted from frames
 * some time ago is the room (T. Nakatani, T. Yoshioka, K. Kinoshita, M. Miyoshi and B.-H. Juang, "Speech dereverberation
 * based on variance-normalized delayed linear prediction", IEEE TASLP 18(7), 2010). Dry speech stays as it is.
 */
import { RealFft } from '../../media/fft.ts';
import { type HermitianSystem, solveHermitian } from './hermitian-system.ts';

/** Hz; the lengths below are for it. */
export const DEREVERBERATION_RATE = 16_000;
const WINDOW = 512;
const HOP = 256;
const BINS = WINDOW / 2 + 1;
/** Frames between now and the first one that predicts: what is nearer belongs to the voice. */
const DELAY = 2;
/** Frames that predict. */
const TAPS = 8;
/** The first weighs by the power of the recording, the next by that of what the one before left. */
const ROUNDS = 2;
/** Share of the mean power that is added to all powers: frames without sound would count for everything. */
const FLOOR = 1e-4;

/** A band over time. */
interface Band {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** @param samples mono at 16 kHz; not changed @returns as many, each at its own time */
export function dereverberated(samples: Float32Array): Float32Array {
  const fft = new RealFft(WINDOW);
  // Applied before and after, its squares add up to one where frames overlap by half.
  const window = Float64Array.from({ length: WINDOW }, (_, n) => Math.sin((Math.PI * n) / WINDOW));
  const frames = Math.ceil(samples.length / HOP) + 1;
  const bands = Array.from(
    { length: BINS },
    (): Band => ({ re: new Float64Array(frames), im: new Float64Array(frames) }),
  );
  const frame = new Float64Array(WINDOW);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  for (let t = 0; t < frames; t++) {
    const from = (t - 1) * HOP;
    for (let n = 0; n < WINDOW; n++) frame[n] = (samples[from + n] ?? 0) * window[n]!;
    fft.forward(frame, re, im);
    for (const [k, band] of bands.entries()) {
      band.re[t] = re[k]!;
      band.im[t] = im[k]!;
    }
  }
  const dry = bands.map(dryBand);
  const out = new Float32Array(samples.length);
  for (let t = 0; t < frames; t++) {
    for (const [k, band] of dry.entries()) {
      re[k] = band.re[t]!;
      im[k] = band.im[t]!;
    }
    fft.inverse(re, im, frame);
    const from = (t - 1) * HOP;
    const end = Math.min(WINDOW, samples.length - from);
    for (let n = Math.max(0, -from); n < end; n++) out[from + n]! += frame[n]! * window[n]!;
  }
  return out;
}

function dryBand(wet: Band): Band {
  let dry = wet;
  for (let round = 0; round < ROUNDS; round++) {
    const weights = inversePowers(dry);
    if (weights === null) return dry;
    const system = predictionSystem(wet, weights);
    if (!solveHermitian(system)) return dry;
    dry = withoutPredicted(wet, system);
  }
  return dry;
}

/** One over the mean power of every frame and its neighbours; null for silence. */
function inversePowers({ re, im }: Band): Float64Array | null {
  const powers = re.map((x, t) => x * x + im[t]! ** 2);
  const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length;
  if (mean === 0) return null;
  return powers.map((power, t) => {
    const around = ((powers[t - 1] ?? power) + power + (powers[t + 1] ?? power)) / 3;
    return 1 / (around + FLOOR * mean);
  });
}

/** The normal equations of the weighted prediction of a band from its own past. */
function predictionSystem({ re, im }: Band, weights: Float64Array): HermitianSystem {
  const matrixRe = new Float64Array(TAPS * TAPS);
  const matrixIm = new Float64Array(TAPS * TAPS);
  const rightRe = new Float64Array(TAPS);
  const rightIm = new Float64Array(TAPS);
  for (let t = DELAY; t < re.length; t++) {
    const first = t - DELAY;
    const taps = Math.min(TAPS, first + 1);
    for (let a = 0; a < taps; a++) {
      const xRe = re[first - a]! * weights[t]!;
      const xIm = im[first - a]! * weights[t]!;
      rightRe[a]! += xRe * re[t]! + xIm * im[t]!;
      rightIm[a]! += xIm * re[t]! - xRe * im[t]!;
      for (let b = 0; b <= a; b++) {
        const yRe = re[first - b]!;
        const yIm = im[first - b]!;
        matrixRe[a * TAPS + b]! += xRe * yRe + xIm * yIm;
        matrixIm[a * TAPS + b]! += xIm * yRe - xRe * yIm;
      }
    }
  }
  return { size: TAPS, matrixRe, matrixIm, re: rightRe, im: rightIm };
}

function withoutPredicted(wet: Band, filter: { readonly re: Float64Array; readonly im: Float64Array }): Band {
  const re = Float64Array.from(wet.re);
  const im = Float64Array.from(wet.im);
  for (let t = DELAY; t < re.length; t++) {
    const first = t - DELAY;
    const taps = Math.min(TAPS, first + 1);
    for (let a = 0; a < taps; a++) {
      const xRe = wet.re[first - a]!;
      const xIm = wet.im[first - a]!;
      // The conjugate of the filter's tap times the past.
      re[t]! -= filter.re[a]! * xRe + filter.im[a]! * xIm;
      im[t]! -= filter.re[a]! * xIm - filter.im[a]! * xRe;
    }
  }
  return { re, im };
}
