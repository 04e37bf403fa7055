/** onnxruntime's products of bytes on this kind of processor, compared with models of both kinds. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, test } from 'vitest';
import { GraphBuilder, ONNXRUNTIME } from './graph-builder.ts';
import { type ByteSums, byteSums, largestByteWeight, processorName } from './instruction-sets.ts';
import { ONE_THREAD, SETTINGS } from './session-options.ts';
import { saturatingSum, sumOf } from './testing.ts';

const cpuinfo = (flags: string): string => `processor\t: 0\nflags\t\t: ${flags}\nbugs\t\t:\n`;
const WITHOUT = cpuinfo('fpu fma avx avx2 avx512f avx512bw');
const WITH = [cpuinfo('fpu fma avx avx2 avx512_vnni'), cpuinfo('fpu fma avx avx2 avx_vnni')];

test('the kind of a processor follows from its instruction sets', () => {
  expect(byteSums(WITHOUT, 'x64')).toBe('saturating');
  expect(WITH.map((each) => byteSums(each, 'x64'))).toEqual(['exact', 'exact']);
  expect(byteSums('', 'x64')).toBe('saturating');
  expect(byteSums('', 'arm64')).toBe('exact');
});

test('files that were made for one kind are not those of the other', () => {
  expect(new Set([WITHOUT, ...WITH].map((each) => processorName(each))).size).toBe(3);
});

/** Rows of the left-hand side, its columns, and columns of the right-hand side. */
const [ROWS, DEPTH, COLUMNS] = [3, 64, 20];

/** Bytes from `least` to `largest`, most of them near the ends. */
function bytesBetween(least: number, largest: number, count: number, seed: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const wave = Math.sin((i + 1) ** 1.3 * seed);
    return Math.round(least + (largest - least) * (0.5 + 0.5 * Math.sign(wave) * Math.abs(wave) ** 0.2));
  });
}

/** The product of two matrices of bytes, with a function that sums each of its values. */
function product(rows: readonly number[], weights: readonly number[], add: typeof sumOf): number[] {
  return Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
    return add(
      rows.slice(row * DEPTH, (row + 1) * DEPTH),
      Array.from({ length: DEPTH }, (_, k) => weights[k * COLUMNS + column] ?? 0),
    );
  });
}

async function computed(
  model: Uint8Array,
  rows: readonly number[],
  options = ONE_THREAD,
): Promise<Float32Array> {
  const session = await InferenceSession.create(model, options);
  const { out } = await session.run({ x: new Tensor('float32', Float32Array.from(rows), [ROWS, DEPTH]) });
  await session.release();
  return out?.data as Float32Array;
}

/** Unsigned bytes by signed ones, as in our graphs and in quantised files. */
function mixedProduct(weights: readonly number[]): Uint8Array {
  const b = new GraphBuilder();
  const x = b.input('x', ['rows', DEPTH]);
  const bytes = b.operation('QuantizeLinear', [x, b.scalar(1), b.byte(0)]);
  const matrix = b.weights([DEPTH, COLUMNS], Int8Array.from(weights));
  const scales = b.weights([COLUMNS], new Float32Array(COLUMNS).fill(1));
  const zeros = b.weights([COLUMNS], new Int8Array(COLUMNS));
  b.operation('MatMulIntegerToFloat', [bytes, matrix, b.scalar(1), scales, b.byte(0), zeros], {
    domain: ONNXRUNTIME,
  });
  return b.model();
}

/** onnxruntime without our settings. */
const PLAIN = { ...ONE_THREAD, extra: { session: { ...SETTINGS.session, x64quantprecision: '0' } } };

describe('products of unsigned and signed bytes', () => {
  const rows = bytesBetween(0, 255, ROWS * DEPTH, 12.9898);
  const weightsFor = (sums: ByteSums): number[] => {
    const largest = largestByteWeight(sums);
    return bytesBetween(-largest, largest, DEPTH * COLUMNS, 78.233);
  };
  const wide = weightsFor('exact');
  const narrow = weightsFor('saturating');

  test('saturate in 16 bits with weights of 8 bits, and not with those of 7', () => {
    expect(product(rows, wide, saturatingSum)).not.toEqual(product(rows, wide, sumOf));
    expect(product(rows, narrow, saturatingSum)).toEqual(product(rows, narrow, sumOf));
    expect(saturatingSum([255, 255], [64, 64])).toBe(2 * 255 * 64);
    expect(saturatingSum([255, 255], [65, 65])).toBeLessThan(2 * 255 * 65);
  });

  test('are added up by onnxruntime as the kind of this processor says', async () => {
    const add = byteSums() === 'exact' ? sumOf : saturatingSum;
    expect([...(await computed(mixedProduct(wide), rows, PLAIN))]).toEqual(product(rows, wide, add));
    expect([...(await computed(mixedProduct(narrow), rows, PLAIN))]).toEqual(product(rows, narrow, sumOf));
  });

  test('are exact with our settings', async () => {
    expect([...(await computed(mixedProduct(wide), rows))]).toEqual(product(rows, wide, sumOf));
  });
});

