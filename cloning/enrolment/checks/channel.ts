/** Effects of the room and the transmission channel on a voice. */
import { RealFft } from '../../../media/fft.ts';
import { FRAME_RATE, HOP_MS, type SoundFrames } from '../../../recordings/speech-activity/frames.ts';
import type { SpeechActivity } from '../../../recordings/speech-activity/speech-activity.ts';

/** Bandwidth over which each side of the edge is averaged, in Hz. */
const EDGE_HZ = 400;
/** Smallest step in the spectrum that a codec or a filter leaves, in dB. */
const EDGE_DB = 15;
const FFT_SIZE = 1024;

/**
 * Highest frequency of the recording: the limit of a codec, a telephone or an earlier sample rate, otherwise half the
 * sample rate. Computed from the mean spectrum of the frames with speech, in dB, so that no loud moment dominates.
 */
export function bandwidthHz(samples: Float32Array, sampleRate: number, { speech }: SpeechActivity): number {
  const fft = new RealFft(FFT_SIZE);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const input = new Float64Array(FFT_SIZE);
  const mean = new Float64Array(fft.bins);
  let frames = 0;
  for (let k = 0; k < speech.length; k += 3) {
    const from = Math.round((k * HOP_MS * sampleRate) / 1000) - FFT_SIZE / 2;
    if (!speech[k] || from < 0 || from + FFT_SIZE > samples.length) continue;
    for (let i = 0; i < FFT_SIZE; i++)
      input[i] = samples[from + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / FFT_SIZE));
    fft.forward(input, re, im);
    for (let bin = 0; bin < fft.bins; bin++)
      mean[bin]! += 10 * Math.log10(re[bin]! * re[bin]! + im[bin]! * im[bin]! + 1e-9);
    frames++;
  }
  if (frames === 0) return sampleRate / 2;
  const width = Math.max(2, Math.round((EDGE_HZ * FFT_SIZE) / sampleRate));
  const top = Math.max(...mean) / frames;
  // Searches downwards for the first edge with speech below it.
  for (let bin = fft.bins - 1 - width; bin > width + (1000 * FFT_SIZE) / sampleRate; bin--) {
    let below = 0;
    let above = 0;
    for (let i = 1; i <= width; i++) {
      below += mean[bin - i]! / frames / width;
      above += mean[bin + i]! / frames / width;
    }
    if (below - above >= EDGE_DB && below > top - 65) return Math.round((bin * sampleRate) / FFT_SIZE);
  }
  return sampleRate / 2;
}

/** Fall of the level over which a decay is measured, without a rise in between. */
const LEAST_FALL_DB = 12;
const LEAST_DECAYS = 3;

/**
 * An estimate of RT60 in seconds, from the steepest falls of the level at the ends of words. A voice alone takes 0.1 to
 * 0.2 s, which is the value of a dry recording; above 0.6 the reverberation of the room is clearly audible. Null when
 * the recording has too few clear decays. After J. Y. C. Wen, E. A. P. Habets and P. A. Naylor, "Blind estimation of
 * reverberation time based on the distribution of signal decay rates", 2008.
 */
export function reverberationSeconds(
  { count, levelDb, samples }: SoundFrames,
  noiseFloorDb: number,
): number | null {
  if (samples.length < FRAME_RATE) return null;
  const rates: number[] = [];
  for (let from = 0; from < count; ) {
    let to = from;
    while (to + 1 < count && levelDb[to + 1]! < levelDb[to]! && levelDb[to + 1]! > noiseFloorDb + 3) to++;
    const fall = levelDb[from]! - levelDb[to]!;
    if (fall >= LEAST_FALL_DB && to - from >= 4) rates.push((fall * 1000) / ((to - from) * HOP_MS));
    from = Math.max(to, from + 1);
  }
  if (rates.length < LEAST_DECAYS) return null;
  rates.sort((a, b) => b - a);
  return Math.min(3, 60 / rates[Math.floor(rates.length / 4)]!);
}
