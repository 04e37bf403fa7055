import { readFileSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { Espeak } from '../../../../language/pronunciation/espeak.ts';
import { type Pronounced, pronounce } from '../../../../language/pronunciation/pronounce.ts';
import type { Token } from '../../../../language/text/types.ts';
import { RealFft } from '../../../../media/fft.ts';
import { parsePiperConfig } from '../../../../model-files/piper-config.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../../../testing/neural-voice.ts';
import { VitsSynthesizer } from './synthesizer.ts';

let synthesizer: VitsSynthesizer;
let words: readonly Pronounced[];
beforeAll(async () => {
  let config: string;
  try {
    config = readFileSync(NEURAL_CONFIG, 'utf8');
  } catch {
    return;
  }
  const model = await VitsSynthesizer.loadModel(NEURAL_MODEL);
  synthesizer = new VitsSynthesizer(model, parsePiperConfig(JSON.parse(config)), 0);
  const tokens = 'nobody knows the way home'.split(' ').map((spoken): Token => {
    const span = { start: 0, end: spoken.length };
    return { kind: 'word', unit: spoken, span, spoken, ipa: null };
  });
  const espeak = await Espeak.load();
  words = pronounce(
    [...tokens, { kind: 'punctuation', mark: '.' }],
    synthesizer.espeakVoice,
    espeak,
    () => [],
  );
});

interface Spoken {
  readonly samples: Float32Array;
  readonly starts: readonly number[];
}

async function speak(temperature: number | null, seed = 1, topK: number | null = null): Promise<Spoken> {
  const phrase = await synthesizer.prepare(words, { speed: 1, temperature, topK, seed });
  if (!phrase.state) throw new Error('nothing was said');
  const samples = await synthesizer.render(phrase.state, 0, phrase.frames);
  return { samples, starts: phrase.words.map(({ startSamples }) => startSamples) };
}

/** Sound below this level in its band counts as silent: its level says nothing about the voice. */
const SILENT_DB = -35;

/**
 * Energies (dB) of bands of 350 Hz in 1024 samples every 512: coarse, so that the voice's own period does not matter.
 */
function bandLevels(samples: Float32Array): Float64Array {
  const fft = new RealFft(1024);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const values: number[] = [];
  for (let from = 0; from + 1024 <= samples.length; from += 512) {
    fft.forward(samples.subarray(from, from + 1024), re, im);
    for (let band = 0; band < 16; band++) {
      let energy = 0;
      for (let k = 16 * band + 3; k < 16 * band + 19; k++) energy += re[k]! * re[k]! + im[k]! * im[k]!;
      values.push(Math.max(SILENT_DB, 10 * Math.log10(energy / 1024)));
    }
  }
  return Float64Array.from(values);
}

/** Root mean square distance in dB from the rendition at temperature 0, which has the same timings. */
async function distance(temperature: number): Promise<number> {
  const still = bandLevels((await speak(0)).samples);
  const other = bandLevels((await speak(temperature)).samples);
  return Math.sqrt(still.reduce((sum, level, i) => sum + (level - other[i]!) ** 2, 0) / still.length);
}

testWithNeuralVoice('at temperature 0 there is one way to say it, the same whenever it is said', async () => {
  expect((await speak(0)).samples).toEqual((await speak(0)).samples);
});

testWithNeuralVoice('the same seed gives the same sound at any temperature', async () => {
  expect((await speak(1.2, 5)).samples).toEqual((await speak(1.2, 5)).samples);
  expect((await speak(1.2, 5)).samples).not.toEqual((await speak(1.2, 6)).samples);
});

testWithNeuralVoice('temperature changes the sound and not the timings', async () => {
  const still = await speak(0);
  const lively = await speak(1.2);
  expect(lively.samples).not.toEqual(still.samples);
  expect(lively.starts).toEqual(still.starts);
});

testWithNeuralVoice('the higher the temperature, the farther from the average way to say it', async () => {
  const [low, middle, high] = [await distance(0.15), await distance(0.667), await distance(1.5)];
  expect(middle).toBeGreaterThan(1.15 * low);
  expect(high).toBeGreaterThan(1.15 * middle);
});

testWithNeuralVoice('no temperature means the model’s own, and top_k means nothing', async () => {
  const { noiseScale } = parsePiperConfig(JSON.parse(readFileSync(NEURAL_CONFIG, 'utf8')));
  const usual = await speak(null);
  expect(usual.samples).toEqual((await speak(noiseScale)).samples);
  expect(usual.samples).toEqual((await speak(null, 1, 3)).samples);
});
