import { expect, test } from 'vitest';
import { drawLatent, fillGaussian, type LatentSource } from './latent.ts';

function draw(seed: number, stream: number, count = 20_000): number[] {
  const out = new Float32Array(count);
  fillGaussian(out, seed, stream);
  return [...out];
}

test('deviates are normal, and the same only for the same seed and stream', () => {
  const values = draw(7, 3);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(variance - 1)).toBeLessThan(0.04);
  expect(draw(7, 3)).toEqual(values);
  expect(draw(8, 3)).not.toEqual(values);
  expect(draw(7, 4)).not.toEqual(values);
});

test('neighbouring streams have nothing to do with each other', () => {
  const firsts = Array.from({ length: 5000 }, (_, stream) => draw(1, stream, 1)[0] ?? 0);
  const product = firsts.slice(1).reduce((sum, value, i) => sum + value * (firsts[i] ?? 0), 0);
  expect(Math.abs(product / firsts.length)).toBeLessThan(0.06);
});

const SOURCE: LatentSource = {
  mean: Float32Array.from([1, 2, 3, 10, 20, 30]),
  logDeviation: new Float32Array(6),
  channels: 2,
  frameIds: Int32Array.from([0, 0, 1, 2, 2]),
  noiseScale: 0,
  seed: 5,
};

test('without noise every frame has the mean of its phoneme', () => {
  expect([...drawLatent(SOURCE, 0, 5)]).toEqual([1, 10, 1, 10, 2, 20, 3, 30, 3, 30]);
});

test('a frame is the same in any window', () => {
  const lively = { ...SOURCE, noiseScale: 0.7 };
  const whole = drawLatent(lively, 0, 5);
  const part = drawLatent(lively, 2, 4);
  expect([...part]).toEqual([...whole.subarray(4, 8)]);
  expect(whole[0]).not.toBe(1);
});
