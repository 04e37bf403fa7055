/**
 * Reads the float tensors of a PyTorch checkpoint in the format before version 1.6: four pickles (a magic number, the
 * protocol version, facts about the system, the checkpoint), a fifth with the keys of the storages, and the storages in
 * that order, each a 64-bit count followed by the numbers (torch/serialization.py, `_legacy_save`).
 */
import { type PickledName, PickledTuple, PickleError, type PickleHandlers, readPickle } from './pickle.ts';

const MAGIC = 0x1950a86a20f9469cfc6cn;
const PROTOCOL = 1001;

export interface TorchTensor {
  readonly shape: readonly number[];
  /** In row-major order. */
  readonly data: Float32Array;
}

interface Storage {
  readonly key: string;
  readonly length: number;
}

interface View {
  readonly storage: Storage;
  readonly offset: number;
  readonly shape: readonly number[];
}

/** @throws PickleError */
function fail(what: string): never {
  throw new PickleError(`not a checkpoint that can be read: ${what}`);
}

/**
 * The tensors of one dictionary of the checkpoint ("model_state", say) by name.
 * @throws PickleError when the bytes are anything but such a checkpoint with nothing but float tensors in it
 */
export function readTorchCheckpoint(bytes: Uint8Array, dictionary: string): Map<string, TorchTensor> {
  const plain: PickleHandlers = {
    call: () => fail('a call where none belongs'),
    persistent: () => fail('a storage where none belongs'),
  };
  const magic = readPickle(bytes, 0, plain);
  if (magic.value !== MAGIC) fail('it begins with another magic number');
  const protocol = readPickle(bytes, magic.end, plain);
  if (protocol.value !== PROTOCOL) fail('it has another protocol version');
  const system = readPickle(bytes, protocol.end, plain);
  if (!(system.value instanceof Map) || system.value.get('little_endian') !== true)
    fail('its numbers are not little endian');
  const views = new Set<object>();
  const checkpoint = readPickle(bytes, system.end, tensorHandlers(views));
  const keys = readPickle(bytes, checkpoint.end, plain);
  const storages = readStorages(bytes, keys.end, keys.value);
  const chosen: unknown =
    checkpoint.value instanceof Map ? checkpoint.value.get(dictionary) : fail('it is no dictionary');
  if (!(chosen instanceof Map)) fail(`it has no dictionary ${dictionary}`);
  const tensors = new Map<string, TorchTensor>();
  for (const [name, value] of chosen as Map<unknown, unknown>) {
    if (typeof name !== 'string' || typeof value !== 'object' || value === null || !views.has(value))
      fail(`${dictionary} holds something that is no tensor`);
    tensors.set(name as string, materialise(value as View, storages));
  }
  return tensors;
}

function tensorHandlers(views: Set<object>): PickleHandlers {
  const storages = new Set<unknown>();
  return {
    call(callable, args) {
      if (callable.name === 'collections.OrderedDict' && args.length === 0) return new Map();
      if (callable.name !== 'torch._utils._rebuild_tensor_v2') return fail(`it calls ${callable.name}`);
      const [storage, offset, size, stride] = args;
      if (!storages.has(storage)) fail('a tensor without a storage');
      const shape = sizes(size);
      const strides = sizes(stride);
      let expected = 1;
      for (let i = shape.length - 1; i >= 0; i--) {
        if (strides[i] !== expected && shape[i] !== 1) fail('a tensor that is not contiguous');
        expected *= shape[i]!;
      }
      const view = { storage: storage as Storage, offset: count(offset), shape };
      views.add(view);
      return view;
    },
    persistent(id) {
      const [kind, type, key, , length] = id instanceof PickledTuple ? id.items : [];
      if (kind !== 'storage' || typeof key !== 'string') fail('a storage without a name');
      if ((type as PickledName).name !== 'torch.FloatStorage') fail('a storage of other numbers than float');
      const storage: Storage = { key: key as string, length: count(length) };
      storages.add(storage);
      return storage;
    },
  };
}

function count(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  return fail('a size that is no whole number');
}

function sizes(value: unknown): number[] {
  return value instanceof PickledTuple ? value.items.map(count) : fail('a shape that is no tuple');
}

function readStorages(bytes: Uint8Array, start: number, keys: unknown): Map<string, Float32Array> {
  if (!Array.isArray(keys)) fail('it has no list of storages');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const storages = new Map<string, Float32Array>();
  let at = start;
  for (const key of keys as unknown[]) {
    if (typeof key !== 'string') fail('a storage without a name');
    if (at + 8 > bytes.length) fail('it ends before its last storage');
    const length = Number(view.getBigInt64(at, true));
    at += 8;
    if (length < 0 || at + 4 * length > bytes.length) fail('it ends inside a storage');
    // Copied: the numbers need not be aligned in the file.
    const numbers = new Float32Array(length);
    new Uint8Array(numbers.buffer).set(bytes.subarray(at, at + 4 * length));
    storages.set(key as string, numbers);
    at += 4 * length;
  }
  if (at !== bytes.length) fail('something follows its last storage');
  return storages;
}

function materialise(view: View, storages: ReadonlyMap<string, Float32Array>): TorchTensor {
  const length = view.shape.reduce((product, size) => product * size, 1);
  const numbers = storages.get(view.storage.key);
  if (!numbers || numbers.length !== view.storage.length) return fail('a storage of another length');
  if (view.offset + length > numbers.length) fail('a tensor that reaches beyond its storage');
  return { shape: view.shape, data: numbers.slice(view.offset, view.offset + length) };
}
