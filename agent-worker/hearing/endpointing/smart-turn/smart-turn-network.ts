import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import {
  extractModel,
  ONE_THREAD,
  type OnnxGraph,
  parseOnnx,
  toNode,
  weightsOf,
  withNodes,
} from '../../../../engine/setup.ts';
import type { Encoded } from './finished-speech.ts';
import { FRAMES_A_SECOND, INPUT_BANDS, smartTurnInput, TRAINED_SECONDS } from './smart-turn-input.ts';

/** Tensors of the published graph that the program reads beside its output. */
const POOLED = 'sum_1';
const ENCODINGS = 'layer_norm_8';
const RANKS = { [POOLED]: 2, [ENCODINGS]: 3 };

/** Sound that callers are judged by: of the published 8 s, at least half would be silence. */
export const INPUT_SECONDS = 4;
/** An encoding is made of two frames. */
const ENCODINGS_A_SECOND = FRAMES_A_SECOND / 2;
/** Weights of the published graph: the position of each encoding, [encodings, size], and their number. */
const POSITIONS = 'inner.encoder.embed_positions.weight';
const COUNT = 'val_21';

/** What the network finds in a sound. */
export interface SmartTurnFindings extends Encoded {
  /** Probability that the turn is over by the published classifier, 0 to 1. */
  readonly published: number;
}

/** Smart Turn's network with the results of its encoder as outputs. */
export class SmartTurnNetwork {
  readonly #session: InferenceSession;
  readonly #seconds: number;

  private constructor(session: InferenceSession, seconds: number) {
    this.#session = session;
    this.#seconds = seconds;
  }

  /**
   * @param seconds of sound that it takes; `TRAINED_SECONDS` makes it the published network
   * @throws Error when the file is not such a network, or it cannot run on this machine
   */
  static async load(modelFile: string, seconds = INPUT_SECONDS): Promise<SmartTurnNetwork> {
    const graph = ofLatest(parseOnnx(await readFile(modelFile)), seconds);
    const [input = ''] = graph.inputs.keys();
    const [output = ''] = graph.outputs.keys();
    const bytes = extractModel(graph, [input], [output, POOLED, ENCODINGS], RANKS);
    return new SmartTurnNetwork(await InferenceSession.create(bytes, ONE_THREAD), seconds);
  }

  /** @param samples mono, 16 kHz, -1 to 1 */
  async run(samples: Float32Array): Promise<SmartTurnFindings> {
    const [input = ''] = this.#session.inputNames;
    const [output = ''] = this.#session.outputNames;
    const frames = this.#seconds * FRAMES_A_SECOND;
    const sound = new Tensor('float32', smartTurnInput(samples, this.#seconds), [1, INPUT_BANDS, frames]);
    const found = await this.#session.run({ [input]: sound });
    const published = Number(found[output]?.data[0]);
    const pooled = found[POOLED]?.data;
    const encodings = found[ENCODINGS]?.data;
    if (!(published >= 0 && published <= 1)) throw new Error(`a probability of ${published}`);
    if (!(pooled instanceof Float32Array && encodings instanceof Float32Array))
      throw new Error('the network has no encoder');
    return { published, pooled, encodings };
  }
}

/** The graph for the last seconds of its input. */
function ofLatest(graph: OnnxGraph, seconds: number): OnnxGraph {
  const { dims, values } = weightsOf(graph, POSITIONS);
  const [all = 0, size = 0] = dims;
  if (all !== TRAINED_SECONDS * ENCODINGS_A_SECOND) throw new Error(`a network of ${all} positions`);
  const count = seconds * ENCODINGS_A_SECOND;
  const latest = (name: string): string => `latest ${name}`;
  const nodes = graph.nodes.map((node) => {
    const { opType: type, outputs } = node;
    const inputs = node.inputs.map((name) => (name === POSITIONS || name === COUNT ? latest(name) : name));
    if (inputs.every((name, i) => name === node.inputs[i])) return node;
    return toNode({ type, inputs, outputs, ...(type === 'Concat' && { attributes: { axis: 0 } }) });
  });
  const positions = values.slice((all - count) * size);
  const weights = [
    { name: latest(POSITIONS), dims: [count, size], data: positions },
    { name: latest(COUNT), dims: [1], data: BigInt64Array.of(BigInt(count)) },
  ];
  return parseOnnx(withNodes(graph, nodes, weights));
}
