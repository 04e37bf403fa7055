import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeFile, fakeModel, startHub } from '../test/kit/servers/model-hub.ts';
import { readCt2Model } from './ct2-model.ts';
import { ModelError } from './errors.ts';
import { halfToFloat } from './half.ts';
import type { Model } from './model.ts';
import { ModelStore } from './store.ts';
import { writeWhisperGgml } from './whisper-ggml.ts';

const WIDTH = 64;
const HALF_ONE = 0x3c00;
const VOCABULARY = 'a\nĠb\nâĤ¬\n<|endoftext|>\n<|startoftranscript|>\n';

interface Variable {
  readonly name: string;
  readonly shape: readonly number[];
}

/** The variables of a Whisper with one layer on each side. */
function variables(): Variable[] {
  const list: Variable[] = [];
  const add = (name: string, ...shape: number[]) => list.push({ name, shape });
  const linear = (name: string, rows: number, columns: number) => {
    add(`${name}/weight`, rows, columns);
    add(`${name}/bias`, rows);
  };
  const norm = (name: string) => {
    add(`${name}/gamma`, WIDTH);
    add(`${name}/beta`, WIDTH);
  };
  add('decoder/embeddings/weight', 5, WIDTH);
  add('encoder/conv1/weight', WIDTH, 80, 3);
  add('encoder/conv1/bias', WIDTH);
  add('encoder/conv2/weight', WIDTH, WIDTH, 3);
  add('encoder/conv2/bias', WIDTH);
  for (const side of ['encoder', 'decoder']) {
    add(`${side}/position_encodings/encodings`, 10, WIDTH);
    norm(`${side}/layer_norm`);
    norm(`${side}/layer_0/self_attention/layer_norm`);
    linear(`${side}/layer_0/self_attention/linear_0`, 3 * WIDTH, WIDTH);
    linear(`${side}/layer_0/self_attention/linear_1`, WIDTH, WIDTH);
    norm(`${side}/layer_0/ffn/layer_norm`);
    linear(`${side}/layer_0/ffn/linear_0`, 4 * WIDTH, WIDTH);
    linear(`${side}/layer_0/ffn/linear_1`, WIDTH, 4 * WIDTH);
  }
  norm('decoder/layer_0/attention/layer_norm');
  linear('decoder/layer_0/attention/linear_0', WIDTH, WIDTH);
  linear('decoder/layer_0/attention/linear_1', 2 * WIDTH, WIDTH);
  linear('decoder/layer_0/attention/linear_2', WIDTH, WIDTH);
  return list;
}

/** Every value is 1. */
function ct2File(list: readonly Variable[]): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(`${value}\0`);
    return Buffer.concat([Buffer.from(Uint16Array.of(bytes.length).buffer), bytes]);
  };
  const uint32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const parts = [uint32(6), text('WhisperSpec'), uint32(3, list.length)];
  for (const { name, shape } of list) {
    const values = Buffer.from(
      new Uint16Array(shape.reduce((product, size) => product * size, 1)).fill(HALF_ONE).buffer,
    );
    parts.push(text(name), Buffer.from([shape.length]), uint32(...shape), Buffer.from([4]));
    parts.push(uint32(values.length), values);
  }
  return Buffer.concat(parts);
}

/** The first value of a tensor of type F32, F16 or Q8_0. */
function firstOf(values: Buffer, type: number): number {
  if (type === 0) return values.readFloatLE();
  const first = halfToFloat(values.readUInt16LE());
  return type === 8 ? first * values.readInt8(2) : first;
}

