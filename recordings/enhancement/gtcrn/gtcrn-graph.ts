/**
 * The exported GTCRN writes new frames into its memory value by value, at positions that are listed one by one, which
 * takes a fifth of its time. These positions are layers of the memory, so concatenating slices gives the same result
 * faster.
 */
import {
  int64sOf,
  type NodeBytes,
  type OnnxGraph,
  type OnnxNode,
  parseOnnx,
  toNode,
  withNodes,
} from '../../../model-files/onnx/graph.ts';
import type { OnnxTensor } from '../../../model-files/onnx/writer.ts';

/** Sizes of the recurrent memory: batch, channels, frames, bands. */
const DIMS = [1, 16, 16, 33] as const;
const FRAME_AXIS = 2;

/**
 * @param model a serialised graph
 * @returns a graph that computes the same; nodes of another form are unchanged
 * @throws Error when it is not an ONNX model
 */
export function withJoinedLayers(model: Uint8Array): Uint8Array {
  const graph = parseOnnx(model);
  const weights: OnnxTensor[] = [];
  const nodes = graph.nodes.flatMap((node): readonly NodeBytes[] => {
    const layers = layersOf(graph, node);
    return layers ? joined(node, layers, weights) : [node];
  });
  return withNodes(graph, nodes, weights);
}

/** Frames from `from` up to `to`. */
interface Layers {
  readonly from: number;
  readonly to: number;
}

/** The frames that a node writes to, when they are whole and written in order. */
function layersOf({ initializers }: OnnxGraph, { opType, inputs }: OnnxNode): Layers | null {
  const raw = opType === 'ScatterND' ? initializers.get(inputs[1] ?? '') : undefined;
  const places = raw && int64sOf(raw);
  if (!places || places.dims.length !== DIMS.length + 1 || places.dims.at(-1) !== DIMS.length) return null;
  const { dims, values } = places;
  if (DIMS.some((size, axis) => axis !== FRAME_AXIS && dims[axis] !== size)) return null;
  const from = Number(values[FRAME_AXIS]);
  for (let i = 0; i < values.length; i += DIMS.length) {
    let rest = i / DIMS.length;
    for (let axis = DIMS.length - 1; axis >= 0; axis--) {
      const size = dims[axis] ?? 1;
      if (Number(values[i + axis]) !== (rest % size) + (axis === FRAME_AXIS ? from : 0)) return null;
      rest = Math.floor(rest / size);
    }
  }
  return { from, to: from + (dims[FRAME_AXIS] ?? 0) };
}

/** The parts before the layers, the layers, and the parts after them. */
function joined(
  { inputs: [memory = '', , layers = ''], outputs: [output = ''] }: OnnxNode,
  { from, to }: Layers,
  weights: OnnxTensor[],
): NodeBytes[] {
  const constant = (name: string, value: number): string => {
    const tensor: OnnxTensor = {
      name: `${output}/${name}`,
      dims: [1],
      data: BigInt64Array.of(BigInt(value)),
    };
    weights.push(tensor);
    return tensor.name;
  };
  const slices: NodeBytes[] = [];
  const slice = (name: string, start: number, end: number): string[] => {
    if (start === end) return [];
    const bounds = [constant(`${name}/start`, start), constant(`${name}/end`, end)];
    const inputs = [memory, ...bounds, constant(`${name}/axis`, FRAME_AXIS)];
    slices.push(toNode({ type: 'Slice', inputs, outputs: [`${output}/${name}`] }));
    return [`${output}/${name}`];
  };
  const parts = [...slice('before', 0, from), layers, ...slice('behind', to, DIMS[FRAME_AXIS])];
  const attributes = { axis: FRAME_AXIS };
  return [...slices, toNode({ type: 'Concat', inputs: parts, outputs: [output], attributes })];
}
