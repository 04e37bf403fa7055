import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fadeIn, frameNoise, isHeard, mostFrames, type Progress, seededDraws } from './generation.ts';
import { PocketModel } from './model.ts';
import { normal, pocketFixture, relativeError } from './testing.ts';

const { config } = await pocketFixture('drifting');

describe('the end of a text', () => {
  /** The number of audible frames for these logits; the last one is repeated. */
  function heard(logits: readonly number[], framesAfterEnd: number): number {
    const progress: Progress = { frames: 0, endFrame: null };
    for (let frame = 0; frame < 100; frame++) {
      const endOfSpeech = logits[Math.min(frame, logits.length - 1)] ?? 0;
      if (!isHeard(progress, { endOfSpeech }, config, { framesAfterEnd })) return progress.frames;
    }
    return Number.POSITIVE_INFINITY;
  }
  const silent = (frames: number): number[] => Array(frames).fill(-9);

  test('comes so many frames after the logit exceeds the threshold of the model', () => {
    expect(heard([...silent(20), -0.9, -9], 3)).toBe(23);
    expect(heard([...silent(20), -0.9, -9], 0)).toBe(20);
    expect(heard([...silent(20), -1.1, -9], 3)).toBe(Number.POSITIVE_INFINITY);
  });

  test('does not come in the first six frames', () => {
    expect(heard([5], 2)).toBe(8);
    expect(heard([...silent(5), 5, -9], 2)).toBe(Number.POSITIVE_INFINITY);
  });

  test('comes at the latest when a slow speaker would have said the tokens', () => {
    expect(mostFrames(config, 40)).toBe(192);
    expect(mostFrames(config, 1)).toBe(30);
  });
});

describe('the noise of a frame', () => {
  test('has the root of the temperature as its deviation', () => {
    for (const [temperature, expected] of [
      [null, 0.3],
      [0.7, 0.7],
      [0, 0],
    ] as const) {
      const noise = frameNoise(20_000, config, { temperature, noiseClamp: null }, seededDraws(1, 0));
      const variance = noise.reduce((sum, value) => sum + value ** 2, 0) / noise.length;
      expect(variance).toBeCloseTo(expected, 1);
    }
  });

  test('is drawn again if it is beyond the clamp, each value separately', () => {
    const draws = [
      [0.5, -3, 1],
      [0.1, 4, 0.2],
      [0.3, 0.7, 0.4],
    ];
    const noise = frameNoise(3, config, { temperature: 1, noiseClamp: 1 }, (out) => out.set(draws.shift()!));
    expect(noise).toEqual(Float32Array.of(0.5, 0.7, 1));
  });

  test('is the same for the same seed and frame only', () => {
    const of = (seed: number, frame: number): Float32Array =>
      frameNoise(32, config, { temperature: null, noiseClamp: 0.5 }, seededDraws(seed, frame));
    expect(of(7, 3)).toEqual(of(7, 3));
    expect(of(7, 3)).not.toEqual(of(7, 4));
    expect(of(7, 3)).not.toEqual(of(8, 3));
  });
});

test('the first 5 ms fade in', () => {
  const samples = new Float32Array(200).fill(1);
  fadeIn(samples, config);
  expect([samples[0], samples[119], samples[120]]).toEqual([0, 1, 1]);
  expect(samples[60]).toBeCloseTo(60 / 119);
});

/** A text that the reference's own loop spoke (`research/pocket/reference/loop_fixtures.py`). */
interface SpokenText {
  readonly name: string;
  readonly threshold: number;
  readonly temperature: number;
  readonly framesAfterEnd: number;
  readonly most: number;
  /** Number of audible frames, and the latent of the last one. */
  readonly frames: number;
  readonly last: readonly number[];
}

describe('as the reference does, with the same draws', async () => {
  const spoken = JSON.parse(
    await readFile(join(import.meta.dirname, 'fixtures', 'loops.json'), 'utf8'),
  ) as SpokenText[];

  test.each([...new Set(spoken.map(({ name }) => name))])('a model of the kind "%s" ends', async (name) => {
    const { weights, config: own, tokens, expected } = await pocketFixture(name);
    const model = await PocketModel.load(weights, own);
    const voice = await model.voiceState(expected.floats('voice.latents').values);
    for (const { threshold, most, frames, last, ...controls } of spoken.filter(
      (text) => text.name === name,
    )) {
      const config = { ...own, default_eos_threshold: threshold };
      const state = await model.begin(voice, tokens, most);
      const progress: Progress = { frames: 0, endFrame: null };
      let latent = new Float32Array();
      for (let draw = 0; draw < most; draw++) {
        const drawn = normal(`noise.${draw}`, model.latentSize);
        const limits = { temperature: controls.temperature, noiseClamp: null };
        const noise = frameNoise(model.latentSize, config, limits, (out) => out.set(drawn));
        const frame = await model.nextFrame(state, noise);
        if (!isHeard(progress, frame, config, controls)) break;
        latent = Float32Array.from(frame.latent);
      }
      expect(progress.frames).toBe(frames);
      expect(relativeError(latent, last)).toBeLessThan(1e-4);
    }
    await model.release();
  });
});
