/**
 * Speaker embeddings by generalised end-to-end loss (Wan, Wang, Papir and Moreno, "Generalized End-to-End Loss for
 * Speaker Verification", ICASSP 2018) with the weights that Resemblyzer publishes: three LSTM layers of 256 over mel
 * frames, a linear layer, ReLU, unit length; the mean over windows of 1.6 s.
 */
import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-node';
import { MEL_HOP_SAMPLES, MEL_RATE, melBands, melSpectrogram } from '../../media/mel.ts';
import { resampleAll } from '../../media/resampler.ts';
import { ONE_THREAD } from '../../model-files/onnx/session-options.ts';
import { EMBEDDING_SIZE, encoderGraph, MEL_BANDS, WINDOW_FRAMES } from './encoder-graph.ts';
import { normaliseLevel, trimSilences } from './speech-trim.ts';
import { readTorchCheckpoint } from './torch-checkpoint.ts';

/** Frames from the beginning of one window to that of the next: 1.3 windows a second. */
const STEP_FRAMES = Math.round(MEL_RATE / 1.3 / MEL_HOP_SAMPLES);
/** Smallest share of sound in the last window for it to count. */
const MIN_COVERAGE = 0.75;
/** Windows computed at once: bounds the memory for long recordings. */
const BATCH = 32;
const WINDOW_VALUES = WINDOW_FRAMES * MEL_BANDS;

/** `WINDOW_FRAMES` frames of a spectrogram, starting at one of them. */
interface Window {
  readonly mel: Float32Array;
  readonly start: number;
}

/** The encoder's input for some speech, to be embedded with several spectra. */
export interface MelWindows {
  /** Whole windows, one after the other: [windows * `WINDOW_FRAMES`, `MEL_BANDS`] powers. */
  readonly mel: Float32Array;
  readonly count: number;
}

/** @param samples mono, at least some tenths of a second of speech */
export function melWindows(samples: Float32Array, sampleRate: number): MelWindows {
  const speech = prepareSpeech(samples, sampleRate);
  const count = Math.max(1, Math.floor(speech.length / (WINDOW_FRAMES * MEL_HOP_SAMPLES)));
  const padded = new Float32Array(count * WINDOW_FRAMES * MEL_HOP_SAMPLES);
  padded.set(speech.subarray(0, padded.length));
  return { mel: melSpectrogram(padded, MEL_BANDS).subarray(0, count * WINDOW_VALUES), count };
}

/** Middles of the encoder's bands in Hz. */
export const MEL_BAND_HZ: readonly number[] = melBands(MEL_BANDS).map(({ hz }) => hz);
const BAND_WIDTHS = melBands(MEL_BANDS).map(({ widthHz }) => widthHz);

export class SpeakerEncoder {
  readonly #session: ort.InferenceSession;

  private constructor(session: ort.InferenceSession) {
    this.#session = session;
  }

  /** @param path of the checkpoint @throws Error when it cannot be read */
  static async load(path: string): Promise<SpeakerEncoder> {
    const model = encoderGraph(readTorchCheckpoint(await readFile(path), 'model_state'));
    return new SpeakerEncoder(await ort.InferenceSession.create(model, ONE_THREAD));
  }

  /**
   * @param samples mono, at least some tenths of a second of speech
   * @returns 256 numbers, none negative, of unit length; all zero for silence
   */
  async embed(samples: Float32Array, sampleRate: number): Promise<Float32Array> {
    return await this.embedPrepared(prepareSpeech(samples, sampleRate));
  }

