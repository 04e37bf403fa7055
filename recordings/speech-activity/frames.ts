/** Measurements that all checks of a recording share: level, mel bands and pitch of every 10 ms. */
import { RealFft } from '../../media/fft.ts';
import { powerDb } from '../../media/level.ts';
import { type PitchTrack, trackPitch } from '../../media/pitch.ts';
import { resampleAll } from '../../media/resampler.ts';

/** All recordings are analysed in the band of a telephone, so that the same limits apply at every rate. */
export const FRAME_RATE = 8000;
export const HOP_MS = 10;
/** Triangular bands, equally spaced on the mel scale from 100 to 3800 Hz. */
export const MEL_BANDS = 20;

export interface SoundFrames {
  /** At `FRAME_RATE`, mono. */
  readonly samples: Float32Array;
  /** Number of frames; frame k is centred at k · HOP_MS. */
  readonly count: number;
  /** Power from 100 to 3800 Hz, in dB of full scale; -100 for silence. */
  readonly levelDb: Float32Array;
  /** Log energies (dB) of the bands, row after row: [count, MEL_BANDS]. */
  readonly melDb: Float32Array;
  /** Flatness of the spectrum from 100 to 3800 Hz: geometric mean over arithmetic mean, 0 (a tone) to 1 (white). */
  readonly flatness: Float32Array;
  readonly pitch: PitchTrack;
}

const FFT_SIZE = 256;
const LOWEST_HZ = 100;
const HIGHEST_HZ = 3800;
const FLOOR_DB = -100;

const mel = (hz: number): number => 1127 * Math.log(1 + hz / 700);
const hertz = (m: number): number => 700 * (Math.exp(m / 1127) - 1);

/** Analyses a recording. @param sampleRate Hz, at least 8000 */
export function soundFrames(recording: Float32Array, sampleRate: number): SoundFrames {
  const samples = resampleAll(recording, sampleRate, FRAME_RATE);
  const pitch = trackPitch(samples, FRAME_RATE, { hopMs: HOP_MS });
  const count = pitch.f0Hz.length;
  const levelDb = new Float32Array(count);
  const melDb = new Float32Array(count * MEL_BANDS);
  const flatness = new Float32Array(count);

  const fft = new RealFft(FFT_SIZE);
  const hann = Float64Array.from(
    { length: FFT_SIZE },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / FFT_SIZE),
  );
  const filters = melFilters();
  const first = Math.ceil((LOWEST_HZ * FFT_SIZE) / FRAME_RATE);
  const last = Math.floor((HIGHEST_HZ * FFT_SIZE) / FRAME_RATE);
  // The mean power of a signal from its windowed spectrum: compensates for the one-sided spectrum and for the window.
  const toPower = 2 / (FFT_SIZE * hann.reduce((sum, w) => sum + w * w, 0));
  const input = new Float64Array(FFT_SIZE);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const power = new Float64Array(fft.bins);
  const hop = (HOP_MS * FRAME_RATE) / 1000;
  for (let frame = 0; frame < count; frame++) {
    const from = frame * hop - FFT_SIZE / 2;
    for (let i = 0; i < FFT_SIZE; i++) input[i] = (samples[from + i] ?? 0) * hann[i]!;
    fft.forward(input, re, im);
    let sum = 0;
    let logSum = 0;
    for (let k = 0; k < fft.bins; k++) {
      power[k] = (re[k]! * re[k]! + im[k]! * im[k]!) * toPower;
      if (k < first || k > last) continue;
      sum += power[k]!;
      logSum += Math.log(power[k]! + 1e-14);
    }
    levelDb[frame] = decibels(sum);
    const bins = last - first + 1;
    flatness[frame] = sum < 1e-10 ? 1 : Math.min(1, Math.exp(logSum / bins) / (sum / bins));
    for (const [band, filter] of filters.entries()) {
      let energy = 0;
      for (let i = 0; i < filter.weights.length; i++) energy += filter.weights[i]! * power[filter.from + i]!;
      melDb[frame * MEL_BANDS + band] = decibels(energy);
    }
  }
  return { samples, count, levelDb, melDb, flatness, pitch };
}

const decibels = (power: number): number => Math.max(FLOOR_DB, powerDb(power));

function melFilters(): { from: number; weights: Float64Array }[] {
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (MEL_BANDS + 1);
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [left, centre, right] = [0, 1, 2].map(
      (i) => (hertz(mel(LOWEST_HZ) + (band + i) * step) * FFT_SIZE) / FRAME_RATE,
    ) as [number, number, number];
    const from = Math.floor(left) + 1;
    // The lowest bands are narrower than a bin; each has at least one.
    const to = Math.max(from, Math.ceil(right) - 1);
    const weights = Float64Array.from({ length: to - from + 1 }, (_, i) => {
      const k = from + i;
      return Math.max(0.05, k <= centre ? (k - left) / (centre - left) : (right - k) / (right - centre));
    });
    return { from, weights };
  });
}
