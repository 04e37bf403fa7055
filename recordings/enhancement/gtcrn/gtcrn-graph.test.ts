import * as ort from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { parseOnnx } from '../../../model-files/onnx/graph.ts';
import { writeOnnx } from '../../../model-files/onnx/writer.ts';
import { withJoinedLayers } from './gtcrn-graph.ts';

const DIMS = [1, 16, 16, 33];
const numbers = (dims: readonly number[], sign: number): ort.Tensor => {
  const size = dims.reduce((product, dim) => product * dim, 1);
  return new ort.Tensor(
    'float32',
    Float32Array.from({ length: size }, (_, i) => sign * (i + 1)),
    dims,
  );
};

/** Writes layers into a memory value by value, at listed places. */
function writing(frames: number, place: (channel: number, frame: number, band: number) => number[]) {
  const dims = [1, 16, frames, 33];
  const places: bigint[] = [];
  for (let channel = 0; channel < 16; channel++)
    for (let frame = 0; frame < frames; frame++)
      for (let band = 0; band < 33; band++)
        places.push(0n, ...place(channel, frame, band).map((index) => BigInt(index)));
  return writeOnnx({
    opset: 11,
    inputs: [
      { name: 'memory', dims: DIMS },
      { name: 'layers', dims },
    ],
    outputs: [{ name: 'out', dims: DIMS }],
    weights: [{ name: 'places', dims: [...dims, 4], data: BigInt64Array.from(places) }],
    operations: [{ type: 'ScatterND', inputs: ['memory', 'places', 'layers'], outputs: ['out'] }],
  });
}

async function run(model: Uint8Array, frames: number): Promise<unknown> {
  const session = await ort.InferenceSession.create(model);
  const feeds = { memory: numbers(DIMS, 1), layers: numbers([1, 16, frames, 33], -1) };
  const { out } = await session.run(feeds);
  await session.release();
  return out?.data;
}

const operations = (model: Uint8Array): string[] => parseOnnx(model).nodes.map(({ opType }) => opType);

test.each([
  [0, 2, ['Slice', 'Concat']],
  [2, 4, ['Slice', 'Slice', 'Concat']],
  [6, 10, ['Slice', 'Concat']],
  [0, 16, ['Concat']],
])(
  'layers from frame %i on, %i of them, are joined: the result is the same',
  async (from, frames, expected) => {
    const model = writing(frames, (channel, frame, band) => [channel, from + frame, band]);
    const other = withJoinedLayers(model);
    expect(operations(other)).toEqual(expected);
    expect(other.length).toBeLessThan(model.length / 10);
    expect(await run(other, frames)).toEqual(await run(model, frames));
  },
);

test.each<[string, (channel: number, frame: number, band: number) => number[]]>([
  ['in another order', (channel, frame, band) => [channel, 3 - frame, band]],
  ['with gaps', (channel, frame, band) => [channel, 2 * frame, band]],
  ['turned round', (channel, frame, band) => [channel, frame, 32 - band]],
])('what is written %s stays as it is', async (_, place) => {
  const model = writing(4, place);
  const other = withJoinedLayers(model);
  expect(operations(other)).toEqual(['ScatterND']);
  expect(await run(other, 4)).toEqual(await run(model, 4));
});

test('a file that is not a model is refused', () => {
  expect(() => withJoinedLayers(new TextEncoder().encode('This is no model.'))).toThrow(Error);
});
