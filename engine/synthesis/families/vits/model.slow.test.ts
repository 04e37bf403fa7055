import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-node';
import { beforeAll, expect, test } from 'vitest';
import { NEURAL_MODEL, testWithNeuralVoice } from '../../../testing/neural-voice.ts';
import { type UtteranceControls, VitsModel } from './model.ts';
import { splitVits } from './split.ts';
import { inWindows } from './testing.ts';

/** Ids of "hello world" and a longer run, with blanks, as in the voice's own map; any ids would do. */
const IDS = [
  1, 0, 20, 0, 59, 0, 24, 0, 120, 0, 27, 0, 100, 0, 3, 0, 35, 0, 120, 0, 62, 0, 122, 0, 24, 0, 17, 0, 10, 0,
  2,
];
const LONG = [1, 0, ...Array.from({ length: 4 }, () => IDS.slice(2, -1)).flat(), 2];
const STILL: UtteranceControls = {
  noiseScale: 0,
  durationNoiseScale: 0,
  lengthScale: 1,
  speed: 1,
  blank: 0,
  speaker: 0,
  seed: 1,
};
const LIVELY = { ...STILL, noiseScale: 0.667, durationNoiseScale: 0.8 };

let model: VitsModel;
let bytes: Uint8Array;
beforeAll(async () => {
  try {
    bytes = readFileSync(NEURAL_MODEL);
  } catch {
    return;
  }
  model = await VitsModel.load(bytes);
});

/** Signal-to-noise ratio of `actual` against `expected` in dB. */
function snrDb(actual: Float32Array, expected: Float32Array): number {
  let noise = 0;
  let signal = 0;
  for (let i = 0; i < expected.length; i++) {
    noise += ((actual[i] ?? 0) - (expected[i] ?? 0)) ** 2;
    signal += (expected[i] ?? 0) ** 2;
  }
  return 10 * Math.log10(signal / (noise || 1e-30));
}

testWithNeuralVoice('the split graph says what the whole graph says', async () => {
  const session = await ort.InferenceSession.create(bytes, { intraOpNumThreads: 1 });
  const whole = await session.run({
    input: new ort.Tensor('int64', BigInt64Array.from(LONG, BigInt), [1, LONG.length]),
    input_lengths: new ort.Tensor('int64', BigInt64Array.from([BigInt(LONG.length)]), [1]),
    scales: new ort.Tensor('float32', Float32Array.from([0, 1, 0]), [3]),
  });
  const expected = whole.output?.data as Float32Array;
  const utterance = await model.prepare(LONG, STILL);
  const actual = await model.render(utterance, 0, utterance.frames);
  expect(actual.length).toBe(expected.length);
  expect(snrDb(actual, expected)).toBeGreaterThan(90);
});

testWithNeuralVoice.each([
  [[1, 2, 3], IDS],
  [[12, 24, 48, 96], LONG],
  [[36, 72, 96], LONG],
  [[250], LONG],
])('windows of %j frames have no seams', async (sizes, ids) => {
  const utterance = await model.prepare(ids, LIVELY);
  const whole = await model.render(utterance, 0, utterance.frames);
  const windowed = await inWindows(model, ids, LIVELY, sizes);
  expect(windowed.length).toBe(whole.length);
  expect(snrDb(windowed, whole)).toBeGreaterThan(90);
});

testWithNeuralVoice('durations add up to the sound, and the speed scales them', async () => {
  const normal = await model.prepare(LONG, STILL);
  const sound = await model.render(normal, 0, normal.frames);
  expect(normal.idFrames.reduce((sum, frames) => sum + frames, 0)).toBe(normal.frames);
  expect(sound.length).toBe(normal.frames * model.hopSamples);
  for (const speed of [0.5, 0.7, 1.5, 2]) {
    const { frames } = await model.prepare(LONG, { ...STILL, speed });
    expect(Math.abs(frames * speed - normal.frames)).toBeLessThanOrEqual(speed / 2);
  }
});

testWithNeuralVoice('the same seed gives the same sound, another seed another one', async () => {
  const one = await inWindows(model, IDS, LIVELY, [30]);
  expect(await inWindows(model, IDS, LIVELY, [30])).toEqual(one);
  expect(await inWindows(model, IDS, { ...LIVELY, seed: 2 }, [30])).not.toEqual(one);
});

testWithNeuralVoice('reach and rate of every stage follow from its kernels', () => {
  const split = splitVits(bytes);
  expect(split.hopSamples).toBe(256);
  expect(split.multiSpeaker).toBe(false);
  expect(split.chain.map(({ reach, rate }) => [reach, rate])).toEqual([
    [8, 1],
    [8, 1],
    [8, 1],
    [8, 1],
    [10, 8],
    [2, 256],
  ]);
});

test('bytes that are not a model are refused', () => {
  expect(() => splitVits(new Uint8Array(0))).toThrow('not an ONNX model');
  expect(() => splitVits(Uint8Array.from([0x3a, 0xff, 0x01]))).toThrow();
});