/** Reads a file as whisper.cpp does. */
function readGgml(file: Buffer) {
  let at = 0;
  const int = () => {
    at += 4;
    return file.readInt32LE(at - 4);
  };
  const bytes = (count: number) => {
    at += count;
    return file.subarray(at - count, at);
  };
  const header = Array.from({ length: 12 }, int);
  const [bands, bins] = [int(), int()];
  bytes(4 * bands * bins);
  const tokens = Array.from({ length: int() }, () => bytes(int()).toString('utf8'));
  const tensors = new Map<string, { shape: number[]; type: number; first: number }>();
  while (at < file.length) {
    const [rank, nameLength, type] = [int(), int(), int()];
    const shape = Array.from({ length: rank }, int);
    const name = bytes(nameLength).toString('utf8');
    const count = shape.reduce((product, size) => product * size, 1);
    const values = bytes(type === 8 ? (count / 32) * 34 : count * (type === 0 ? 4 : 2));
    tensors.set(name, { shape, type, first: firstOf(values, type) });
  }
  return { header, bands, bins, tokens, tensors };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-ggml-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function converted(list: readonly Variable[], vocabulary = VOCABULARY): Promise<Buffer> {
  await writeFile(join(folder, 'model.bin'), ct2File(list));
  await writeFile(join(folder, 'vocabulary.txt'), vocabulary);
  await writeWhisperGgml(join(folder, 'model.bin'), join(folder, 'vocabulary.txt'), join(folder, 'out'));
  return readFile(join(folder, 'out'));
}

describe('a converted model', () => {
  test('has the sizes, tokens and tensors that whisper.cpp looks for', async () => {
    const { header, bands, bins, tokens, tensors } = readGgml(await converted(variables()));
    expect(header).toEqual([0x67676d6c, 5, 10, WIDTH, 1, 1, 10, WIDTH, 1, 1, 80, 2007]);
    expect([bands, bins]).toEqual([80, 201]);
    expect(tokens).toEqual(['a', ' b', '€']);
    expect(tensors.get('encoder.blocks.0.attn.value.weight')).toEqual({
      shape: [WIDTH, WIDTH],
      type: 8,
      first: expect.closeTo(1, 3),
    });
    expect(tensors.get('encoder.conv1.weight')).toEqual({ shape: [3, 80, WIDTH], type: 1, first: 1 });
    expect(tensors.get('encoder.conv1.bias')).toEqual({ shape: [1, WIDTH], type: 0, first: 1 });
    expect(tensors.has('decoder.blocks.0.cross_attn.key.bias')).toBe(false);
    // Outside the blocks and in the one block of each side: encoder, then decoder.
    expect(tensors.size).toBe(7 + 15 + 4 + 24);
  });

  test('is refused when a variable or the end of the vocabulary is missing', async () => {
    await expect(converted(variables().slice(1))).rejects.toThrow('no decoder/embeddings/weight');
    await expect(converted(variables(), 'a\nb\n')).rejects.toThrow('no <|endoftext|>');
  });
});

test('a broken model file never causes anything but a ModelError', () => {
  const whole = ct2File(variables().slice(-6));
  const attempt = (file: Buffer) => {
    try {
      readCt2Model(file);
    } catch (error) {
      expect(error).toBeInstanceOf(ModelError);
    }
  };
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 0, max: 255 }), fc.nat(whole.length), (at, byte, length) => {
      const file = Buffer.from(whole);
      file[at] = byte;
      attempt(file);
      attempt(file.subarray(0, length));
    }),
    { numRuns: 80 },
  );
});

test('a pull converts the fetched file, keeps only the result, and refuses another result', async () => {
  const expected = await converted(variables());
  const delivered: FakeFile[] = [
    { name: 'm.ct2', content: ct2File(variables()) },
    { name: 'm.txt', content: Buffer.from(VOCABULARY) },
  ];
  await using hub = await startHub(delivered);
  const [weights, vocabulary] = fakeModel('m', delivered, []).files;
  const model: Model = {
    ...fakeModel('m', [{ name: 'm.bin', content: expected }], [hub.source(delivered)]),
    kind: 'recogniser',
    conversion: { format: 'ct2-whisper-to-ggml', from: [weights!, vocabulary!] },
  };
  const store = new ModelStore({ folder, models: [model] });
  await store.pull('m');
  expect(await store.installed()).toEqual([model]);
  expect(expected.equals(await readFile(join(folder, 'recognisers', 'm.bin')))).toBe(true);
  await expect(readFile(join(folder, 'recognisers', 'm.ct2'))).rejects.toThrow('ENOENT');
  expect(await store.remove('m')).toBe(true);

  const wrong = { ...model, files: [{ ...model.files[0]!, sha256: '0'.repeat(64) }] };
  await expect(new ModelStore({ folder, models: [wrong] }).pull('m')).rejects.toThrow('SHA-256');
  expect(await store.isInstalled('m')).toBe(false);
});
