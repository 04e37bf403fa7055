/** Small models of the published shapes, compared with results of the reference for the same weights and inputs. */
import { describe, expect, test } from 'vitest';
import { PocketModel, type SpeechState, type VoiceState } from './model.ts';
import {
  cacheErrors,
  decoderErrors,
  normal,
  type PocketFixture,
  pocketFixture,
  relativeError,
  safetensorsBytes,
} from './testing.ts';
import { readVoice } from './voice-file.ts';

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
    expect(relativeError(latents, expected(fixture, 'voice.latents'))).toBeLessThan(TOLERANCE);
  });

  test('keeps a voice prompt unchanged', async () => {
    const voice = await voiceOf(model, fixture);
    for (let i = 0; i < 2; i++) {
      expectSmall(cacheErrors(fixture.expected, 'voice.transformer', voice));
      await speak(model, await model.begin(voice, fixture.tokens, 3), 3);
    }
  });

  test('reads a voice in its published format', async () => {
    const tensors = new Map<string, { shape: readonly number[]; values: Float32Array | BigInt64Array }>();
    for (const name of fixture.expected.names.filter((name) => name.startsWith('voice.transformer'))) {
      const { shape, values } = fixture.expected.floats(name);
      const [two = 2, positions = 0, ...rest] = shape;
      const layer = name.replace('voice.', '');
      tensors.set(`${layer}/offset`, { shape: [1], values: BigInt64Array.of(BigInt(positions)) });
      tensors.set(`${layer}/cache`, { shape: [two, 1, positions, ...rest], values });
    }
    const voice = readVoice(safetensorsBytes(tensors), fixture.config);
    expectSmall(cacheErrors(fixture.expected, 'voice.transformer', voice));
  });

  test('says a text: latents, when it ends, and sound, with the same caches and states', async () => {
    // Room for one frame only: the cache grows.
    const state = await model.begin(await voiceOf(model, fixture), fixture.tokens, 1);
    const { latents, logits, samples } = await speak(model, state, FRAMES);
    expect(relativeError(latents, expected(fixture, 'latents'))).toBeLessThan(TOLERANCE);
    expect(relativeError(logits, expected(fixture, 'end_of_speech'))).toBeLessThan(TOLERANCE);
    expect(relativeError(samples, expected(fixture, 'samples'))).toBeLessThan(TOLERANCE);
    expectSmall(cacheErrors(fixture.expected, 'speech.transformer', state.backbone));
    expectSmall(decoderErrors(fixture.expected, state.decoder));
  });

  test('continues from a copied state, several frames at a time', async () => {
    const state = await model.begin(await voiceOf(model, fixture), fixture.tokens, FRAMES);
    await speak(model, state, 7);
    const copy = structuredClone(state);
    await model.nextFrame(state, new Float32Array(latentSize).fill(9));
    await model.decode(state, new Float32Array(latentSize).fill(9));
    const latents = expected(fixture, 'latents');
    const samples = await model.decode(copy, latents.slice(7 * latentSize, FRAMES * latentSize));
    expect(relativeError(samples, expected(fixture, 'samples').slice(7 * frameSamples))).toBeLessThan(
      TOLERANCE,
    );
  });
});

test('weights in bytes are as exact as bytes are', async () => {
  const fixture = await pocketFixture('lsd');
  const model = await PocketModel.load(fixture.weights, fixture.config, 'int8');
  const state = await model.begin(await voiceOf(model, fixture), fixture.tokens, FRAMES);
  const { latents } = await speak(model, state, FRAMES);
  const error = relativeError(latents, expected(fixture, 'latents'));
  expect(error).toBeGreaterThan(TOLERANCE);
  expect(error).toBeLessThan(0.03);
});

function voiceOf(model: PocketModel, fixture: PocketFixture): Promise<VoiceState> {
  return model.voiceState(expected(fixture, 'voice.latents'));
}

/** Generates frames and decodes each by itself. */
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

function expectSmall(errors: readonly number[]): void {
  expect(errors.length).toBeGreaterThan(0);
  expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
}
