import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Espeak } from '../../../../language/pronunciation/espeak.ts';
import { type Pronounced, pronounce } from '../../../../language/pronunciation/pronounce.ts';
import { analyse } from '../../../../language/text/analyse.ts';
import { parseOnnx, weightsOf } from '../../../../model-files/onnx/graph.ts';
import { HIBARI_MODEL_PATH, testWithHibari } from '../../../testing/hibari-voice.ts';
import { stateOf } from '../../state-of.ts';
import type { RenderState, SynthesisControls } from '../../synthesizer.ts';
import { expectWordsInOrder } from '../../testing.ts';
import { FRAME_SAMPLES } from './layers.ts';
import { HibariModel } from './model.ts';
import { splitHibari } from './split.ts';
import { type HibariState, HibariSynthesizer } from './synthesizer.ts';

const CONTROLS: SynthesisControls = { speed: 1, temperature: null, topK: null, seed: 1 };
const SENTENCE = 'The harbour was quiet, and nobody expected the bridge to close.';

let espeak: Espeak;
let by: HibariSynthesizer;
beforeAll(async () => {
  if (!existsSync(HIBARI_MODEL_PATH)) return;
  espeak = await Espeak.load();
  by = await HibariSynthesizer.load(HIBARI_MODEL_PATH, 'en-us');
});
afterAll(() => by?.release());

function pronounced(text: string): Pronounced[] {
  const segments = [{ kind: 'text', text, span: { start: 0, end: text.length } }] as const;
  return pronounce(analyse(segments, 'en', text), 'en-us', espeak, () => []);
}

async function inWindows(
  prepared: RenderState,
  frames: number,
  sizes: readonly number[],
): Promise<Float32Array> {
  const parts: number[] = [];
  for (let from = 0, i = 0; from < frames; i++) {
    const to = Math.min(frames, from + (sizes[i % sizes.length] ?? 1));
    // As between two lanes: the state that a window leaves is sent in a message.
    parts.push(...(await by.render(structuredClone(prepared), from, to)));
    from = to;
  }
  return Float32Array.from(parts);
}

const framesOf = (state: RenderState): number =>
  stateOf<HibariState>(state, 'hibari').utterances.reduce((sum, { utterance }) => sum + utterance.frames, 0);

const levelDb = (sound: Float32Array): number =>
  10 * Math.log10(sound.reduce((sum, value) => sum + value ** 2, 0) / sound.length);

testWithHibari('windows give the sound of one piece', async () => {
  const phrase = await by.prepare(pronounced(SENTENCE), CONTROLS);
  const whole = await by.render(phrase.state, 0, phrase.frames);
  expect(whole.length).toBe(phrase.frames * FRAME_SAMPLES);
  for (const sizes of [
    [12, 24, 48],
    [7, 1, 30],
  ]) {
    const windowed = await inWindows(phrase.state, phrase.frames, sizes);
    expect(windowed.length).toBe(whole.length);
    const noise = windowed.map((value, i) => value - whole[i]!);
    // Each window is quantised by its own range. An error of one frame in position would be louder than the sound.
    expect(levelDb(whole) - levelDb(noise)).toBeGreaterThan(15);
  }
});

testWithHibari('the same seed gives the same sound, another one other noise', async () => {
  const rendered = async (seed: number): Promise<Float32Array> => {
    const { state, frames } = await by.prepare(pronounced('Five fish.'), { ...CONTROLS, seed });
    return by.render(state, 0, frames);
  };
  const first = await rendered(1);
  expect(await rendered(1)).toEqual(first);
  expect(await rendered(2)).not.toEqual(first);
});

testWithHibari('speech at every speed lasts as long as it should', async () => {
  const framesAt = async (speed: number): Promise<number> =>
    framesOf((await by.prepare(pronounced(SENTENCE), { ...CONTROLS, speed })).state);
  const frames = await framesAt(1);
  for (const speed of [0.5, 0.7, 1.5, 2])
    expect(Math.abs((await framesAt(speed)) - frames / speed), `speed ${speed}`).toBeLessThan(
      0.01 * frames + 2,
    );
});

testWithHibari('words are timed in order, inside the sound', async () => {
  const phrase = await by.prepare(pronounced(SENTENCE), CONTROLS);
  expect(phrase.words).toHaveLength(11);
  expectWordsInOrder(phrase);
});

testWithHibari('short texts are as loud as long ones', async () => {
  const loudestDb = async (text: string): Promise<number> => {
    const { state, frames } = await by.prepare(pronounced(text), CONTROLS);
    const sound = await by.render(state, 0, frames);
    const levels = Array.from({ length: Math.floor(frames / 4) }, (_, i) =>
      levelDb(sound.subarray(i * 4 * FRAME_SAMPLES, (i + 1) * 4 * FRAME_SAMPLES)),
    );
    return Math.max(...levels);
  };
  const long = await loudestDb(SENTENCE);
  for (const text of ['Why?', 'No.', 'Oh!', 'Five fish.'])
    expect(Math.abs((await loudestDb(text)) - long), text).toBeLessThan(5);
});

testWithHibari('a sentence of more symbols than the model takes at once is spoken whole', async () => {
  const long = `${'one thing leads to another and '.repeat(18)}so on.`;
  const phrase = await by.prepare(pronounced(long), CONTROLS);
  expect(phrase.words).toHaveLength(18 * 6 + 2);
  expect(phrase.words.at(-1)?.endSamples).toBeGreaterThan(0.9 * phrase.frames * FRAME_SAMPLES);
});

testWithHibari('no product of bytes saturates where that is the kind of processor', () => {
  const isSigned = (sums: 'exact' | 'saturating'): boolean[] =>
    [...splitHibari(readFileSync(HIBARI_MODEL_PATH), sums).stages.values()].flatMap((stage) => {
      const graph = parseOnnx(stage());
      return graph.nodes
        .filter(({ opType }) => opType === 'MatMulInteger')
        .map(({ inputs }) => weightsOf(graph, inputs[1] ?? '').values instanceof Int8Array);
    });
  expect(new Set(isSigned('saturating'))).toEqual(new Set([false]));
  expect(new Set(isSigned('exact'))).toEqual(new Set([true]));
});

test('bytes that are not a model are refused', async () => {
  await expect(HibariModel.load(new Uint8Array(0))).rejects.toThrow('not an ONNX model');
});
