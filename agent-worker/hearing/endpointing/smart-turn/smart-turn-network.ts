import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { extractModel, ONE_THREAD, parseOnnx } from '../../../../engine/setup.ts';
import type { Encoded } from './finished-speech.ts';
import { INPUT_BANDS, INPUT_FRAMES, smartTurnInput } from './smart-turn-input.ts';

/** Tensors of the published graph that the program reads beside its output. */
const POOLED = 'sum_1';
const ENCODINGS = 'layer_norm_8';
const RANKS = { [POOLED]: 2, [ENCODINGS]: 3 };

/** What the network finds in a sound. */
export interface SmartTurnFindings extends Encoded {
  /** Probability that the turn is over by the published classifier, 0 to 1. */
  readonly published: number;
}

/** Smart Turn's network with the results of its encoder as outputs. */
export class SmartTurnNetwork {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** @throws Error when the file is not such a network, or it cannot run on this machine */
  static async load(modelFile: string): Promise<SmartTurnNetwork> {
    const graph = parseOnnx(await readFile(modelFile));
    const [input = ''] = graph.inputs.keys();
    const [output = ''] = graph.outputs.keys();
    const bytes = extractModel(graph, [input], [output, POOLED, ENCODINGS], RANKS);
    return new SmartTurnNetwork(await InferenceSession.create(bytes, ONE_THREAD));
  }

  /** @param samples mono, 16 kHz, -1 to 1 */
  async run(samples: Float32Array): Promise<SmartTurnFindings> {
    const [input = ''] = this.#session.inputNames;
    const [output = ''] = this.#session.outputNames;
    const sound = new Tensor('float32', smartTurnInput(samples), [1, INPUT_BANDS, INPUT_FRAMES]);
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
