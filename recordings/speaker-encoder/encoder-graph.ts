/** The network of the speaker encoder, from the weights of a PyTorch checkpoint to an ONNX model. */

import { type OnnxOperation, type OnnxTensor, writeOnnx } from '../../model-files/onnx/writer.ts';
import type { TorchTensor } from './torch-checkpoint.ts';

const HIDDEN = 256;
const LAYERS = 3;
export const EMBEDDING_SIZE = 256;
/** Bands of the mel spectrogram that it reads. */
export const MEL_BANDS = 40;
/** Frames of a window. */
export const WINDOW_FRAMES = 160;

/** The network as an ONNX model: mel windows (time, window, band) to embeddings before the scaling to unit length. */
export function encoderGraph(state: ReadonlyMap<string, TorchTensor>): Uint8Array {
  const weights: OnnxTensor[] = [{ name: 'first', dims: [1], data: BigInt64Array.of(0n) }];
  weights.push({ name: 'directions', dims: [1], data: BigInt64Array.of(1n) });
  const operations: OnnxOperation[] = [];
  let below = 'mels';
  for (let layer = 0; layer < LAYERS; layer++) {
    const inputs = layer === 0 ? MEL_BANDS : HIDDEN;
    const get = (name: string, ...shape: number[]) => weight(state, `lstm.${name}_l${layer}`, shape);
    const add = (name: string, dims: readonly number[], data: Float32Array) =>
      weights.push({ name: `${name}${layer}`, dims, data });
    add('w', [1, 4 * HIDDEN, inputs], reorderGates(get('weight_ih', 4 * HIDDEN, inputs)));
    add('r', [1, 4 * HIDDEN, HIDDEN], reorderGates(get('weight_hh', 4 * HIDDEN, HIDDEN)));
    const biases = new Float32Array(8 * HIDDEN);
    biases.set(reorderGates(get('bias_ih', 4 * HIDDEN)));
    biases.set(reorderGates(get('bias_hh', 4 * HIDDEN)), 4 * HIDDEN);
    add('b', [1, 8 * HIDDEN], biases);
    operations.push({
      type: 'LSTM',
      inputs: [below, `w${layer}`, `r${layer}`, `b${layer}`],
      outputs: [`y${layer}`, `last${layer}`],
      attributes: { hidden_size: HIDDEN },
    });
    below = `h${layer}`;
    operations.push({ type: 'Squeeze', inputs: [`y${layer}`, 'directions'], outputs: [below] });
  }
  // Only the last state of the last layer counts.
  operations.pop();
  const top = `last${LAYERS - 1}`;
  operations.push({ type: 'Squeeze', inputs: [top, 'first'], outputs: ['hidden'] });
  for (const [name, dims] of [
    ['linear.weight', [EMBEDDING_SIZE, HIDDEN]],
    ['linear.bias', [EMBEDDING_SIZE]],
  ] as const) {
    weights.push({ name, dims, data: weight(state, name, dims) });
  }
  operations.push(
    {
      type: 'Gemm',
      inputs: ['hidden', 'linear.weight', 'linear.bias'],
      outputs: ['linear'],
      attributes: { transB: 1 },
    },
    { type: 'Relu', inputs: ['linear'], outputs: ['embedding'] },
  );
  return writeOnnx({
    opset: 13,
    inputs: [{ name: 'mels', dims: [WINDOW_FRAMES, 'windows', MEL_BANDS] }],
    outputs: [{ name: 'embedding', dims: ['windows', EMBEDDING_SIZE] }],
    weights,
    operations,
  });
}

function weight(
  state: ReadonlyMap<string, TorchTensor>,
  name: string,
  shape: readonly number[],
): Float32Array {
  const tensor = state.get(name);
  if (!tensor || tensor.shape.join() !== shape.join()) {
    throw new Error(`the speaker encoder has no weights ${name} of shape ${shape.join(' x ')}`);
  }
  return tensor.data;
}

/** PyTorch keeps the rows of the gates as input, forget, cell, output; ONNX as input, output, forget, cell. */
function reorderGates(rows: Float32Array): Float32Array {
  const gate = rows.length / 4;
  const out = new Float32Array(rows.length);
  [0, 3, 1, 2].forEach((from, to) => {
    out.set(rows.subarray(from * gate, (from + 1) * gate), to * gate);
  });
  return out;
}
