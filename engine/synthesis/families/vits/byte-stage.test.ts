import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { parseOnnx } from '../../../../model-files/onnx/graph.ts';
import type { ByteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { canSaturate, runnableHere } from '../../../../model-files/onnx/testing.ts';
import { type OnnxOperation, type OnnxTensor, writeOnnx } from '../../../../model-files/onnx/writer.ts';
import type { ChannelRanges } from './byte-products.ts';
import { byteStage, rangedTensors } from './byte-stage.ts';
import { runStage } from './run-stage.ts';
import { stagedVits } from './split.ts';

const noise = (length: number, seed: number, scale = 1): Float32Array =>
  Float32Array.from({ length }, (_, i) => scale * Math.sin((i + 1) ** 1.3 * seed));

const CHANNELS = 16;
const WEIGHTS: OnnxTensor[] = [
  { name: 'w1', dims: [24, CHANNELS, 3], data: noise(24 * CHANNELS * 3, 12.9898, 0.1) },
  { name: 'b1', dims: [24], data: noise(24, 4.1, 0.1) },
  { name: 'w2', dims: [24, 24, 5], data: noise(24 * 24 * 5, 78.233, 0.1) },
  { name: 'w3', dims: [24, 40, 8], data: noise(24 * 40 * 8, 3.33, 0.1) },
  { name: 'b3', dims: [40], data: noise(40, 2.7, 0.1) },
  { name: 'w4', dims: [1, 40, 7], data: noise(40 * 7, 5.71, 0.1) },
  { name: 'three', dims: [], data: Float32Array.of(3) },
];
const OPERATIONS: OnnxOperation[] = [
  { type: 'Conv', inputs: ['x', 'w1', 'b1'], outputs: ['first'] },
  { type: 'LeakyRelu', inputs: ['first'], outputs: ['active'], floats: { alpha: 0.1 } },
  { type: 'Conv', inputs: ['active', 'w2'], outputs: ['second'] },
  { type: 'Add', inputs: ['second', 'first'], outputs: ['sum'] },
  { type: 'Div', inputs: ['sum', 'three'], outputs: ['mean'] },
  { type: 'LeakyRelu', inputs: ['mean'], outputs: ['bent'], floats: { alpha: 0.1 } },
  { type: 'ConvTranspose', inputs: ['bent', 'w3', 'b3'], outputs: ['long'] },
  { type: 'Conv', inputs: ['long', 'w4'], outputs: ['last'] },
  { type: 'Tanh', inputs: ['last'], outputs: ['y'] },
];
/** Lists of integers that the writer does not support: kernel, dilations, pads and strides of each. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  first: { kernel_shape: [3], dilations: [1], pads: [1, 1], strides: [1] },
  second: { kernel_shape: [5], dilations: [2], pads: [4, 4], strides: [1] },
  long: { kernel_shape: [8], dilations: [1], pads: [2, 2], strides: [4] },
  last: { kernel_shape: [7], dilations: [1], pads: [3, 3], strides: [1] },
};
const RATE = 4;
const STAGE = { input: 'x', mask: null, output: 'y' };

const bytes = (operations: readonly OnnxOperation[]): Uint8Array =>
  writeOnnx({
    opset: 17,
    inputs: [{ name: 'x', dims: [1, CHANNELS, 'steps'] }],
    outputs: ['y', 'active', 'bent', 'long'].map((name) => ({ name, dims: [1, 'channels', 'rows'] })),
    weights: WEIGHTS,
    operations: operations.map((operation) => ({
      ...operation,
      lists: SHAPES[operation.outputs[0] ?? ''] ?? {},
    })),
  });

test.each<ByteSums>(['exact', 'saturating'])(
  'a stage rewritten for %s sums gives nearly the same, and exactly the same in windows',
  async (sums) => {
    const graph = parseOnnx(bytes(OPERATIONS));
    const count = 40;
    const columns = noise(CHANNELS * count, 1.7);
    const reference = await InferenceSession.create(bytes(OPERATIONS), ONE_THREAD);
    const expected = await reference.run({ x: new Tensor('float32', columns, [1, CHANNELS, count]) });
    const ranges = new Map<string, ChannelRanges>();
    for (const name of rangedTensors(graph, STAGE)) {
      const values = name === 'x' ? columns : (expected[name]?.data as Float32Array);
      const channels = name === 'x' ? CHANNELS : (expected[name]?.dims[1] ?? 1);
      const steps = values.length / channels;
      const each = Array.from({ length: channels }, (_, i) => values.subarray(i * steps, (i + 1) * steps));
      ranges.set(name, {
        least: Float32Array.from(each, (channel) => Math.min(0, ...channel)),
        largest: Float32Array.from(each, (channel) => Math.max(0, ...channel)),
      });
    }

    const { model, margin } = byteStage(graph, STAGE, ranges, sums);
    expect(canSaturate(model)).toBe(sums === 'exact');
    const session = await InferenceSession.create(runnableHere(model, sums), ONE_THREAD);
    const reach = Math.ceil(margin / RATE);
    const stage = { ...STAGE, margin, reach, rate: RATE };
    const all = Float32Array.from(
      { length: columns.length },
      (_, i) => columns[(i % CHANNELS) * count + Math.floor(i / CHANNELS)] ?? 0,
    );
    const render = async (from: number, to: number): Promise<Float32Array> => {
      const [start, end] = [Math.max(0, from - reach), Math.min(count, to + reach)];
      const rows = all.slice(start * CHANNELS, end * CHANNELS);
      const window = { rows, channels: CHANNELS, atStart: start === 0, atEnd: end === count };
      const output = await runStage(session, stage, window, {});
      const skip = (from - start) * RATE - (start === 0 ? 0 : margin);
      return output.rows.slice(skip, skip + (to - from) * RATE);
    };
    const whole = await render(0, count);
    const wanted = expected.y?.data as Float32Array;
    expect(whole.length).toBe(wanted.length);
    const power = (values: Float32Array): number => values.reduce((sum, value) => sum + value ** 2, 0);
    expect(power(whole.map((value, i) => value - (wanted[i] ?? 0)))).toBeLessThan(0.003 * power(wanted));
    for (const size of [1, 3, 16]) {
      for (let from = 0; from < count; from += size) {
        const to = Math.min(count, from + size);
        expect(await render(from, to)).toEqual(whole.slice(from * RATE, to * RATE));
      }
    }
    await reference.release();
    await session.release();
  },
);

test('a stage with other layers is refused, and one whose ranges are not known', () => {
  const others = OPERATIONS.map((each) => (each.outputs[0] === 'y' ? { ...each, type: 'Softsign' } : each));
  const range = { least: new Float32Array(CHANNELS), largest: new Float32Array(CHANNELS).fill(1) };
  const named = (name: string, channels: number): [string, ChannelRanges] => [
    name,
    { least: range.least.slice(0, channels), largest: new Float32Array(channels).fill(1) },
  ];
  const ranges = new Map([named('x', CHANNELS), named('active', 24), named('bent', 24), named('long', 40)]);
  expect(() => byteStage(parseOnnx(bytes(others)), STAGE, ranges, 'exact')).toThrow(
    'Softsign is not expected',
  );
  const unmeasured = new Map([named('x', CHANNELS)]);
  expect(() => byteStage(parseOnnx(bytes(OPERATIONS)), STAGE, unmeasured, 'exact')).toThrow(
    'the range of "active" was not measured',
  );
  expect(() => stagedVits(bytes(OPERATIONS), ranges)).toThrow('cannot split');
});
