/** Small models of the published shapes, beside what the reference made of the same weights and inputs. */
import { describe, expect, test } from 'vitest';
import type { KeyValueCache } from './cache.ts';
import { PocketModel, type SpeechState } from './model.ts';
import { normal, type PocketFixture, pocketFixture } from './testing.ts';

const FIXTURES = ['lsd', 'lsd-plain', 'drifting', 'pointwise'];
const FRAMES = 20;
const TOLERANCE = 1e-4;

describe.each(FIXTURES)('a model of the kind "%s"', async (name) => {
  const fixture = await pocketFixture(name);
  const model = await PocketModel.load(fixture.weights, fixture.config);
  const { frameSamples, latentSize } = model;

  test('encodes a recording piece by piece', async () => {
    const state = model.beginEncoding();
    const latents: number[] = [];
    for (let at = 0; at < fixture.voice.length; at += 3 * frameSamples) {
      const piece = fixture.voice.subarray(at, at + 3 * frameSamples);
      const padded = new Float32Array(Math.ceil(piece.length / frameSamples) * frameSamples);
      padded.set(piece);
      latents.push(...(await model.encode(state, padded)));
    }
    expect(error(latents, expected(fixture, 'voice.latents'))).toBeLessThan(TOLERANCE);
  });

  test('keeps a voice prompt, and leaves it as it is', async () => {
    const voice = await voiceOf(model, fixture);
    for (let i = 0; i < 2; i++) {
      expectCaches(fixture, 'voice.transformer', voice);
      await speak(model, await model.begin(voice, fixture.tokens, 3), 3);
    }
  });

  test('says a text: latents, when it ends, and sound, with the same caches and states', async () => {
    // Room for one frame only: the cache grows.
    const state = await model.begin(await voiceOf(model, fixture), fixture.tokens, 1);
    const { latents, logits, samples } = await speak(model, state, FRAMES);
    expect(error(latents, expected(fixture, 'latents'))).toBeLessThan(TOLERANCE);
    expect(error(logits, expected(fixture, 'end_of_speech'))).toBeLessThan(TOLERANCE);
    expect(error(samples, expected(fixture, 'samples'))).toBeLessThan(TOLERANCE);
    expectCaches(fixture, 'speech.transformer', state.backbone);
    expectDecoderState(fixture, state.decoder);
  });

  test('goes on from a state that was copied, several frames at a time', async () => {
    const state = await model.begin(await voiceOf(model, fixture), fixture.tokens, FRAMES);
    await speak(model, state, 7);
    const copy = structuredClone(state);
    await model.nextFrame(state, new Float32Array(latentSize).fill(9));
    await model.decode(state, new Float32Array(latentSize).fill(9));
    const latents = expected(fixture, 'latents');
    const samples = await model.decode(copy, latents.slice(7 * latentSize, FRAMES * latentSize));
    expect(error(samples, expected(fixture, 'samples').slice(7 * frameSamples))).toBeLessThan(TOLERANCE);
  });
});

function voiceOf(model: PocketModel, fixture: PocketFixture): Promise<KeyValueCache> {
  return model.voiceState(expected(fixture, 'voice.latents'));
}

/** Says so many frames, each decoded by itself. */
async function speak(
  model: PocketModel,
  state: SpeechState,
  frames: number,
): Promise<Record<'latents' | 'logits' | 'samples', number[]>> {
  const said = { latents: [] as number[], logits: [] as number[], samples: [] as number[] };
  for (let i = 0; i < frames; i++) {
    const { latent, endOfSpeech } = await model.nextFrame(state, normal(`noise.${i}`, model.latentSize));
    said.latents.push(...latent);
    said.logits.push(endOfSpeech);
    said.samples.push(...(await model.decode(state, latent)));
  }
  return said;
}

const expected = (fixture: PocketFixture, name: string): Float32Array => fixture.expected.floats(name).values;

/** The last rows of a cache beside those of the reference, which keeps all: [2, positions, heads, headSize]. */
function expectCaches(fixture: PocketFixture, prefix: string, cache: KeyValueCache): void {
  const names = fixture.expected.names.filter((name) => name.startsWith(prefix));
  expect(names).toHaveLength(cache.keys.length);
  for (const name of names) {
    const { shape, values } = fixture.expected.floats(name);
    const [, positions = 0, heads = 0, size = 0] = shape;
    expect(cache.position).toBe(positions);
    const layer = Number(/layers\.(\d+)/.exec(name)?.[1]);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (const [i, rows] of [cache.keys[layer]!, cache.values[layer]!].entries()) {
      for (let row = 0; row < cache.used; row++) {
        const position = positions - cache.used + row;
        for (let head = 0; head < heads; head++) {
          const from = (head * cache.capacity + row) * size;
          ours.push(...rows.subarray(from, from + size));
          const at = ((i * positions + position) * heads + head) * size;
          theirs.push(...values.subarray(at, at + size));
        }
      }
    }
    expect(error(ours, theirs)).toBeLessThan(TOLERANCE);
  }
}

/** Rows before the next input of every convolution, which the reference has channel by channel; and the caches. */
function expectDecoderState(fixture: PocketFixture, { cache, rows }: SpeechState['decoder']): void {
  expectCaches(fixture, 'decoder.decoder_transformer', cache);
  const names = fixture.expected.names.filter((name) => name.startsWith('decoder.decoder.'));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const { shape, values } = fixture.expected.floats(name);
    const [channels = 0, count = 0] = shape;
    const ours = rows[name.replace('decoder.decoder.', 'mimi.decoder.').concat('.conv')] ?? [];
    const theirs = Float32Array.from(
      values,
      (_, i) => values[(i % channels) * count + Math.floor(i / channels)] ?? 0,
    );
    expect(error(ours, theirs), name).toBeLessThan(TOLERANCE);
  }
}

/** Relative error: the root of the error's energy by that of what is expected. */
function error(ours: ArrayLike<number>, theirs: ArrayLike<number>): number {
  expect(ours.length).toBe(theirs.length);
  let [distance, energy] = [0, 0];
  for (let i = 0; i < theirs.length; i++) {
    distance += ((ours[i] ?? 0) - (theirs[i] ?? 0)) ** 2;
    energy += (theirs[i] ?? 0) ** 2;
  }
  return Math.sqrt(distance / energy);
}
