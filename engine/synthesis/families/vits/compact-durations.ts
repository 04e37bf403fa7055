/**
 * Rewrites the predictor of durations of a VITS graph: the same arithmetic in a third of its operations. The exporter
 * left some 450 of them for each of three splines, nearly all of which look up, expand and scatter indices; for a short
 * sentence, going through them takes as long as the text encoder.
 *
 * Source: Kim, Kong, Son, "Conditional Variational Autoencoder with Adversarial Learning for End-to-End Text-to-Speech"
 * (2021), appendix; Durkan et al., "Neural Spline Flows" (2019), section 3.1.
 */
import {
  extractModel,
  type NodeBytes,
  type OnnxGraph,
  type OnnxNode,
  parseOnnx,
  toNode,
  weightsOf,
  withNodes,
} from '../../../../model-files/onnx/graph.ts';
import { END, GraphBuilder, ONNXRUNTIME } from '../../../../model-files/onnx/graph-builder.ts';
import { inverseSpline } from './inverse-spline.ts';

/** Flows with splines, in the order in which they are inverted. The two channels are swapped between them. */
const SPLINE_FLOWS = [7, 5, 3] as const;
const LAYERS = [0, 1, 2] as const;
/** Epsilon of the model's layer norms. */
const EPSILON = 1e-5;

/**
 * @param model of a text stage
 * @returns a model with the same inputs and outputs
 * @throws Error for a graph with a predictor of another kind
 */
export function compactDurations(model: Uint8Array): Uint8Array {
  const graph = parseOnnx(model);
  const predictor = new Predictor(graph);
  const replaced = new Map(
    SPLINE_FLOWS.map((flow) => [named(graph, `/dp/flows.${flow - 1}/Slice`).inputs[0], flow]),
  );
  const nodes = graph.nodes.flatMap((node): readonly NodeBytes[] => {
    const flow = replaced.get(node.outputs[0]);
    return flow === undefined ? [node] : predictor.undo(flow, node.outputs[0] ?? '');
  });
  const whole = parseOnnx(withNodes(graph, nodes, predictor.builder.allWeights, { [ONNXRUNTIME]: 1 }));
  // Removes the nodes that only the replaced operations used.
  return extractModel(whole, [], [...graph.outputs.keys()]);
}

function named(graph: OnnxGraph, name: string): OnnxNode {
  const node = graph.nodes.find((each) => each.name === name);
  if (!node) throw new Error(`this VITS graph has no node "${name}"`);
  return node;
}

/** Builds the predictor's operations. All tensors are time-major, [1, ids, channels]. */
class Predictor {
  readonly builder = new GraphBuilder('durations_');
  readonly #graph: OnnxGraph;
  #condition: string | null = null;

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
  }

  /** The nodes that undo a flow with a spline and give `output`, [1, 2, ids]. */
  undo(flow: number, output: string): NodeBytes[] {
    const b = this.builder;
    const at = `/dp/flows.${flow}`;
    const [kept = '', changed = ''] = named(this.#graph, `${at}/Split`).outputs;
    this.#condition ??= this.#conditionOfText();
    const rows = b.operation('Reshape', [kept, b.integers(1, -1, 1)]);
    const opened = b.operation('Add', [this.#pointwise(rows, `${at}/pre/Conv`), this.#condition]);
    const parameters = this.#pointwise(this.#separable(opened, `${at}/convs`), `${at}/proj/Conv`);
    const [channels = 1] = this.#weights(`${at}/pre/Conv`).dims;
    const y = b.operation('Reshape', [changed, b.integers(1, -1, 1)]);
    const undone = inverseSpline(b, parameters, 1 / Math.sqrt(channels), y);
    const columns = b.operation('Reshape', [undone, b.integers(1, 1, -1)]);
    const both = b.operation('Concat', [kept, columns], { attributes: { axis: 1 } });
    return [...b.takeOperations(), { type: 'Identity', inputs: [both], outputs: [output] }].map(toNode);
  }

  /** Conditioning of all flows on the text, [1, ids, channels]. */
  #conditionOfText(): string {
    const [encoded = ''] = named(this.#graph, '/dp/convs/Mul').inputs;
    const rows = this.builder.operation('Transpose', [encoded], { lists: { perm: [0, 2, 1] } });
    return this.#pointwise(this.#separable(rows, '/dp/convs'), '/dp/proj/Conv');
  }

  /** Three residual layers of dilated depthwise separable convolutions. */
  #separable(input: string, at: string): string {
    const b = this.builder;
    let sum = input;
    for (const layer of LAYERS) {
      const spread = this.#depthwise(sum, `${at}/convs_sep.${layer}/Conv`);
      const inner = this.#activated(spread, `${at}/norms_1.${layer}`);
      const mixed = this.#pointwise(inner, `${at}/convs_1x1.${layer}/Conv`);
      sum = b.operation('Add', [sum, this.#activated(mixed, `${at}/norms_2.${layer}`)]);
    }
    return sum;
  }

  #activated(x: string, at: string): string {
    const b = this.builder;
    const [scale, shift] = [`${at}/Mul`, `${at}/Add_1`].map((name) => {
      const { dims, values } = this.#weights(name);
      return b.weights(dims, values);
    });
    const normed = b.operation('LayerNormalization', [x, scale ?? '', shift ?? ''], {
      attributes: { axis: 2 },
      floats: { epsilon: EPSILON },
    });
    return b.operation('Gelu', [normed], { domain: ONNXRUNTIME });
  }

  /** A convolution with one tap. */
  #pointwise(x: string, name: string): string {
    const b = this.builder;
    const { dims, values } = this.#weights(name);
    const [outputs = 0, inputs = 0, taps = 1] = dims;
    if (taps !== 1) throw new Error(`"${name}" of this VITS graph has more than one tap`);
    const matrix = values.map((_, i) => values[(i % outputs) * inputs + Math.floor(i / outputs)] ?? 0);
    const product = b.operation('MatMul', [x, b.weights([inputs, outputs], matrix)]);
    return b.operation('Add', [product, b.weights([outputs], this.#weights(name, 2).values)]);
  }

  /** A depthwise convolution, as a sum of shifted and scaled rows. */
  #depthwise(x: string, name: string): string {
    const b = this.builder;
    const { dims, values } = this.#weights(name);
    const [channels = 0, inputs = 0, taps = 0] = dims;
    const dilation = named(this.#graph, name).ints.get('dilations')?.[0] ?? 1;
    const reach = ((taps - 1) * dilation) / 2;
    if (inputs !== 1) throw new Error(`"${name}" of this VITS graph mixes channels`);
    const padded = b.operation('Pad', [x, b.integers(0, reach, 0, 0, reach, 0)]);
    let sum = b.weights([channels], this.#weights(name, 2).values);
    for (let tap = 0; tap < taps; tap++) {
      const after = (taps - 1 - tap) * dilation;
      const seen = b.slice(padded, 1, tap * dilation, after === 0 ? END : -after);
      const factors = values.filter((_, i) => i % taps === tap);
      sum = b.operation('Add', [b.operation('Mul', [seen, b.weights([channels], factors)]), sum]);
    }
    return sum;
  }

  #weights(name: string, input = 1): { dims: readonly number[]; values: Float32Array } {
    const { dims, values } = weightsOf(this.#graph, named(this.#graph, name).inputs[input] ?? '');
    return { dims, values: Float32Array.from(values) };
  }
}
