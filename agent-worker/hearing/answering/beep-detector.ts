import { RealFft } from '../../../media/fft.ts';
import { CALLER_SAMPLE_RATE } from '../../audio-rates.ts';
import { WINDOW_SAMPLES } from '../vad/vad-model.ts';

/** Frequencies of the beeps of answering machines, in Hz. */
const LOWEST_HZ = 400;
const HIGHEST_HZ = 1400;
/** Band that the tone is compared with: that of a telephone. */
const BAND_FROM_HZ = 200;
const BAND_TO_HZ = 3600;
const BIN_HZ = CALLER_SAMPLE_RATE / WINDOW_SAMPLES;
/** Number of bins on either side over which a tone spreads. */
const SPREAD_BINS = 2;
/** Lowest share of the tone in the sound; a voice also has overtones. */
const LEAST_SHARE = 0.85;
/** -50 dBFS, of samples from -1 to 1. */
const LEAST_RMS = 0.003;
/** Largest changes of pitch and level within a beep; a voice changes more. */
const MOST_DRIFT = 0.01;
const MOST_LEVEL_RATIO = 1.6;
/** Number of consecutive windows, 128 ms: a beep of 150 ms lasts for as many, a steady vowel seldom does. */
const LEAST_WINDOWS = 4;

/** Windows are weighted by a raised cosine, so that a tone stays within its bins. */
const WEIGHTS = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW_SAMPLES),
);

interface Tone {
  readonly hz: number;
  readonly rms: number;
}

/** Detects the beep after which a machine records: a steady tone. */
export class BeepDetector {
  readonly #fft = new RealFft(WINDOW_SAMPLES);
  readonly #weighted = new Float64Array(WINDOW_SAMPLES);
  readonly #re = new Float64Array(WINDOW_SAMPLES / 2 + 1);
  readonly #im = new Float64Array(WINDOW_SAMPLES / 2 + 1);
  #last: Tone | null = null;
  #windows = 0;

  /**
   * @param samples the next `WINDOW_SAMPLES` of the caller's audio: mono, 16 kHz
   * @returns what changed; `began` is reported some 130 ms after the start of the beep
   */
  push(samples: Int16Array): 'began' | 'ended' | null {
    const tone = this.#toneIn(samples);
    const goesOn = tone !== null && this.#last !== null && isSame(tone, this.#last);
    const wasBeep = this.#windows >= LEAST_WINDOWS;
    this.#windows = goesOn ? this.#windows + 1 : tone === null ? 0 : 1;
    this.#last = tone;
    if (wasBeep) return goesOn ? null : 'ended';
    return this.#windows >= LEAST_WINDOWS ? 'began' : null;
  }

  #toneIn(samples: Int16Array): Tone | null {
    for (let i = 0; i < WINDOW_SAMPLES; i++) this.#weighted[i] = (samples[i]! / 32_768) * WEIGHTS[i]!;
    this.#fft.forward(this.#weighted, this.#re, this.#im);
    const peak = this.#peak();
    const all = this.#power(Math.round(BAND_FROM_HZ / BIN_HZ), Math.round(BAND_TO_HZ / BIN_HZ));
    const own = this.#power(peak - SPREAD_BINS, peak + SPREAD_BINS);
    // The mean of the squared weights is 3/8.
    const rms = Math.sqrt((2 * own) / ((3 / 8) * WINDOW_SAMPLES ** 2));
    if (rms < LEAST_RMS || own < LEAST_SHARE * all) return null;
    const hz = (peak + this.#offset(peak)) * BIN_HZ;
    return hz >= LOWEST_HZ && hz <= HIGHEST_HZ ? { hz, rms } : null;
  }

  /** The strongest bin in the band of beeps. */
  #peak(): number {
    let peak = Math.floor(LOWEST_HZ / BIN_HZ);
    for (let bin = peak; bin <= Math.ceil(HIGHEST_HZ / BIN_HZ); bin++) {
      if (this.#power(bin, bin) > this.#power(peak, peak)) peak = bin;
    }
    return peak;
  }

  /** Distance of the tone from the centre of its bin, by a parabola through the logarithms of the bins around it. */
  #offset(bin: number): number {
    const [a, b, c] = [-1, 0, 1].map((step) => Math.log(this.#power(bin + step, bin + step) + 1e-12));
    const bend = a! - 2 * b! + c!;
    return bend === 0 ? 0 : (0.5 * (a! - c!)) / bend;
  }

  #power(from: number, to: number): number {
    let sum = 0;
    for (let bin = from; bin <= to; bin++) sum += this.#re[bin]! ** 2 + this.#im[bin]! ** 2;
    return sum;
  }
}

function isSame(a: Tone, b: Tone): boolean {
  const ratio = a.rms / b.rms;
  return Math.abs(a.hz - b.hz) <= MOST_DRIFT * b.hz && Math.max(ratio, 1 / ratio) <= MOST_LEVEL_RATIO;
}