  /** The same for speech at 16 kHz that has the level and the silences that the encoder expects. */
  async embedPrepared(speech: Float32Array): Promise<Float32Array> {
    const starts = windowStarts(speech.length);
    const padded = new Float32Array(
      Math.max(speech.length, ((starts.at(-1) ?? 0) + WINDOW_FRAMES) * MEL_HOP_SAMPLES),
    );
    padded.set(speech);
    const mel = melSpectrogram(padded, MEL_BANDS);
    return meanDirection(await this.#embedWindows(starts.map((start) => ({ mel, start }))));
  }

  /**
   * Embeddings of overlapping windows of 1.6 s of speech, each starting halfway through the previous one.
   * @returns unit vectors in order; none for less than one window of speech
   */
  async windows(samples: Float32Array, sampleRate: number): Promise<Float32Array[]> {
    const speech = prepareSpeech(samples, sampleRate);
    const starts: number[] = [];
    for (let at = 0; (at + WINDOW_FRAMES) * MEL_HOP_SAMPLES <= speech.length; at += WINDOW_FRAMES / 2)
      starts.push(at);
    const mel = melSpectrogram(speech, MEL_BANDS);
    return this.#embedWindows(starts.map((start) => ({ mel, start })));
  }

  /**
   * Embeds stretches of one recording, each as one window of 1.6 s: a shorter one is repeated, a longer one truncated.
   * @param samples mono at 16 kHz
   * @returns a unit vector for each
   */
  async stretches(
    samples: Float32Array,
    stretches: readonly { readonly start: number; readonly end: number }[],
  ): Promise<Float32Array[]> {
    const units: Float32Array[] = [];
    for (let from = 0; from < stretches.length; from += BATCH) {
      const windows = stretches.slice(from, from + BATCH).map(({ start, end }) => {
        const sound = repeated(normaliseLevel(samples.subarray(start, end)), WINDOW_FRAMES * MEL_HOP_SAMPLES);
        return { mel: melSpectrogram(sound, MEL_BANDS), start: 0 };
      });
      units.push(...(await this.#embedWindows(windows)));
    }
    return units;
  }

  /**
   * Embeds speech with other spectra, at the same level.
   * @param gains for each variant, natural logarithms of power that are added in each of `MEL_BANDS`
   * @returns for each variant the mean of the unit vectors of all windows; not normalised
   */
  async embedVariants(
    { mel, count }: MelWindows,
    gains: readonly (readonly number[])[],
  ): Promise<Float64Array[]> {
    const windows = gains.flatMap((bands) => {
      const amplified = withGains(mel, bands);
      return Array.from({ length: count }, (_, w) => ({ mel: amplified, start: w * WINDOW_FRAMES }));
    });
    const units = await this.#embedWindows(windows);
    return gains.map((_, variant) => {
      const mean = new Float64Array(EMBEDDING_SIZE);
      for (const unit of units.slice(variant * count, (variant + 1) * count)) {
        for (let i = 0; i < EMBEDDING_SIZE; i++) mean[i]! += unit[i]! / count;
      }
      return mean;
    });
  }

  /** @returns a unit vector for each */
  async #embedWindows(windows: readonly Window[]): Promise<Float32Array[]> {
    const units: Float32Array[] = [];
    for (let from = 0; from < windows.length; from += BATCH) {
      const raw = await this.#run(windows.slice(from, from + BATCH));
      for (let row = 0; row < raw.length; row += EMBEDDING_SIZE) {
        units.push(normalise(raw.subarray(row, row + EMBEDDING_SIZE)));
      }
    }
    return units;
  }

  async #run(windows: readonly Window[]): Promise<Float32Array> {
    const input = new Float32Array(WINDOW_VALUES * windows.length);
    for (let frame = 0; frame < WINDOW_FRAMES; frame++) {
      windows.forEach(({ mel, start }, window) => {
        const from = (start + frame) * MEL_BANDS;
        input.set(mel.subarray(from, from + MEL_BANDS), (frame * windows.length + window) * MEL_BANDS);
      });
    }
    const mels = new ort.Tensor('float32', input, [WINDOW_FRAMES, windows.length, MEL_BANDS]);
    const { embedding } = await this.#session.run({ mels });
    if (!(embedding?.data instanceof Float32Array)) throw new Error('the speaker encoder gave no numbers');
    return embedding.data;
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** @param samples at least one */
function repeated(samples: Float32Array, length: number): Float32Array {
  const sound = new Float32Array(length);
  for (let at = 0; at < length; at += samples.length)
    sound.set(samples.subarray(0, Math.min(samples.length, length - at)), at);
  return sound;
}

/** All powers amplified band by band; their sum over all frequencies is unchanged. */
function withGains(mel: Float32Array, gains: readonly number[]): Float32Array {
  const factors = gains.map(Math.exp);
  let before = 0;
  let after = 0;
  for (const [i, power] of mel.entries()) {
    const part = power * BAND_WIDTHS[i % MEL_BANDS]!;
    before += part;
    after += part * factors[i % MEL_BANDS]!;
  }
  const level = after === 0 ? 1 : before / after;
  return mel.map((power, i) => level * factors[i % MEL_BANDS]! * power);
}

/** The direction that unit vectors have in common, as a unit vector; zeros for none. */
function meanDirection(windows: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(EMBEDDING_SIZE);
  for (const window of windows) for (let i = 0; i < EMBEDDING_SIZE; i++) sum[i]! += window[i]!;
  return normalise(sum);
}

/** Mono sound of any rate in the format that the encoder expects: 16 kHz, -30 dBFS, without long silences. */
function prepareSpeech(samples: Float32Array, sampleRate: number): Float32Array {
  const speech = normaliseLevel(resampleAll(samples, sampleRate, MEL_RATE));
  const trimmed = trimSilences(speech);
  // A recording of silence, or a very short one, is used unchanged.
  return trimmed.length === 0 ? speech : trimmed;
}

/** Cosine of two embeddings: 1 for the same direction. Two real speakers reach about 0.6, one speaker 0.8 to 0.95. */
export function similarity(a: Float32Array | Float64Array, b: Float32Array | Float64Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

/** First frames of the windows over a number of samples; always at least one. */
function windowStarts(samples: number): number[] {
  const frames = Math.ceil((samples + 1) / MEL_HOP_SAMPLES);
  const steps = Math.max(1, frames - WINDOW_FRAMES + STEP_FRAMES + 1);
  const starts: number[] = [];
  for (let start = 0; start < steps; start += STEP_FRAMES) starts.push(start);
  const covered = samples / MEL_HOP_SAMPLES - starts.at(-1)!;
  if (covered < MIN_COVERAGE * WINDOW_FRAMES && starts.length > 1) starts.pop();
  return starts;
}

function normalise(vector: Float32Array | Float64Array): Float32Array {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!;
  const scale = sum === 0 ? 0 : 1 / Math.sqrt(sum);
  return Float32Array.from(vector, (value) => value * scale);
}
