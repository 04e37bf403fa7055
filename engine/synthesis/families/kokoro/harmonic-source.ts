/**
 * The harmonic source of the generator: sines at the pitch and its multiples, mixed to one signal, of which the
 * generator gets the spectrum (short-time Fourier transform, 20 samples every 5). The published graph computes it for
 * the whole utterance; here any rows can be computed, because the phase at every frame is accumulated beforehand.
 *
 * Structure: the source of NSF-HiFiGAN (Wang, Takaki, Yamagishi, 2019) as used by iSTFTNet vocoders.
 */
import {
  BINS,
  FRAME_SAMPLES,
  LEAST_PITCH,
  ROWS,
  SAMPLE_RATE,
  SPECTRUM,
  STEP_SAMPLES,
  WINDOW_SAMPLES,
} from './layers.ts';
import type { GeneratorWeights } from './weights.ts';

const HARMONICS = 9;
const AMPLITUDE = 0.1;
const MIDDLE = WINDOW_SAMPLES / 2;

/** How the harmonics are mixed: `tanh(sum of weight * sine + bias)`. */
export interface SourceMix {
  readonly weights: Float32Array;
  readonly bias: number;
}

export function sourceMix(weights: GeneratorWeights): SourceMix {
  return { weights: weights.mixing(), bias: weights.floats('m_source.l_linear.bias')[0] ?? 0 };
}

/** Cosines and sines of the transform, with its window (Hann, periodic) multiplied in: [bins, samples] each. */
const { COSINES, SINES } = transform();

function transform() {
  const cosines = new Float64Array(BINS * WINDOW_SAMPLES);
  const sines = new Float64Array(BINS * WINDOW_SAMPLES);
  for (let sample = 0; sample < WINDOW_SAMPLES; sample++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * sample) / WINDOW_SAMPLES);
    for (let bin = 0; bin < BINS; bin++) {
      const angle = (2 * Math.PI * bin * sample) / WINDOW_SAMPLES;
      cosines[bin * WINDOW_SAMPLES + sample] = window * Math.cos(angle);
      sines[bin * WINDOW_SAMPLES + sample] = -window * Math.sin(angle);
    }
  }
  return { COSINES: cosines, SINES: sines };
}

/** Cycles of the fundamental up to each frame, for `pitch` in Hz; one value more than the harmonics need. */
export function phasesOf(pitch: Float32Array): Float64Array {
  const phases = new Float64Array(pitch.length * HARMONICS);
  for (let harmonic = 0; harmonic < HARMONICS; harmonic++) {
    let cycles = 0;
    for (let frame = 0; frame < pitch.length; frame++) {
      const turn = ((pitch[frame] ?? 0) * (harmonic + 1)) / SAMPLE_RATE;
      cycles += (turn - Math.floor(turn)) * FRAME_SAMPLES;
      phases[frame * HARMONICS + harmonic] = cycles;
    }
  }
  return phases;
}

/**
 * Rows [from, to) of the source's spectrum, ROWS[1] for each frame and one more at the end: magnitudes, then phases.
 * @param pitch Hz at each frame of the utterance
 * @param phases of the same utterance
 */
export function sourceSpectrum(
  pitch: Float32Array,
  phases: Float64Array,
  mix: SourceMix,
  from: number,
  to: number,
): Float32Array {
  const samples = pitch.length * FRAME_SAMPLES;
  const first = from * STEP_SAMPLES - MIDDLE;
  const signal = sourceSignal(pitch, phases, mix, first, (to - 1) * STEP_SAMPLES + MIDDLE, samples);
  const rows = new Float32Array((to - from) * SPECTRUM);
  for (let row = 0; row < to - from; row++) {
    const at = row * STEP_SAMPLES;
    for (let bin = 0; bin < BINS; bin++) {
      let real = 0;
      let imaginary = 0;
      const table = bin * WINDOW_SAMPLES;
      for (let sample = 0; sample < WINDOW_SAMPLES; sample++) {
        const value = signal[at + sample] ?? 0;
        real += value * (COSINES[table + sample] ?? 0);
        imaginary += value * (SINES[table + sample] ?? 0);
      }
      rows[row * SPECTRUM + bin] = Math.hypot(real, imaginary);
      rows[row * SPECTRUM + BINS + bin] = Math.atan2(imaginary, real);
    }
  }
  return rows;
}

/** Samples [from, to) of the source; outside the utterance, reflect padding. */
function sourceSignal(
  pitch: Float32Array,
  phases: Float64Array,
  { weights, bias }: SourceMix,
  from: number,
  to: number,
  samples: number,
): Float64Array {
  const signal = new Float64Array(to - from);
  const last = pitch.length - 1;
  for (let i = 0; i < signal.length; i++) {
    let sample = Math.abs(from + i);
    if (sample >= samples) sample = 2 * (samples - 1) - sample;
    if ((pitch[Math.floor(sample / FRAME_SAMPLES)] ?? 0) <= LEAST_PITCH) {
      signal[i] = Math.tanh(bias);
      continue;
    }
    // Phases are given at the middles of frames, and interpolated between them.
    const position = Math.min(last, Math.max(0, (sample + 0.5) / FRAME_SAMPLES - 0.5));
    const frame = Math.floor(position);
    const next = Math.min(last, frame + 1) * HARMONICS;
    const share = position - frame;
    let sum = bias;
    for (let harmonic = 0; harmonic < HARMONICS; harmonic++) {
      const before = phases[frame * HARMONICS + harmonic] ?? 0;
      const cycles = before + share * ((phases[next + harmonic] ?? 0) - before);
      sum += (weights[harmonic] ?? 0) * AMPLITUDE * Math.sin(2 * Math.PI * (cycles - Math.floor(cycles)));
    }
    signal[i] = Math.tanh(sum);
  }
  return signal;
}

/** Rows of the spectrum in an utterance of `frames`. */
export const spectrumRows = (frames: number): number => frames * ROWS[1] + 1;
