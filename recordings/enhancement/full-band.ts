/** Denoises sound of any rate with a denoiser of a fixed rate, and keeps the band above the denoiser's. */
import { RealFft } from '../../media/fft.ts';
import { resampleAll } from '../../media/resampler.ts';
import type { Denoiser } from './denoiser.ts';
import type { Sound } from './types.ts';

/** The upper band gets the gain of the band from here to the end of the denoiser's pass-band. */
const NEIGHBOUR_FROM_HZ = 4500;
const NEIGHBOUR_TO_SHARE = 0.45;
const FFT_SIZE = 512;
const HOP = 128;
/** Weight of the previous frame's gain while the gain falls, so that the upper band does not flutter. */
const FALL = 0.6;

/**
 * Denoises a sound of any rate. If its rate is above the denoiser's, it is split in two bands whose sum is the sound
 * itself. The upper band is attenuated like the uppermost part of the lower band.
 * @throws the signal's reason
 */
export async function denoised(
  denoiser: Denoiser,
  { samples, sampleRate }: Sound,
  signal?: AbortSignal,
): Promise<Sound> {
  const rate = denoiser.sampleRate;
  const low = resampleAll(samples, sampleRate, rate);
  const clean = await denoiser.denoise(low, signal);
  if (sampleRate <= rate) {
    return { samples: resampleAll(clean, rate, sampleRate).slice(0, samples.length), sampleRate };
  }
  // The gain changes slowly, so scaling both bands and subtracting the scaled lower one leaves the upper band.
  const gains = neighbourGains(low, clean, rate);
  const change = low.map((sample, i) => clean[i]! - between(gains, i / HOP) * sample);
  const changed = resampleAll(change, rate, sampleRate);
  const hop = (HOP * sampleRate) / rate;
  const out = samples.map((sample, i) => between(gains, i / hop) * sample + changed[i]!);
  return { samples: out, sampleRate };
}

/** Interpolates linearly between values. */
function between(values: Float32Array, place: number): number {
  const k = Math.min(Math.floor(place), values.length - 1);
  const value = values[k]!;
  return value + ((values[k + 1] ?? value) - value) * (place - k);
}

const hann = Float64Array.from(
  { length: FFT_SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FFT_SIZE),
);

/** Gain of the denoiser in the band below the upper one, 0 to 1, for every HOP samples. */
function neighbourGains(noisy: Float32Array, clean: Float32Array, sampleRate: number): Float32Array {
  const before = bandPowers(noisy, sampleRate);
  const after = bandPowers(clean, sampleRate);
  let held = 0;
  return before.map((power, k) => {
    const gain = power > 0 ? Math.min(1, Math.sqrt(after[k]! / power)) : 0;
    held = Math.max(gain, FALL * held + (1 - FALL) * gain);
    return held;
  });
}

function bandPowers(samples: Float32Array, sampleRate: number): Float32Array {
  const fft = new RealFft(FFT_SIZE);
  const frame = new Float64Array(FFT_SIZE);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const from = Math.round((NEIGHBOUR_FROM_HZ * FFT_SIZE) / sampleRate);
  const to = Math.round(NEIGHBOUR_TO_SHARE * FFT_SIZE);
  const powers = new Float32Array(Math.ceil(samples.length / HOP) + 1);
  for (let t = 0; t < powers.length; t++) {
    const start = t * HOP - FFT_SIZE / 2;
    const end = Math.min(FFT_SIZE, samples.length - start);
    frame.fill(0);
    for (let n = Math.max(0, -start); n < end; n++) frame[n] = samples[start + n]! * hann[n]!;
    fft.forward(frame, re, im);
    let power = 0;
    for (let k = from; k <= to; k++) power += re[k]! * re[k]! + im[k]! * im[k]!;
    powers[t] = power;
  }
  return powers;
}
