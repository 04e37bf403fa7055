import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GraphBuilder, ONNXRUNTIME } from '../../../model-files/onnx/graph-builder.ts';
import { ONE_THREAD } from '../../../model-files/onnx/session-options.ts';
import { writeOnnx } from '../../../model-files/onnx/writer.ts';
import { openStage, readParameters, writeOptimized } from './stages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-stages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const [ROWS, WIDTH, INNER] = [5, 129, 67];

const noise = (length: number, seed: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin((i + 1) * seed));

/** Two products, whose weights have no round length. */
const model = (): Uint8Array =>
  writeOnnx({
    opset: 17,
    inputs: [{ name: 'x', dims: ['rows', WIDTH] }],
    outputs: [{ name: 'y', dims: ['rows', WIDTH] }],
    weights: [
      { name: 'a', dims: [WIDTH, INNER], data: noise(WIDTH * INNER, 12.9898) },
      { name: 'b', dims: [INNER, WIDTH], data: noise(INNER * WIDTH, 78.233) },
    ],
    operations: [
      { type: 'MatMul', inputs: ['x', 'a'], outputs: ['h'] },
      { type: 'MatMul', inputs: ['h', 'b'], outputs: ['y'] },
    ],
  });

test('a written stage computes the same as before, from aligned weights outside its graph', async () => {
  const parameters = { pads: [1, 2], scales: Float32Array.of(0.5, 2) };
  await writeOptimized(folder, { stages: new Map([['product', model]]), parameters });
  expect(await readParameters(folder)).toEqual(parameters);

  const x = new Tensor('float32', noise(ROWS * WIDTH, 3.7), [ROWS, WIDTH]);
  const before = await InferenceSession.create(model(), ONE_THREAD);
  const after = await openStage(folder, 'product');
  const [expected, found] = [await before.run({ x }), await after.run({ x })];
  expect(found.y?.data).toEqual(expected.y?.data);
  await before.release();
  await after.release();

  const graph = await readFile(join(folder, 'product.onnx'));
  expect(graph.length).toBeLessThan(4000);
  const text = graph.toString('latin1');
  const tensors = [...text.matchAll(/offset\D\D(\d+)/g)].map(([, offset]) => Number(offset));
  const rearranged = [...text.matchAll(/\|(\d+);\d+;/g)].map(([, offset]) => Number(offset));
  expect(tensors).toHaveLength(2);
  expect(rearranged).toHaveLength(2);
  expect([...tensors, ...rearranged].filter((offset) => offset % 64 !== 0)).toEqual([]);
});

test('a written stage of bytes sums its products exactly on any processor', async () => {
  const [depth, columns] = [256, 128];
  const product = (): Uint8Array => {
    const b = new GraphBuilder();
    const bytes = b.operation('QuantizeLinear', [b.input('x', ['rows', depth]), b.scalar(1), b.byte(0)]);
    const weights = b.weights([depth, columns], new Int8Array(depth * columns).fill(127));
    const scales = b.weights([columns], new Float32Array(columns).fill(1));
    const zeros = b.weights([columns], new Int8Array(columns));
    b.operation('MatMulIntegerToFloat', [bytes, weights, b.scalar(1), scales, b.byte(0), zeros], {
      domain: ONNXRUNTIME,
    });
    return b.model();
  };
  const written = join(folder, 'bytes');
  await mkdir(written);
  await writeOptimized(written, { stages: new Map([['product', product]]), parameters: null });
  const session = await openStage(written, 'product');
  const x = new Tensor('float32', new Float32Array(2 * depth).fill(255), [2, depth]);
  const { out } = await session.run({ x });
  expect(new Set(out?.data as Float32Array)).toEqual(new Set([depth * 255 * 127]));
  await session.release();
});
