/** The three networks of DeepFilterNet3 on onnxruntime, from their published archive. */
import * as ort from 'onnxruntime-node';
import { list, type ReadEntry } from 'tar';
import { SETTINGS } from '../../../model-files/onnx/session-options.ts';
import { FILTER_VALUES, LOOKAHEAD_FRAMES, type Treatment } from './deep-filter.ts';
import { ERB_BANDS } from './erb-bands.ts';
import { FILTERED_BINS, type ModelFeatures } from './model-features.ts';

const NAMES = ['enc.onnx', 'erb_dec.onnx', 'df_dec.onnx'] as const;
/** Limit far above their size. */
const MAX_GRAPH_BYTES = 64 * 2 ** 20;

export class Graphs {
  readonly #encoder: ort.InferenceSession;
  readonly #gainDecoder: ort.InferenceSession;
  readonly #filterDecoder: ort.InferenceSession;

  private constructor(
    encoder: ort.InferenceSession,
    gainDecoder: ort.InferenceSession,
    filterDecoder: ort.InferenceSession,
  ) {
    this.#encoder = encoder;
    this.#gainDecoder = gainDecoder;
    this.#filterDecoder = filterDecoder;
  }

  /**
   * @param archive path of a tar.gz with the three graphs
   * @throws Error when it cannot be read or one of them is missing
   */
  static async load(archive: string, threads: number): Promise<Graphs> {
    const files = await readGraphs(archive);
    const options: ort.InferenceSession.SessionOptions = {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // Otherwise each length of recording would leave a memory plan.
      enableMemPattern: false,
      extra: SETTINGS,
    };
    const sessions: ort.InferenceSession[] = [];
    for (const name of NAMES) {
      const graph = files.get(name);
      if (graph === undefined) throw new Error(`the archive has no ${name}`);
      sessions.push(await ort.InferenceSession.create(graph, options));
    }
    const [encoder, gainDecoder, filterDecoder] = sessions;
    return new Graphs(encoder!, gainDecoder!, filterDecoder!);
  }

  /**
   * Runs the networks for frames `from` to `to`. Their state lasts for one call only. Features ahead of the last frame
   * are silence.
   */
  async treatment(features: ModelFeatures, from: number, to: number): Promise<Treatment> {
    const frames = to - from;
    const inputs = {
      feat_erb: tensor([1, 1, frames, ERB_BANDS], [features.levels], from, ERB_BANDS),
      feat_spec: tensor([1, 2, frames, FILTERED_BINS], [features.re, features.im], from, FILTERED_BINS),
    };
    const encoded = await this.#encoder.run(inputs);
    const gains = await this.#gainDecoder.run(pick(encoded, ['emb', 'e3', 'e2', 'e1', 'e0']));
    const filters = await this.#filterDecoder.run(pick(encoded, ['emb', 'c0']));
    return {
      gains: floats(gains.m, frames * ERB_BANDS),
      filters: floats(filters.coefs, frames * FILTER_VALUES),
    };
  }

  async close(): Promise<void> {
    for (const session of [this.#encoder, this.#gainDecoder, this.#filterDecoder]) await session.release();
  }
}

async function readGraphs(archive: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await list({
    file: archive,
    strict: true,
    onReadEntry: (entry: ReadEntry) => {
      const name = NAMES.find((graph) => entry.path.split('/').at(-1) === graph);
      if (name === undefined || entry.type !== 'File' || entry.size > MAX_GRAPH_BYTES) return entry.resume();
      const parts: Buffer[] = [];
      entry.on('data', (part: Buffer) => parts.push(part));
      entry.on('end', () => files.set(name, Buffer.concat(parts)));
    },
  });
  return files;
}

/** One channel from each array, with the networks' look-ahead. */
function tensor(
  dims: readonly [number, number, number, number],
  channels: readonly Float32Array[],
  from: number,
  width: number,
): ort.Tensor {
  const frames = dims[2];
  const values = new Float32Array(dims[1] * frames * width);
  for (const [channel, all] of channels.entries()) {
    const start = (from + LOOKAHEAD_FRAMES) * width;
    values.set(all.subarray(start, start + frames * width), channel * frames * width);
  }
  return new ort.Tensor('float32', values, dims);
}

function pick(outputs: ort.InferenceSession.OnnxValueMapType, names: readonly string[]) {
  const picked: Record<string, ort.OnnxValue> = {};
  for (const name of names) {
    const value = outputs[name];
    if (value === undefined) throw new Error(`the encoder gave no ${name}`);
    picked[name] = value;
  }
  return picked;
}

function floats(tensor: ort.OnnxValue | undefined, length: number): Float32Array {
  const data = tensor instanceof ort.Tensor ? tensor.data : undefined;
  if (!(data instanceof Float32Array) || data.length !== length) {
    throw new Error('a network of DeepFilterNet gave something else than it should');
  }
  return data;
}
