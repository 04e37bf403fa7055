import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { beforeAll, expect, test } from 'vitest';
import { parseOnnx } from '../../../../model-files/onnx/graph.ts';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { parsePiperConfig } from '../../../../model-files/piper-config.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../../../testing/neural-voice.ts';
import { floats } from '../../optimized/stages.ts';
import type { ActivationRanges } from './byte-products.ts';
import { measureRanges, rangesOf } from './calibration.ts';
import { compactDurations } from './compact-durations.ts';
import { type UtteranceControls, VitsModel } from './model.ts';
import { textFeeds } from './run-stage.ts';
import { splitVits, stagedVits, TEXT_STAGE } from './split.ts';
import { inWindows } from './testing.ts';

/** Ids of words with blanks between them. The words are not in the texts on which ranges are measured. */
const WORD = [20, 0, 59, 0, 24, 0, 120, 0, 27, 0, 100, 0, 3, 0, 35, 0, 120, 0, 62, 0, 122, 0, 24, 0, 17, 0];
const IDS = [1, 0, ...WORD, 3, 0, ...WORD, 10, 0, 2];
const CONTROLS: UtteranceControls = {
  noiseScale: 0.667,
  durationNoiseScale: 0.8,
  lengthScale: 1,
  speed: 1,
  blank: 0,
  speaker: 0,
  seed: 1,
};

let bytes: Uint8Array;
let ranges: ActivationRanges;
let ofFloats: VitsModel;
let ofBytes: VitsModel;
beforeAll(async () => {
  let config: string;
  try {
    bytes = readFileSync(NEURAL_MODEL);
    config = readFileSync(NEURAL_CONFIG, 'utf8');
  } catch {
    return;
  }
  ranges = await measureRanges(bytes, parsePiperConfig(JSON.parse(config)));
  ofFloats = await VitsModel.load(bytes);
  ofBytes = await VitsModel.load(bytes, false, ranges);
});

const speak = (model: VitsModel, sizes: readonly number[], controls = CONTROLS): Promise<Float32Array> =>
  inWindows(model, IDS, controls, sizes);

const WHOLE = [Number.POSITIVE_INFINITY];

testWithNeuralVoice('every stage of the chain is rewritten, and sees no further than before', () => {
  const { chain } = stagedVits(bytes, ranges).parameters;
  const floats = stagedVits(bytes).parameters.chain;
  expect(floats.every(({ margin }) => margin === null)).toBe(true);
  for (const [index, { margin, reach, rate }] of chain.entries()) {
    expect(margin).toBeLessThanOrEqual(reach * rate);
    expect(reach).toBeLessThanOrEqual(floats[index]?.reach ?? 0);
  }
});

testWithNeuralVoice.each([[[1, 2, 3]], [[12, 24, 48]], [[17]]])(
  'windows of %j frames are the utterance in one piece',
  async (sizes) => {
    expect(await speak(ofBytes, sizes)).toEqual(await speak(ofBytes, WHOLE));
  },
);

/** Root mean square of the difference, relative to that of `expected`. */
function difference(actual: Float32Array, expected: Float32Array): number {
  const power = (values: Float32Array): number => values.reduce((sum, value) => sum + value ** 2, 0);
  const rest = actual.map((value, i) => value - (expected[i] ?? 0));
  return Math.sqrt(power(rest) / power(expected));
}

testWithNeuralVoice('a predictor of durations with fewer operations gives the same durations', async () => {
  const { text } = splitVits(bytes);
  const original = text.model();
  const compact = compactDurations(original);
  expect(parseOnnx(compact).nodes.length).toBeLessThan(0.6 * parseOnnx(original).nodes.length);
  // With much noise, some of it is beyond the ends of the splines.
  for (const durationNoiseScale of [0, 0.8, 4]) {
    const feeds = textFeeds(text, IDS, { ...CONTROLS, durationNoiseScale });
    const [expected, actual] = await Promise.all(
      [original, compact].map(async (model) => {
        const session = await InferenceSession.create(model, ONE_THREAD);
        return floats((await session.run(feeds))[text.durations]);
      }),
    );
    for (const [i, frames] of expected?.entries() ?? []) {
      expect(Math.abs((actual?.[i] ?? 0) / frames - 1)).toBeLessThan(1e-3);
    }
  }
});

testWithNeuralVoice('the text stage has bytes, too, and gives what that of floats gives', async () => {
  const staged = (of?: ActivationRanges): Uint8Array | undefined =>
    stagedVits(bytes, of).stages.get(TEXT_STAGE)?.();
  expect(staged(ranges)?.length).toBeLessThan((staged()?.length ?? 0) / 2);
  const floats = await ofFloats.prepare(IDS, CONTROLS);
  const rounded = await ofBytes.prepare(IDS, CONTROLS);
  expect(difference(rounded.latent.mean, floats.latent.mean)).toBeLessThan(0.04);
  expect(difference(rounded.latent.logDeviation, floats.latent.logDeviation)).toBeLessThan(0.01);
  for (const [i, frames] of rounded.idFrames.entries()) {
    expect(Math.abs(frames - (floats.idFrames[i] ?? 0))).toBeLessThanOrEqual(1);
  }
});

testWithNeuralVoice('the sound is close to that of floats', async () => {
  const floats = await speak(ofFloats, WHOLE);
  // With a text stage of floats, so that no phoneme moves.
  const ofChain = new Map([...ranges].filter(([tensor]) => !tensor.startsWith('/enc_p/')));
  const rounded = await speak(await VitsModel.load(bytes, false, ofChain), WHOLE);
  expect(rounded.length).toBe(floats.length);
  // Rounding before the decoder shifts the phase of the voice, so the loudness of short pieces is compared.
  expect(difference(loudness(rounded), loudness(floats))).toBeLessThan(0.1);
  const other = await speak(ofFloats, WHOLE, { ...CONTROLS, noiseScale: 1.5 });
  expect(difference(loudness(other), loudness(floats))).toBeGreaterThan(0.1);
});

/** Loudness of pieces of 20 ms. */
function loudness(samples: Float32Array): Float32Array {
  const piece = 441;
  return Float32Array.from({ length: Math.floor(samples.length / piece) }, (_, i) =>
    Math.sqrt(samples.subarray(i * piece, (i + 1) * piece).reduce((sum, value) => sum + value ** 2, 0)),
  );
}

test('a voice that cannot speak here, or whose configuration is damaged, keeps its floats', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-calibration-'));
  try {
    const path = join(folder, 'voice.onnx');
    expect(await rangesOf(path, new Uint8Array(0))).toEqual(new Map());
    writeFileSync(`${path}.json`, '{"audio": {');
    expect(await rangesOf(path, new Uint8Array(0))).toEqual(new Map());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
