/** Kokoro's published graph, computed in one run: the reference for ours, and the source of its training data. */
import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-node';
import { extractModel, ONE_THREAD, type OnnxGraph, parseOnnx, styleFor } from '../../engine/research.ts';

const AUDIO = 'audio';

export class PublishedGraph {
  readonly #session: ort.InferenceSession;

  private constructor(session: ort.InferenceSession) {
    this.#session = session;
  }

  /** Loads the graph with the sound as its output. */
  static async load(modelPath: string): Promise<PublishedGraph> {
    return new PublishedGraph(await ort.InferenceSession.create(modelPath, ONE_THREAD));
  }

  /**
   * Loads the graph with other outputs.
   * @param prepare may add nodes; returns the names of the wanted tensors, of floats and of rank 3
   */
  static async loadWith(
    modelPath: string,
    prepare: (graph: OnnxGraph) => { readonly graph: OnnxGraph; readonly outputs: readonly string[] },
  ): Promise<PublishedGraph> {
    const { graph, outputs } = prepare(parseOnnx(await readFile(modelPath)));
    const bytes = extractModel(graph, [], outputs);
    return new PublishedGraph(await ort.InferenceSession.create(bytes, ONE_THREAD));
  }

  /**
   * @param ids token ids with the boundary at either end
   * @param styles of the voice
   */
  async run(ids: readonly number[], styles: Float32Array): Promise<(output: string) => Float32Array> {
    const style = styleFor(styles, ids);
    const result = await this.#session.run({
      tokens: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new ort.Tensor('float32', style, [1, style.length]),
      speed: new ort.Tensor('float32', Float32Array.of(1), [1]),
    });
    return (output) => {
      const data = result[output]?.data;
      if (!(data instanceof Float32Array)) throw new Error(`the graph gave no floats as "${output}"`);
      return data;
    };
  }

  /** Returns samples at 24 kHz. */
  async speak(ids: readonly number[], styles: Float32Array): Promise<Float32Array> {
    return (await this.run(ids, styles))(AUDIO);
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}
