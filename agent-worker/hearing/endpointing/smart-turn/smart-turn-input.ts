/**
 * The input of Smart Turn: the log-mel spectrogram that Whisper takes (Radford et al., "Robust Speech Recognition via
 * Large-Scale Weak Supervision", 2022, section 2.2), of 8 s that have zero mean and unit variance.
 */
import { MEL_HOP_SAMPLES, MEL_RATE, melSpectrogram } from '../../../../media/mel.ts';

/** The network was trained on this much sound, silent before it if it is shorter. */
export const TRAINED_SECONDS = 8;
export const INPUT_BANDS = 80;
export const FRAMES_A_SECOND = MEL_RATE / MEL_HOP_SAMPLES;
const SAMPLES = TRAINED_SECONDS * MEL_RATE;
/** Lower bounds of the power: an absolute one, and 80 dB below the loudest frame. */
const LEAST_POWER = 1e-10;
const RANGE = 8;
const LEAST_VARIANCE = 1e-7;
/** Reflect padding at the end: half of the last frame lies beyond it. */
const MIRRORED = MEL_HOP_SAMPLES;
/** Frames of padding that are computed; the windows of the middle one touch neither edge. */
const ALIKE_FRAMES = 4;

/**
 * @param samples mono, 16 kHz; shorter sound is padded with silence before it
 * @param seconds of the sound that count and are returned, at most 8
 * @returns `INPUT_BANDS` rows of `FRAMES_A_SECOND` values for each second, mostly from -1 to 1
 */
export function smartTurnInput(samples: Float32Array, seconds: number): Float32Array {
  const sound = new Float32Array(SAMPLES + MIRRORED);
  const heard = samples.subarray(Math.max(0, samples.length - seconds * MEL_RATE));
  sound.set(heard, SAMPLES - heard.length);
  normalise(sound.subarray(0, SAMPLES));
  for (let i = 0; i < MIRRORED; i++) sound[SAMPLES + i] = sound[SAMPLES - 2 - i]!;
  // The padding before the sound has one value, so all of its frames are equal.
  const from = Math.max(0, Math.floor((SAMPLES - heard.length) / MEL_HOP_SAMPLES) - ALIKE_FRAMES);
  const powers = melSpectrogram(sound.subarray(from * MEL_HOP_SAMPLES), INPUT_BANDS);
  const frames = seconds * FRAMES_A_SECOND;
  const first = TRAINED_SECONDS * FRAMES_A_SECOND - frames;
  const input = new Float32Array(INPUT_BANDS * frames);
  let greatest = Number.NEGATIVE_INFINITY;
  for (let frame = 0; frame < frames; frame++) {
    const row = from === 0 ? first + frame : Math.max(ALIKE_FRAMES / 2, first + frame - from);
    for (let band = 0; band < INPUT_BANDS; band++) {
      const level = Math.log10(Math.max(LEAST_POWER, powers[row * INPUT_BANDS + band]!));
      greatest = Math.max(greatest, level);
      input[band * frames + frame] = level;
    }
  }
  return input.map((level) => (Math.max(level, greatest - RANGE) + 4) / 4);
}

/** In place. */
function normalise(sound: Float32Array): void {
  let sum = 0;
  for (const sample of sound) sum += sample;
  const mean = sum / sound.length;
  let squares = 0;
  for (const sample of sound) squares += (sample - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / sound.length + LEAST_VARIANCE);
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i]! - mean) * scale;
}
