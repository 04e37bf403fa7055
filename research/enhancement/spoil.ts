/** Simulated effects of microphones, rooms and other speakers on recordings. All are reproducible. */

import { RealFft } from '../../media/fft.ts';
import { peakDbfs } from '../../media/level.ts';
import { resampleAll } from '../../media/resampler.ts';
import { HOP_MS, soundFrames, speechActivity } from '../../recordings/research.ts';
import type { Sound } from '../cloning/sound.ts';
import { normalNumbers, randomNumbers } from '../random.ts';

/** Number of voices in babble noise. Fewer could be understood individually. */
const TALKERS = 8;
/** Direct-to-reverberant ratio for a speaker at a table, in dB. */
const DIRECT_TO_REVERBERANT_DB = 2;
const FIRST_ECHO_MS = 3;
const MAX_PEAK_DBFS = -1;

/**
 * Adds noise to speech.
 * @param snrDb ratio of the mean power of speech, without pauses, to the mean power of the noise
 */
export function withNoise({ samples, sampleRate }: Sound, noise: Float32Array, snrDb: number): Sound {
  const gain = Math.sqrt(speechPower({ samples, sampleRate }) / power(noise)) * 10 ** (-snrDb / 20);
  return unclipped(
    samples.map((sample, i) => sample + gain * noise[i]!),
    sampleRate,
  );
}

export function whiteNoise(length: number, seed: number): Float32Array {
  const normal = normalNumbers(seed);
  return Float32Array.from({ length }, () => normal());
}

/**
 * Noise of a fan and the mains: hum at 50 Hz and its multiples, the tone of the blades, and broadband noise that falls
 * by 6 dB per octave above 300 Hz and changes slowly in level.
 */
export function fanNoise(length: number, sampleRate: number, seed: number): Float32Array {
  const normal = normalNumbers(seed);
  const pole = Math.exp((-2 * Math.PI * 300) / sampleRate);
  const rush = Math.sqrt(1 - pole * pole);
  let low = 0;
  return Float32Array.from({ length }, (_, i) => {
    const turn = (2 * Math.PI * i) / sampleRate;
    low = pole * low + rush * normal();
    const swell = 1 + 0.2 * Math.sin(0.4 * turn);
    let tones = 0.5 * Math.sin(117 * turn) + 0.25 * Math.sin(234 * turn);
    for (const [multiple, gain] of [0.5, 0.35, 0.3, 0.15, 0.12, 0.08].entries())
      tones += gain * Math.sin(50 * (multiple + 1) * turn + multiple);
    return swell * (low + 0.2 * normal()) + tones;
  });
}

/**
 * Makes babble noise of several unintelligible speakers.
 * @param speech recordings of other speakers
 */
export function babble(
  length: number,
  sampleRate: number,
  speech: readonly Sound[],
  seed: number,
): Float32Array {
  const random = randomNumbers(seed);
  const out = new Float32Array(length);
  for (let talker = 0; talker < TALKERS; talker++) {
    const sound = speech[talker % speech.length]!;
    const voice = resampleAll(sound.samples, sound.sampleRate, sampleRate);
    const gain = 1 / Math.sqrt(speechPower({ samples: voice, sampleRate }));
    const from = Math.floor(random() * voice.length);
    for (let i = 0; i < length; i++) out[i]! += gain * voice[(from + i) % voice.length]!;
  }
  return out;
}

/**
 * Adds reverberation: after the direct sound dense echoes that decay by 60 dB in `rt60Seconds` (J. D. Polack's model,
 * 1988: normal noise under an exponential decay).
 */
export function inRoom({ samples, sampleRate }: Sound, rt60Seconds: number, seed: number): Sound {
  const normal = normalNumbers(seed);
  const room = new Float64Array(Math.ceil(rt60Seconds * sampleRate));
  const first = Math.round((FIRST_ECHO_MS * sampleRate) / 1000);
  let energy = 0;
  for (let n = first; n < room.length; n++) {
    room[n] = normal() * Math.exp((-Math.log(1000) * n) / room.length);
    energy += room[n]! ** 2;
  }
  const gain = 10 ** (-DIRECT_TO_REVERBERANT_DB / 20) / Math.sqrt(energy);
  for (let n = first; n < room.length; n++) room[n]! *= gain;
  room[0] = 1;
  return unclipped(convolved(samples, room), sampleRate);
}

function convolved(samples: Float32Array, response: Float64Array): Float32Array {
  const fft = new RealFft(2 ** Math.ceil(Math.log2(samples.length + response.length)));
  const spectrum = (values: ArrayLike<number>): { re: Float64Array; im: Float64Array } => {
    const padded = new Float64Array(fft.size);
    padded.set(values);
    const re = new Float64Array(fft.bins);
    const im = new Float64Array(fft.bins);
    fft.forward(padded, re, im);
    return { re, im };
  };
  const a = spectrum(samples);
  const b = spectrum(response);
  for (let k = 0; k < fft.bins; k++) {
    const re = a.re[k]! * b.re[k]! - a.im[k]! * b.im[k]!;
    a.im[k] = a.re[k]! * b.im[k]! + a.im[k]! * b.re[k]!;
    a.re[k] = re;
  }
  const out = new Float64Array(fft.size);
  fft.inverse(a.re, a.im, out);
  return Float32Array.from(out.subarray(0, samples.length));
}

const power = (samples: Float32Array): number =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);

/** Mean power of the speech in a clean recording. */
function speechPower({ samples, sampleRate }: Sound): number {
  const { speech } = speechActivity(soundFrames(samples, sampleRate));
  const frame = (HOP_MS * sampleRate) / 1000;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < samples.length; i++) {
    if (!speech[Math.round(i / frame)]) continue;
    sum += samples[i]! ** 2;
    count++;
  }
  return count === 0 ? power(samples) : sum / count;
}

/** Reduces the level where it would clip, because the noise is measured, not clipping. */
function unclipped(samples: Float32Array, sampleRate: number): Sound {
  const tooMuchDb = peakDbfs(samples) - MAX_PEAK_DBFS;
  if (!(tooMuchDb > 0)) return { samples, sampleRate };
  const gain = 10 ** (-tooMuchDb / 20);
  return { samples: samples.map((sample) => sample * gain), sampleRate };
}
