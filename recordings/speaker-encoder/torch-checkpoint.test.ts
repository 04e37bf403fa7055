import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PickleError } from './pickle.ts';
import { readTorchCheckpoint } from './torch-checkpoint.ts';

const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const u32 = (value: number) => [...Buffer.from(Uint32Array.of(value).buffer)];
const unicode = (text: string) => [0x58, ...u32(Buffer.byteLength(text)), ...Buffer.from(text)];
const int = (value: number) => [0x4a, ...u32(value)];
const pickled = (...body: number[][]) => [0x80, 2, ...body.flat(), 0x2e];
const tuple = (...items: number[][]) => [0x28, ...items.flat(), 0x74];

const MAGIC = pickled([0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19]);
const VERSION = pickled([0x4d, 0xe9, 0x03]);

interface Parts {
  type?: string;
  call?: string;
  offset?: number;
  shape?: number[];
  stride?: number[];
  little?: boolean;
  values?: number[];
  extra?: number[];
}

/** A checkpoint as PyTorch before 1.6 writes it: {"model_state": OrderedDict(weight=a tensor of 2 x 3)}. */
function checkpoint(parts: Parts = {}): Uint8Array {
  const {
    type = 'torch\nFloatStorage\n',
    call = 'torch._utils\n_rebuild_tensor_v2\n',
    offset = 1,
    shape = [2, 3],
    stride = [3, 1],
    little = true,
    values = [9, 1, 2, 3, 4, 5, 6, 7],
    extra = [],
  } = parts;
  const ordered = [0x63, ...ascii('collections\nOrderedDict\n'), 0x29, 0x52];
  const storage = [
    ...tuple(unicode('storage'), [0x63, ...ascii(type)], unicode('k'), unicode('cpu'), int(8), [0x4e]),
    0x51,
  ];
  const tensor = [
    ...[0x63, ...ascii(call)],
    ...tuple(storage, int(offset), tuple(...shape.map(int)), tuple(...stride.map(int)), [0x89], ordered),
    0x52,
  ];
  const bytes = [
    ...MAGIC,
    ...VERSION,
    ...pickled([0x7d], unicode('little_endian'), [little ? 0x88 : 0x89, 0x73]),
    ...pickled([0x7d], unicode('model_state'), ordered, unicode('weight'), tensor, [0x73, 0x73]),
    ...pickled([0x5d, 0x28], unicode('k'), [0x65]),
    ...Buffer.from(BigInt64Array.of(8n).buffer),
    ...Buffer.from(Float32Array.from(values).buffer),
    ...extra,
  ];
  return Uint8Array.from(bytes);
}

test('a tensor is the part of its storage that it says', () => {
  const weight = readTorchCheckpoint(checkpoint(), 'model_state').get('weight');
  expect(weight?.shape).toEqual([2, 3]);
  expect([...(weight?.data ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
});

test('bytes that begin anywhere in a larger buffer are read as well', () => {
  const bytes = checkpoint();
  const around = Buffer.alloc(bytes.length + 8);
  around.set(bytes, 3);
  const weight = readTorchCheckpoint(around.subarray(3, 3 + bytes.length), 'model_state').get('weight');
  expect(weight?.data[5]).toBe(6);
});

describe('what is no plain checkpoint of floats is refused', () => {
  test.each<[string, Parts]>([
    ['code to be called', { call: 'os\nsystem\n' }],
    ['other numbers', { type: 'torch\nLongStorage\n' }],
    ['a transposed tensor', { stride: [1, 2] }],
    ['a tensor beyond its storage', { offset: 3 }],
    ['numbers in big endian', { little: false }],
    ['a storage cut short', { values: [1, 2] }],
    ['something after the end', { extra: [0] }],
  ])('%s', (_, parts) => {
    expect(() => readTorchCheckpoint(checkpoint(parts), 'model_state')).toThrow(PickleError);
  });

  test('another dictionary', () => {
    expect(() => readTorchCheckpoint(checkpoint(), 'optimizer_state')).toThrow(PickleError);
  });
});

test('damaged bytes are read or refused, nothing else', () => {
  const whole = checkpoint();
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(damage, fc.nat(whole.length), (changes, length) => {
      const bytes = whole.slice(0, length % 3 === 0 ? length : whole.length);
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      try {
        readTorchCheckpoint(bytes, 'model_state');
      } catch (error) {
        if (!(error instanceof PickleError)) throw error;
      }
    }),
    { numRuns: 700, interruptAfterTimeLimit: 4000 },
  );
});
