/**
 * Power mel spectrogram as GE2E speaker encoders take it: 16 kHz, window of 25 ms (periodic Hann), hop of 10 ms, 40
 * bands of the Slaney mel scale with unit area, no logarithm. Frames are centred: frame t stands at sample 160 t, and
 * zeros lie beyond both ends.
 */
import { RealFft } from '../../media/fft.ts';

export const MEL_RATE = 16_000;
export const MEL_BANDS = 40;
export const MEL_HOP_SAMPLES = 160;
const WINDOW = 400;
const BINS = WINDOW / 2 + 1;

interface Tables {
  readonly fft: RealFft;
  readonly window: Float64Array;
  /** MEL_BANDS x BINS. */
  readonly bands: Float64Array;
}

let tables: Tables | null = null;

/** Number of frames for a number of samples. */
function melFrames(samples: number): number {
  return 1 + Math.floor(samples / MEL_HOP_SAMPLES);
}

/** @param samples mono at 16 kHz @returns `melFrames` rows of 40 powers */
export function melSpectrogram(samples: Float32Array): Float32Array {
  tables ??= createTables();
  const { fft, window, bands } = tables;
  const half = WINDOW / 2;
  const frames = melFrames(samples.length);
  const out = new Float32Array(frames * MEL_BANDS);
  const x = new Float64Array(WINDOW);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  const power = new Float64Array(BINS);
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * MEL_HOP_SAMPLES - half;
    for (let n = 0; n < WINDOW; n++) x[n] = (samples[start + n] ?? 0) * window[n]!;
    fft.forward(x, re, im);
    for (let k = 0; k < BINS; k++) power[k] = re[k]! * re[k]! + im[k]! * im[k]!;
    for (let band = 0; band < MEL_BANDS; band++) {
      let sum = 0;
      for (let k = 0, at = band * BINS; k < BINS; k++, at++) sum += bands[at]! * power[k]!;
      out[frame * MEL_BANDS + band] = sum;
    }
  }
  return out;
}

function createTables(): Tables {
  const window = Float64Array.from(
    { length: WINDOW },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
  );
  return { fft: new RealFft(WINDOW), window, bands: createBands() };
}

/** Triangles of unit area in Hz between neighbours on the mel scale. */
function createBands(): Float64Array {
  const top = hzToMel(MEL_RATE / 2);
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, i) => melToHz((top * i) / (MEL_BANDS + 1)));
  const bands = new Float64Array(MEL_BANDS * BINS);
  for (let band = 0; band < MEL_BANDS; band++) {
    const [low, middle, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    for (let k = 0; k < BINS; k++) {
      const hz = (k * MEL_RATE) / WINDOW;
      const height = Math.max(0, Math.min((hz - low) / (middle - low), (high - hz) / (high - middle)));
      bands[band * BINS + k] = (height * 2) / (high - low);
    }
  }
  return bands;
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
