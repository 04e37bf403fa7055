import { HOP_SAMPLES } from './base-pitch.ts';
import { EnvelopeEstimator } from './envelope.ts';
import { CEPSTRUM_SIZE, MelCepstrum } from './mel-cepstrum.ts';

/**
 * Distance below the loud frames at which a frame contains no speech: about 28 dB, in cepstral c0 (half a neper of
 * power each).
 */
const SPEECH_RANGE = 3.2;
const LOUD_SHARE = 0.95;

/** Speech as frames, `HOP_SAMPLES` apart. */
export interface Frames {
  readonly count: number;
  readonly f0Hz: Float32Array;
  /** Log power from 0 Hz to `BAND_HZ`, `bins` values for each frame. */
  readonly spectra: Float32Array;
  readonly bins: number;
  /** `CEPSTRUM_SIZE` a frame. */
  readonly cepstra: Float32Array;
  readonly speech: Uint8Array;
}

/** The analyses for one sample rate. */
export class Analyser {
  readonly envelope: EnvelopeEstimator;
  readonly cepstrum: MelCepstrum;
  readonly #spectrum: Float64Array;

  constructor(sampleRate: number) {
    this.envelope = new EnvelopeEstimator(sampleRate);
    this.cepstrum = new MelCepstrum(sampleRate / this.envelope.fftSize);
    this.#spectrum = new Float64Array(this.envelope.bins);
  }

  /** Writes spectrum (`bins` values) and cepstrum of frame `index` at the given offsets. */
  frame(
    samples: Float32Array,
    index: number,
    f0Hz: number,
    spectra: Float32Array,
    spectrumAt: number,
    cepstra: Float32Array,
    cepstrumAt: number,
  ): void {
    const { bins } = this.cepstrum;
    this.envelope.estimate(samples, index * HOP_SAMPLES, f0Hz, this.#spectrum);
    for (let k = 0; k < bins; k++) spectra[spectrumAt + k] = this.#spectrum[k]!;
    this.cepstrum.analyse(this.#spectrum, cepstra, cepstrumAt);
  }

  /** Analyses all frames of a signal whose pitch is known. */
  all(samples: Float32Array, f0Hz: Float32Array): Frames {
    const count = f0Hz.length;
    const { bins } = this.cepstrum;
    const spectra = new Float32Array(count * bins);
    const cepstra = new Float32Array(count * CEPSTRUM_SIZE);
    for (let i = 0; i < count; i++) {
      this.frame(samples, i, f0Hz[i]!, spectra, i * bins, cepstra, i * CEPSTRUM_SIZE);
    }
    return { count, f0Hz, spectra, bins, cepstra, speech: speechFrames(cepstra, count) };
  }
}

/** Level of c0 below which a frame contains no speech. */
function speechLevel(cepstra: Float32Array, count: number): number {
  const levels = new Float32Array(count);
  for (let i = 0; i < count; i++) levels[i] = cepstra[i * CEPSTRUM_SIZE]!;
  levels.sort();
  return (levels[Math.floor(LOUD_SHARE * (count - 1))] ?? 0) - SPEECH_RANGE;
}

function speechFrames(cepstra: Float32Array, count: number): Uint8Array {
  const level = speechLevel(cepstra, count);
  return Uint8Array.from({ length: count }, (_, i) => (cepstra[i * CEPSTRUM_SIZE]! > level ? 1 : 0));
}
