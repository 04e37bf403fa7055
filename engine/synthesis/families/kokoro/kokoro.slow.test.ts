import { existsSync, readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Espeak } from '../../../../language/pronunciation/espeak.ts';
import { type Pronounced, pronounce } from '../../../../language/pronunciation/pronounce.ts';
import { analyse } from '../../../../language/text/analyse.ts';
import type { ByteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { canSaturate } from '../../../../model-files/onnx/testing.ts';
import {
  KOKORO_MODEL_PATH,
  kokoroStyle,
  kokoroStylePath,
  testWithKokoro,
} from '../../../testing/kokoro-voice.ts';
import { stateOf } from '../../state-of.ts';
import type { RenderState, SynthesisControls } from '../../synthesizer.ts';
import { expectWordsInOrder } from '../../testing.ts';
import { FRAME_SAMPLES } from './layers.ts';
import { KokoroModel } from './model.ts';
import { STEP_FRAMES } from './phrase.ts';
import { STAGES, splitKokoro } from './split.ts';
import { type KokoroState, KokoroSynthesizer } from './synthesizer.ts';
import { tokenRuns } from './tokens.ts';
import type { KokoroUtterance } from './utterance.ts';

const CONTROLS: SynthesisControls = { speed: 1, temperature: null, topK: null, seed: 1 };
const SENTENCE = 'Bring a warm coat.';
const VOICE = 'af_heart';

let espeak: Espeak;
let model: KokoroModel;
beforeAll(async () => {
  if (!existsSync(KOKORO_MODEL_PATH)) return;
  espeak = await Espeak.load();
  model = await KokoroSynthesizer.loadModel(KOKORO_MODEL_PATH);
});
afterAll(() => model?.release());

function pronounced(text: string, voice = 'en-us'): Pronounced[] {
  return pronounce(
    analyse([{ kind: 'text', text, span: { start: 0, end: text.length } }], 'en', text),
    voice,
    espeak,
    () => [],
  );
}

const synthesizer = (voice = VOICE, espeakVoice = 'en-us'): Promise<KokoroSynthesizer> =>
  KokoroSynthesizer.load(model, kokoroStylePath(voice), espeakVoice);

async function inWindows(
  by: KokoroSynthesizer,
  prepared: RenderState,
  frames: number,
  sizes: readonly number[],
): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  let state = prepared;
  for (let from = 0, i = 0; from < frames; i++) {
    const to = Math.min(frames, from + (sizes[i % sizes.length] ?? 1));
    // As between two lanes: the state that a window leaves is sent in a message.
    state = structuredClone(state);
    parts.push(await by.render(state, from, to));
    from = to;
  }
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

function decibels(signal: Float32Array, reference: Float32Array): number {
  let noise = 0;
  let power = 0;
  for (const [i, value] of reference.entries()) {
    noise += (value - (signal[i] ?? 0)) ** 2;
    power += value ** 2;
  }
  return 10 * Math.log10(power / (noise || 1e-30));
}

function utterancesOf(state: RenderState): KokoroUtterance[] {
  return stateOf<KokoroState>(state, 'kokoro').utterances.map(({ utterance }) => utterance);
}

const levelDb = (sound: Float32Array): number =>
  10 * Math.log10(sound.reduce((sum, value) => sum + value ** 2, 0) / sound.length);

testWithKokoro('windows give the sound of one piece', async () => {
  const by = await synthesizer();
  const phrase = await by.prepare(pronounced(SENTENCE), CONTROLS);
  expect(utterancesOf(phrase.state).map(({ isMeasured }) => isMeasured)).toEqual([false]);
  const whole = await by.render(structuredClone(phrase.state), 0, phrase.frames);
  expect(whole.length).toBe(phrase.frames * FRAME_SAMPLES);
  for (const sizes of [
    [12, 24, 48],
    [7, 1, 30],
  ]) {
    const windowed = await inWindows(by, phrase.state, phrase.frames, sizes);
    expect(windowed.length).toBe(whole.length);
    expect(decibels(windowed, whole)).toBeGreaterThan(90);
  }
});

testWithKokoro(
  'a window leaves little for the next: it goes from thread to thread with every step',
  async () => {
    const by = await synthesizer();
    const { state } = await by.prepare(pronounced(SENTENCE), CONTROLS);
    await by.render(state, 0, 96);
    const left = utterancesOf(state).flatMap(({ levels }) => Object.values(levels));
    const bytes = left.reduce((sum, { rows }) => sum + rows.buffer.byteLength, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(500_000);
  },
);

testWithKokoro('a voice is moved to another pitch and timbre, in windows as in one piece', async () => {
  const plain = await synthesizer('am_michael');
  const timbre = kokoroStyle('am_puck', 60).slice(0, 128);
  const equaliser = Float32Array.from({ length: 384 }, (_, n) => [1, -0.5][n] ?? 0);
  const moved = plain.morphed({
    timbre,
    pitch: { from: Math.log(100), to: Math.log(130), slope: 1 },
    equaliser,
    isConverted: false,
  });
  const phrase = await moved.prepare(pronounced(SENTENCE), CONTROLS);
  const before = await plain.prepare(pronounced(SENTENCE), CONTROLS);
  expect(phrase.frames).toBe(before.frames);
  const voiced = (state: RenderState) =>
    utterancesOf(state).flatMap(({ pitch }) => [...pitch].filter((hz) => hz > 10));
  const ratios = voiced(phrase.state).map((hz, i) => hz / voiced(before.state)[i]!);
  for (const ratio of ratios) expect(ratio).toBeCloseTo(1.3, 3);
  const whole = await moved.render(structuredClone(phrase.state), 0, phrase.frames);
  expect(decibels(await inWindows(moved, phrase.state, phrase.frames, [12, 24, 48]), whole)).toBeGreaterThan(
    90,
  );
  expect(decibels(whole, await plain.render(before.state, 0, before.frames))).toBeLessThan(10);
});

testWithKokoro('short texts are as loud as those of the published graph', async () => {
  const published = await ort.InferenceSession.create(KOKORO_MODEL_PATH, ONE_THREAD);
  for (const [voice, text] of [
    ['af_heart', 'Why?'],
    ['am_michael', 'Oh!'],
    ['am_michael', 'Why?'],
  ] as const) {
    const ids = tokenRuns(pronounced(text), 'american')[0]?.ids ?? [];
    const style = kokoroStyle(voice, ids.length - 2);
    const { audio } = await published.run({
      tokens: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new ort.Tensor('float32', style, [1, 256]),
      speed: new ort.Tensor('float32', Float32Array.of(1), [1]),
    });
    const encoded = await model.encode(ids, style);
    const { utterance } = await model.prepare(
      encoded,
      encoded.durations.map((steps) => Math.max(1, Math.round(steps))),
    );
    const sound = [
      ...(await model.render(utterance, 0, 40)),
      ...(await model.render(utterance, 40, utterance.frames)),
    ];
    const expected = audio?.data as Float32Array;
    expect(sound.length, `${voice}: ${text}`).toBe(expected.length);
    const difference = levelDb(Float32Array.from(sound)) - levelDb(expected);
    expect(Math.abs(difference), `${voice}: ${text}`).toBeLessThan(0.75);
  }
  await published.release();
});

testWithKokoro('speech at every speed lasts as long as it should', async () => {
  const by = await synthesizer();
  // The whole sound: the amount of silence trimmed at its ends depends on the fade.
  const framesAt = async (speed: number): Promise<number> => {
    const { state } = await by.prepare(pronounced(SENTENCE), { ...CONTROLS, speed });
    return utterancesOf(state).reduce((sum, { frames }) => sum + frames, 0);
  };
  const frames = await framesAt(1);
  for (const speed of [0.5, 0.7, 1.5, 2]) {
    // Within 1 %, apart from half a step of rounding.
    expect(Math.abs((await framesAt(speed)) - frames / speed), `speed ${speed}`).toBeLessThan(
      0.01 * frames + STEP_FRAMES,
    );
  }
});

testWithKokoro('words are timed in order, inside the sound', async () => {
  const phrase = await (await synthesizer('bf_emma', 'en-gb')).prepare(
    pronounced(SENTENCE, 'en-gb'),
    CONTROLS,
  );
  expect(phrase.words).toHaveLength(4);
  expectWordsInOrder(phrase);
});

testWithKokoro('a word before a pause ends with its sound', async () => {
  const by = await synthesizer('am_michael');
  const { words, state, frames } = await by.prepare(
    pronounced('It was quiet; then the rain fell.'),
    CONTROLS,
  );
  const sound = await by.render(state, 0, frames);
  const levelFrom = (start: number, end: number): number => levelDb(sound.subarray(start, end));
  const step = FRAME_SAMPLES * STEP_FRAMES;
  for (const [index, until] of [
    [2, words[3]!.startSamples - step],
    [6, sound.length],
  ] as const) {
    const { endSamples } = words[index]!;
    expect(levelFrom(endSamples - 2 * step, endSamples), `word ${index}`).toBeGreaterThan(-50);
    expect(until - endSamples, `the pause after word ${index}`).toBeGreaterThan(2 * step);
    expect(levelFrom(endSamples + step, until), `after word ${index}`).toBeLessThan(-60);
  }
});

testWithKokoro('a sentence of more symbols than the model takes at once is spoken whole', async () => {
  const long = `${'one thing leads to another and '.repeat(18)}so on.`;
  const phrase = await (await synthesizer()).prepare(pronounced(long), CONTROLS);
  expect(utterancesOf(phrase.state).length).toBeGreaterThan(1);
  expect(phrase.words).toHaveLength(18 * 6 + 2);
  expect(phrase.words.at(-1)?.endSamples).toBeGreaterThan(0.9 * phrase.frames * FRAME_SAMPLES);
});

test('bytes that are not a model are refused', async () => {
  await expect(KokoroModel.load(new Uint8Array(0))).rejects.toThrow('not an ONNX model');
  expect(() => new KokoroSynthesizer(model, new Float32Array(256), 'en-us')).toThrow(
    'not a table of Kokoro styles',
  );
});

testWithKokoro('nothing in the generator saturates where that is the kind of processor', () => {
  const published = readFileSync(KOKORO_MODEL_PATH);
  const stagesThatCan = (sums: ByteSums): string[] => {
    const { stages } = splitKokoro(published, sums);
    return [...STAGES.source, ...STAGES.half].filter((name) =>
      canSaturate(stages.get(name)?.() ?? published),
    );
  };
  expect(stagesThatCan('saturating')).toEqual([]);
  expect(stagesThatCan('exact')).toEqual([...STAGES.source, ...STAGES.half]);
});
