/**
 * GTCRN, a recurrent network of 24,000 weights that gives every bin of a spectrum a complex gain (X. Rong, T. Sun, X.
 * Zhang, Y. Hu, C. Zhu and J. Lu, "GTCRN: A Speech Enhancement Model Requiring Ultralow Computational Resources",
 * ICASSP 2024). The graph processes one spectrum at a time; its memory is an input and an output.
 */
import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-node';
import { RealFft } from '../../../media/fft.ts';
import { GTCRN as GTCRN_MODEL } from '../../../model-files/manifest.ts';
import { ONE_THREAD } from '../../../model-files/onnx/session-options.ts';
import type { Denoiser, DenoiserFamily } from '../denoiser.ts';
import { withJoinedLayers } from './gtcrn-graph.ts';

const RATE = 16_000;
const WINDOW = 512;
const HOP = 256;
const BINS = WINDOW / 2 + 1;
/** Inputs and outputs of the graph: a spectrum, and the memory of the layers. */
const SPECTRUM = 'mix';
const CLEAN = 'enh';
const MEMORIES = [
  { input: 'conv_cache', output: 'conv_cache_out', dims: [2, 1, 16, 16, 33] },
  { input: 'tra_cache', output: 'tra_cache_out', dims: [2, 3, 1, 1, 16] },
  { input: 'inter_cache', output: 'inter_cache_out', dims: [2, 1, 33, 16] },
] as const;
/** Number of frames at the start of the recording that the network processes first, reversed, to adapt to the noise. */
const LEAD_FRAMES = RATE / HOP;
/** Frames between two checks of the abort signal. */
const FRAMES_PER_LOOK = 64;

/** Square root of a periodic Hann window: applied before and after processing, overlapping halves add up to one. */
const window = Float64Array.from({ length: WINDOW }, (_, n) => Math.sin((Math.PI * n) / WINDOW));

export const GTCRN: DenoiserFamily = {
  name: 'gtcrn',
  modelId: GTCRN_MODEL,
  load: ([path = ''], limitDb) => Gtcrn.load(path, limitDb),
};

class Gtcrn implements Denoiser {
  readonly model = GTCRN.name;
  readonly sampleRate = RATE;
  readonly #session: ort.InferenceSession;
  readonly #kept: number;

  private constructor(session: ort.InferenceSession, kept: number) {
    this.#session = session;
    this.#kept = kept;
  }

  /**
   * @param path of the ONNX file
   * @throws Error when the file is not a GTCRN network
   */
  static async load(path: string, limitDb: number): Promise<Gtcrn> {
    const model = withJoinedLayers(await readFile(path));
    const session = await ort.InferenceSession.create(model, ONE_THREAD);
    const needed = [SPECTRUM, ...MEMORIES.map(({ input }) => input)];
    const missing = needed.filter((name) => !session.inputNames.includes(name));
    if (missing.length > 0) {
      await session.release();
      throw new Error(`the file is not a GTCRN model: it has no input ${missing.join(', ')}`);
    }
    return new Gtcrn(session, 10 ** (-limitDb / 20));
  }

  async denoise(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array> {
    const out = new Float32Array(samples.length);
    if (samples.length === 0) return out;
    const fft = new RealFft(WINDOW);
    const frame = new Float64Array(WINDOW);
    const re = new Float64Array(BINS);
    const im = new Float64Array(BINS);
    let memories: Record<string, ort.Tensor> = Object.fromEntries(
      MEMORIES.map(({ input, dims }) => [input, zeros(dims)]),
    );
    const last = Math.ceil(samples.length / HOP);
    for (let t = -LEAD_FRAMES; t <= last; t++) {
      if (t % FRAMES_PER_LOOK === 0) signal?.throwIfAborted();
      // Frame t is centred at sample t · HOP.
      const from = (t - 1) * HOP;
      for (let n = 0; n < WINDOW; n++) frame[n] = mirrored(samples, from + n) * window[n]!;
      fft.forward(frame, re, im);
      const spectrum = new Float32Array(2 * BINS);
      for (let k = 0; k < BINS; k++) {
        spectrum[2 * k] = re[k]!;
        spectrum[2 * k + 1] = im[k]!;
      }
      const mix = new ort.Tensor('float32', spectrum, [1, BINS, 1, 2]);
      const outputs = await this.#session.run({ [SPECTRUM]: mix, ...memories });
      memories = Object.fromEntries(MEMORIES.map(({ input, output }) => [input, outputs[output]!]));
      if (t < 0) continue;
      this.#mix(floats(outputs[CLEAN]), re, im);
      fft.inverse(re, im, frame);
      const end = Math.min(WINDOW, samples.length - from);
      for (let n = Math.max(0, -from); n < end; n++) out[from + n]! += frame[n]! * window[n]!;
    }
    return out;
  }

  /** Replaces the noisy spectrum with the clean one, plus a small share of the noisy one. */
  #mix(clean: Float32Array, re: Float64Array, im: Float64Array): void {
    const kept = this.#kept;
    for (let k = 0; k < BINS; k++) {
      re[k] = (1 - kept) * clean[2 * k]! + kept * re[k]!;
      im[k] = (1 - kept) * clean[2 * k + 1]! + kept * im[k]!;
    }
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** The recording is mirrored before its beginning, and silent after its end. */
function mirrored(samples: Float32Array, index: number): number {
  return samples[index < 0 ? -index - 1 : index] ?? 0;
}

function zeros(dims: readonly number[]): ort.Tensor {
  const size = dims.reduce((product, dim) => product * dim, 1);
  return new ort.Tensor('float32', new Float32Array(size), dims);
}

function floats(tensor: ort.Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array) || tensor.data.length !== 2 * BINS) {
    throw new Error('GTCRN did not give a spectrum');
  }
  return tensor.data;
}