test('weights with a scale for every block (as the 8-bit ones of Pocket TTS) are exact', async () => {
  const BLOCK = 32;
  const b = new GraphBuilder();
  const x = b.input('x', ['rows', DEPTH]);
  const bytes = bytesBetween(1, 255, DEPTH * COLUMNS, 3.7);
  const scales = new Float32Array((DEPTH / BLOCK) * COLUMNS).fill(1);
  b.operation(
    'MatMulNBits',
    [
      x,
      b.weights([COLUMNS, DEPTH / BLOCK, BLOCK], Uint8Array.from(bytes)),
      b.weights([scales.length], scales),
    ],
    {
      domain: ONNXRUNTIME,
      attributes: { K: DEPTH, N: COLUMNS, bits: 8, block_size: BLOCK, accuracy_level: 4 },
    },
  );
  // The scale of a block of rows follows from its largest value: 127 makes it 1.
  const rows = bytesBetween(-127, 127, ROWS * DEPTH, 5.1).map((value, i) => (i % BLOCK === 0 ? 127 : value));
  const byColumns = (i: number): number =>
    (bytes[(i % COLUMNS) * DEPTH + Math.floor(i / COLUMNS)] ?? 0) - 128;
  const weights = Array.from({ length: DEPTH * COLUMNS }, (_, i) => byColumns(i));
  const expected = product(rows, weights, sumOf);
  const found = await computed(b.model(), rows);
  for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, -1);
});

test('a recurrent layer of bytes gives the same result as one of floats', async () => {
  const HIDDEN = 8;
  const GATES = 4 * HIDDEN;
  const SCALE = 1 / (127 * 8);
  const inputs = bytesBetween(-127, 127, DEPTH * GATES, 9.1);
  const recurrent = bytesBetween(-127, 127, HIDDEN * GATES, 4.4);
  const layer = (
    collect: (b: GraphBuilder, sequence: string) => string,
    rows: readonly number[],
  ): Promise<Float32Array> => {
    const b = new GraphBuilder();
    const x = b.input('x', ['rows', DEPTH]);
    const hidden = collect(b, b.operation('Reshape', [x, b.integers(ROWS, 1, DEPTH)]));
    b.operation('Reshape', [hidden, b.integers(-1, HIDDEN)]);
    return computed(b.model(), rows);
  };
  const ofBytes = (b: GraphBuilder, sequence: string): string => {
    const scale = b.weights([1], Float32Array.of(SCALE));
    const operands = [
      b.weights([1, DEPTH, GATES], Int8Array.from(inputs)),
      b.weights([1, HIDDEN, GATES], Int8Array.from(recurrent)),
    ];
    const zeros = operands.map(() => b.weights([1], new Int8Array(1)));
    const none = Array.from({ length: 5 }, () => '');
    return b.operation(
      'DynamicQuantizeLSTM',
      [sequence, ...operands, ...none, scale, zeros[0] ?? '', scale, zeros[1] ?? ''],
      { domain: ONNXRUNTIME, attributes: { hidden_size: HIDDEN } },
    );
  };
  const ofFloats = (b: GraphBuilder, sequence: string): string => {
    // ONNX's own has a row for each gate.
    const transposed = (bytes: readonly number[], width: number): string =>
      b.weights(
        [1, GATES, width],
        Float32Array.from(bytes, (_, i) => SCALE * (bytes[(i % width) * GATES + Math.floor(i / width)] ?? 0)),
      );
    return b.operation('LSTM', [sequence, transposed(inputs, DEPTH), transposed(recurrent, HIDDEN)], {
      attributes: { hidden_size: HIDDEN },
    });
  };
  const rows = bytesBetween(0, 255, ROWS * DEPTH, 6.3).map((value) => value / 255);
  const [found, expected] = [await layer(ofBytes, rows), await layer(ofFloats, rows)];
  const errors = [...expected].map((value, i) => Math.abs((found[i] ?? 0) - value));
  expect(Math.max(...errors)).toBeLessThan(0.02);
});
