/**
 * A filter that gives a base voice the average spectrum of a speaker. A base that is close to the speaker needs no
 * other conversion. The filter changes neither pitch nor timing, needs no look-ahead and costs almost nothing.
 */
import { fftSizeFrom, RealFft } from '../../media/fft.ts';
import { quantileLower } from '../../media/statistics.ts';
import { MinimumPhase } from './minimum-phase-filter.ts';

/** Bands of equal width on the mel scale from `LOWEST_HZ` to `HIGHEST_HZ`. Recordings are reliable in this range. */
const BANDS = 40;
const LOWEST_HZ = 60;
export const HIGHEST_HZ = 8000;
const FRAME_SECONDS = 0.04;
/** Level below the loud frames at which a frame contains no speech. */
const RANGE_DB = 30;
/** Largest change of a band's power: 17 dB, in nepers of power. */
const MAX_GAIN = 4;
/** Bounds of the gain above the highest band, which is otherwise extrapolated. */
const UPPER_GAIN = [-3, 1] as const;
/** Band-limited recordings: up to the last band, the speaker's bands stay this far below the base's (22 dB). */
const CUT_OFF = 5;
const CUT_OFF_FROM_HZ = 3000;
export const EQUALISER_TAPS = 384;

/** O'Shaughnessy's formula (Speech Communication: Human and Machine, 1987) with the natural logarithm. */
export const mel = (hz: number): number => 1127 * Math.log(1 + hz / 700);
const hertz = (value: number): number => 700 * (Math.exp(value / 1127) - 1);
const EDGES = Array.from({ length: BANDS + 2 }, (_, i) =>
  hertz(mel(LOWEST_HZ) + ((mel(HIGHEST_HZ) - mel(LOWEST_HZ)) * i) / (BANDS + 1)),
);
/** Middles of the bands. */
export const BAND_HZ: readonly number[] = EDGES.slice(1, -1);

/**
 * Average power of speech in each band, as natural logarithms. Silence is left out. The level is normalised.
 * @param samples mono, at least some tenths of a second of speech
 */
export function averageSpectrum(samples: Float32Array, sampleRate: number): Float64Array {
  const fft = new RealFft(fftSizeFrom(FRAME_SECONDS * sampleRate));
  const { size } = fft;
  const count = Math.max(1, Math.floor((samples.length - size) / (size / 2)) + 1);
  const window = Float64Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size),
  );
  const frame = new Float64Array(size);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const weights = bandWeights(sampleRate / size, fft.bins);
  const powers: Float64Array[] = [];
  const levels: number[] = [];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size; i++) frame[i] = (samples[(k * size) / 2 + i] ?? 0) * window[i]!;
    fft.forward(frame, re, im);
    const bands = new Float64Array(BANDS);
    for (const { band, bin, weight } of weights) bands[band]! += weight * (re[bin]! ** 2 + im[bin]! ** 2);
    powers.push(bands);
    levels.push(bands.reduce((sum, power) => sum + power, 1e-12));
  }
  const least = quantileLower(levels, 0.95, 0) * 10 ** (-RANGE_DB / 10);
  const sums = new Float64Array(BANDS);
  for (const [k, bands] of powers.entries()) {
    if (levels[k]! < least) continue;
    for (let b = 0; b < BANDS; b++) sums[b]! += bands[b]!;
  }
  return sums.map((sum) => Math.log(sum + 1e-12));
}

/** Triangular filters of equal area between neighbouring edges. */
function bandWeights(binHz: number, bins: number) {
  const weights: { readonly band: number; readonly bin: number; readonly weight: number }[] = [];
  for (let band = 0; band < BANDS; band++) {
    const [low, centre, high] = [EDGES[band]!, EDGES[band + 1]!, EDGES[band + 2]!];
    for (let bin = Math.ceil(low / binHz); bin < Math.min(bins, high / binHz); bin++) {
      const hz = bin * binHz;
      const height = Math.min((hz - low) / (centre - low), (high - hz) / (high - centre));
      if (height > 0) weights.push({ band, bin, weight: (height * 2) / (high - low) });
    }
  }
  return weights;
}

/**
 * Designs the impulse response, `EQUALISER_TAPS` long, that maps a base's spectrum to a speaker's at equal level.
 * @param base
 * @param speaker from `averageSpectrum`
 */
export function designEqualiser(base: Float64Array, speaker: Float64Array, sampleRate: number): Float32Array {
  return responseOf(gainsOf(base, speaker), sampleRate);
}

/** A filtered signal, and the impulse response of the filter. */
export interface Equalised {
  readonly samples: Float32Array;
  readonly equaliser: Float32Array;
}

export interface FittedEqualiser extends Equalised {
  /** Requested log power gain of each band. */
  readonly gains: Float64Array;
}

/**
 * Filters the base's speech so that its spectrum matches the speaker's.
 * @param speaker from `averageSpectrum`
 */
