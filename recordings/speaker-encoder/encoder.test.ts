import { existsSync } from 'node:fs';
import * as ort from 'onnxruntime-node';
import { describe, expect, test } from 'vitest';
import { SPEAKER_ENCODER } from '../../model-files/manifest.ts';
import { ModelStore } from '../../model-files/store.ts';
import { EMBEDDING_SIZE, encoderGraph, MEL_BANDS, WINDOW_FRAMES } from './encoder-graph.ts';
import { SpeakerEncoder, similarity } from './speaker-encoder.ts';
import { normaliseLevel, trimSilences } from './speech-trim.ts';
import type { TorchTensor } from './torch-checkpoint.ts';

const RATE = 16_000;
const HIDDEN = 256;

/** A reproducible number in [-1, 1) for every index. */
const noise = (i: number) => ((Math.imul(i + 1, 2_654_435_761) >>> 0) / 2 ** 31 - 1) % 1;

function tone(hz: number, seconds: number, amplitude: number): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / RATE),
  );
}

describe('preparation', () => {
  test('long silences go, short ones stay', () => {
    const sound = new Float32Array(4 * RATE);
    const voice = Float32Array.from({ length: RATE }, (_, i) => 0.1 * noise(i));
    sound.set(voice, 0);
    sound.set(voice, RATE * 1.1);
    sound.set(voice, RATE * 3);
    const kept = trimSilences(sound).length / RATE;
    expect(kept).toBeGreaterThan(3);
    expect(kept).toBeLessThan(3.6);
  });

  test('loud and soft recordings come out alike', () => {
    const loud = normaliseLevel(tone(300, 0.2, 0.8));
    const soft = normaliseLevel(tone(300, 0.2, 0.001));
    expect(loud[100]).toBeCloseTo(soft[100] ?? 0, 5);
    expect(normaliseLevel(new Float32Array(10))).toEqual(new Float32Array(10));
  });
});

test('similarity is 1 for one direction, 0 for right angles and for silence', () => {
  const a = Float32Array.of(1, 2, 0);
  expect(similarity(a, Float32Array.of(2, 4, 0))).toBeCloseTo(1, 6);
  expect(similarity(a, Float32Array.of(0, 0, 3))).toBe(0);
  expect(similarity(a, new Float32Array(3))).toBe(0);
});

/** The network as PyTorch's documentation states it, gate by gate, on one window. */
function reference(state: ReadonlyMap<string, TorchTensor>, mels: Float32Array): number[] {
  const get = (name: string) => state.get(name)?.data ?? new Float32Array(0);
  const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
  let rows = Array.from({ length: WINDOW_FRAMES }, (_, t) => [
    ...mels.subarray(t * MEL_BANDS, (t + 1) * MEL_BANDS),
  ]);
  for (const layer of [0, 1, 2]) {
    const [wi, wh] = [get(`lstm.weight_ih_l${layer}`), get(`lstm.weight_hh_l${layer}`)];
    const [bi, bh] = [get(`lstm.bias_ih_l${layer}`), get(`lstm.bias_hh_l${layer}`)];
    let h: number[] = new Array(HIDDEN).fill(0);
    const c: number[] = new Array(HIDDEN).fill(0);
    rows = rows.map((x) => {
      const gate = (g: number, unit: number) => {
        const row = g * HIDDEN + unit;
        let sum = bi[row]! + bh[row]!;
        for (let i = 0; i < x.length; i++) sum += wi[row * x.length + i]! * x[i]!;
        for (let i = 0; i < HIDDEN; i++) sum += wh[row * HIDDEN + i]! * h[i]!;
        return sum;
      };
      h = c.map((before, unit) => {
        const kept = sigmoid(gate(1, unit)) * before;
        c[unit] = kept + sigmoid(gate(0, unit)) * Math.tanh(gate(2, unit));
        return sigmoid(gate(3, unit)) * Math.tanh(c[unit]!);
      });
      return h;
    });
  }
  const [w, b] = [get('linear.weight'), get('linear.bias')];
  const last = rows.at(-1) ?? [];
  return Array.from({ length: EMBEDDING_SIZE }, (_, row) => {
    return Math.max(
      0,
      last.reduce((sum, value, i) => sum + value * w[row * HIDDEN + i]!, b[row]!),
    );
  });
}

test('the graph computes what the layers say', async () => {
  const state = new Map<string, TorchTensor>();
  const add = (name: string, ...shape: number[]) => {
    const length = shape.reduce((a, b) => a * b, 1);
    const seed = 7919 * state.size;
    state.set(name, { shape, data: Float32Array.from({ length }, (_, i) => 0.1 * noise(seed + i)) });
  };
  for (const layer of [0, 1, 2]) {
    add(`lstm.weight_ih_l${layer}`, 4 * HIDDEN, layer === 0 ? MEL_BANDS : HIDDEN);
    add(`lstm.weight_hh_l${layer}`, 4 * HIDDEN, HIDDEN);
    add(`lstm.bias_ih_l${layer}`, 4 * HIDDEN);
    add(`lstm.bias_hh_l${layer}`, 4 * HIDDEN);
  }
  add('linear.weight', EMBEDDING_SIZE, HIDDEN);
  add('linear.bias', EMBEDDING_SIZE);
  const session = await ort.InferenceSession.create(encoderGraph(state), { intraOpNumThreads: 1 });
  const mels = Float32Array.from({ length: WINDOW_FRAMES * MEL_BANDS }, (_, i) => Math.abs(noise(i)));
  const input = new ort.Tensor('float32', mels, [WINDOW_FRAMES, 1, MEL_BANDS]);
  const actual = (await session.run({ mels: input })).embedding?.data as Float32Array;
  const expected = reference(state, mels);
  expect(Math.max(...expected)).toBeGreaterThan(0.01);
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 4);
});

const [weights = ''] = new ModelStore().paths(SPEAKER_ENCODER).values();

test.skipIf(!existsSync(weights) && process.env.CI !== 'true')(
  'an embedding has unit length and does not depend on loudness or rate',
  async () => {
    const buzz = Float32Array.from({ length: 24_000 * 2 }, (_, i) => 0.3 * ((i % 200) / 100 - 1));
    const encoder = await SpeakerEncoder.load(weights);
    const embedding = await encoder.embed(buzz, 24_000);
    expect(embedding.length).toBe(EMBEDDING_SIZE);
    expect(similarity(embedding, embedding)).toBeCloseTo(1, 5);
    const soft = buzz.map((sample) => sample / 10);
    expect(similarity(await encoder.embed(soft, 24_000), embedding)).toBeGreaterThan(0.999);
    const other = Float32Array.from({ length: RATE * 2 }, (_, i) => 0.3 * noise(i));
    expect(similarity(await encoder.embed(other, RATE), embedding)).toBeLessThan(0.9);
    await encoder.close();
  },
);