export function fitEqualiser(
  samples: Float32Array,
  sampleRate: number,
  speaker: Float64Array,
): FittedEqualiser {
  const first = gainsOf(averageSpectrum(samples, sampleRate), speaker);
  const once = filtered(samples, responseOf(first, sampleRate));
  // Corrects the error that smoothing has left.
  const rest = gainsOf(averageSpectrum(once, sampleRate), speaker);
  const gains = first.map((gain, b) => gain + rest[b]!);
  return { ...equalisedBy(samples, sampleRate, gains), gains };
}

/** @param gains log power gain of each band */
export function equalisedBy(samples: Float32Array, sampleRate: number, gains: Float64Array): Equalised {
  const equaliser = responseOf(gains, sampleRate);
  return { samples: filtered(samples, equaliser), equaliser };
}

function responseOf(wanted: Float64Array, sampleRate: number): Float32Array {
  const gains = wanted.map((gain) => Math.max(-MAX_GAIN, Math.min(MAX_GAIN, gain)));
  const filter = new MinimumPhase(2048);
  const { size, bins } = filter.fft;
  const response = new Float64Array(bins);
  const [least, most] = UPPER_GAIN;
  for (let k = 0; k < bins; k++) {
    const hz = (k * sampleRate) / size;
    const gain = between(gains, hz);
    response[k] = hz <= HIGHEST_HZ ? gain : Math.max(least, Math.min(most, gain));
  }
  const re = new Float64Array(bins);
  const im = new Float64Array(bins);
  filter.design(response, re, im);
  const impulse = new Float64Array(size);
  filter.fft.inverse(re, im, impulse);
  // The tail is faded, so that its truncation is inaudible.
  return Float32Array.from({ length: EQUALISER_TAPS }, (_, n) => {
    const fade = Math.min(1, (2 * (EQUALISER_TAPS - n)) / EQUALISER_TAPS);
    return impulse[n]! * fade;
  });
}

/** Log power gain of each band. */
function gainsOf(base: Float64Array, speaker: Float64Array): Float64Array {
  const level = (spectrum: Float64Array): number =>
    Math.log(spectrum.reduce((sum, value, b) => sum + Math.exp(value) * (EDGES[b + 2]! - EDGES[b]!), 0));
  const shift = level(base) - level(speaker);
  const gains = base.map((value, b) => speaker[b]! + shift - value);
  let end = BANDS;
  while (end > 0 && BAND_HZ[end - 1]! > CUT_OFF_FROM_HZ && gains[end - 1]! < -CUT_OFF) end--;
  gains.fill(gains[end - 1] ?? 0, end);
  return gains.map((gain, b) => (gain * 6 + (gains[b - 1] ?? gain) + (gains[b + 1] ?? gain)) / 8);
}

function between(gains: Float64Array, hz: number): number {
  const next = BAND_HZ.findIndex((centre) => centre >= hz);
  if (next === -1) return gains.at(-1) ?? 0;
  if (next === 0) return gains[0] ?? 0;
  const part = (mel(hz) - mel(BAND_HZ[next - 1]!)) / (mel(BAND_HZ[next]!) - mel(BAND_HZ[next - 1]!));
  return gains[next - 1]! * (1 - part) + gains[next]! * part;
}

/**
 * Filters a signal.
 * @param samples preceded by the `taps.length - 1` samples before it, or by zeros
 * @returns fewer samples by that number
 */
export function equalised(samples: Float32Array, taps: Float32Array): Float32Array {
  const past = taps.length - 1;
  const output = new Float32Array(Math.max(0, samples.length - past));
  for (let i = 0; i < output.length; i++) {
    let sum = 0;
    for (let n = 0; n <= past; n++) sum += taps[n]! * samples[past + i - n]!;
    output[i] = sum;
  }
  return output;
}

/** Filters a whole signal, preceded by silence, in blocks of Fourier transforms. Some ten times as fast. */
export function filtered(samples: Float32Array, taps: Float32Array): Float32Array {
  const fft = new RealFft(fftSizeFrom(4 * taps.length));
  const spectrumOf = (part: Float32Array) => {
    const block = new Float64Array(fft.size);
    block.set(part);
    const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
    fft.forward(block, re, im);
    return { re, im };
  };
  const response = spectrumOf(taps);
  const step = fft.size - taps.length + 1;
  const sum = new Float64Array(samples.length + fft.size);
  const block = new Float64Array(fft.size);
  for (let from = 0; from < samples.length; from += step) {
    const { re, im } = spectrumOf(samples.subarray(from, from + step));
    for (let k = 0; k < fft.bins; k++) {
      const [a, b, c, d] = [re[k]!, im[k]!, response.re[k]!, response.im[k]!];
      re[k] = a * c - b * d;
      im[k] = a * d + b * c;
    }
    fft.inverse(re, im, block);
    for (let i = 0; i < fft.size; i++) sum[from + i]! += block[i]!;
  }
  return Float32Array.from(sum.subarray(0, samples.length));
}
