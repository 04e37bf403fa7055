import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { parseMarkup } from '../../language/markup/parse.ts';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import { pronounce } from '../../language/pronunciation/pronounce.ts';
import { analyse } from '../../language/text/analyse.ts';
import { parsePiperConfig } from '../../model-files/piper-config.ts';
import { isLongForm } from '../../test/kit/long-form.ts';
import { encodeCodes } from '../conversion/codes.ts';
import { CEPSTRUM_SIZE } from '../conversion/mel-cepstrum.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../testing/neural-voice.ts';
import { ClonedSynthesizer } from './cloned-synthesizer.ts';
import { EspeakSynthesizer } from './families/espeak/synthesizer.ts';
import { VitsSynthesizer } from './families/vits/synthesizer.ts';
import type { Synthesizer } from './synthesizer.ts';

const TEXTS = ['Tomorrow.', 'It costs $12.50, and not a cent more: take it or leave it!'];
const SPEEDS = isLongForm ? [0.5, 0.7, 0.85, 1.5, 2] : [0.5, 0.85, 2];

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

/** The length of a text's sound, and where each word begins, in samples. */
async function timesOf(synthesizer: Synthesizer, text: string, speed: number) {
  const tokens = analyse([{ kind: 'text', text, span: { start: 0, end: text.length } }], 'en', text);
  const pronounced = pronounce(tokens, synthesizer.espeakVoice, espeak, () => []);
  const controls = { speed, temperature: null, topK: null, seed: 1 };
  const { frames, state, words, sampleRate } = await synthesizer.prepare(pronounced, controls);
  const { length } = await synthesizer.render(state, 0, frames);
  return { length, starts: words.map(({ startSamples }) => startSamples), sampleRate };
}

/** @param looseMs allowed beyond 1 %: differences that the synthesizer itself does not resolve */
async function expectTrueSpeeds(synthesizer: Synthesizer, looseMs: number): Promise<void> {
  for (const text of TEXTS) {
    const normal = await timesOf(synthesizer, text, 1);
    const loose = (looseMs * normal.sampleRate) / 1000;
    for (const speed of SPEEDS) {
      const { length } = await timesOf(synthesizer, text, speed);
      expect(Math.abs(length * speed - normal.length), `${text} at ${speed}`).toBeLessThan(
        0.01 * normal.length + loose * speed,
      );
    }
  }
}

/** A speaker that differs from all voices. */
function codesFor(key: string): Uint8Array {
  const row = new Float32Array(CEPSTRUM_SIZE);
  const pitch = { mean: 5, deviation: 0.2 };
  const map = {
    sampleRate: 22_050,
    pitch,
    warp: 1,
    level: 0,
    mean: row,
    slope: row,
    averaged: row,
    variance: row,
  };
  return encodeCodes({
    pitch,
    mean: row,
    deviation: row,
    symbols: ['a'],
    exemplars: new Int16Array(CEPSTRUM_SIZE),
    symbolOf: new Uint16Array(1),
    position: new Uint8Array(1),
    voiced: new Uint8Array(1),
    prompts: [],
    bases: [{ ...map, key, morph: null, residuals: null }],
  });
}

/** Words of a text, some of them at another rate, with their durations in samples. */
async function durationsAt(synthesizer: Synthesizer, rate: string) {
  const text = `before all these <prosody rate="${rate}">remarkable opportunities</prosody> there was another`;
  const tokens = analyse(parseMarkup(text), 'en', text);
  const pronounced = pronounce(tokens, synthesizer.espeakVoice, espeak, () => []);
  const controls = { speed: 1, temperature: null, topK: null, seed: 1 };
  const { words, frames, state } = await synthesizer.prepare(pronounced, controls);
  const { length } = await synthesizer.render(state, 0, frames);
  const starts = [...words.map(({ startSamples }) => startSamples), length];
  return words.map((_, i) => starts[i + 1]! - starts[i]!);
}

/** Only the words with a rate of their own change, and the later words are shifted by the difference. */
async function expectTrueRates(synthesizer: Synthesizer): Promise<void> {
  const normal = await durationsAt(synthesizer, '100%');
  for (const [percent, rate] of [
    ['50%', 0.5],
    ['200%', 2],
  ] as const) {
    const changed = await durationsAt(synthesizer, percent);
    for (const [i, duration] of changed.entries()) {
      const own = i === 3 || i === 4 ? normal[i]! / rate : normal[i]!;
      expect(Math.abs(duration - own), `word ${i} at ${percent}`).toBeLessThan(0.12 * own + 900);
    }
  }
}

it('words of espeak last as long as their own rate says', async () => {
  await expectTrueRates(new EspeakSynthesizer(espeak, 'en-us'));
});

testWithNeuralVoice('words of a neural voice last as long as their own rate says', async () => {
  const config = parsePiperConfig(JSON.parse(await readFile(NEURAL_CONFIG, 'utf8')));
  await expectTrueRates(new VitsSynthesizer(await VitsSynthesizer.loadModel(NEURAL_MODEL), config, 0));
});

// The same words differ by a period of the voice each time: espeak continues from where its voice was.
it('espeak lasts 1 / speed', async () => {
  await expectTrueSpeeds(new EspeakSynthesizer(espeak, 'en-us'), 10);
});

it('a clone lasts 1 / speed', async () => {
  const base = new EspeakSynthesizer(espeak, 'en-us');
  const source = { engine: 'espeak', voice: 'en-us' } as const;
  await expectTrueSpeeds(await ClonedSynthesizer.load(source, codesFor('espeak'), async () => base), 10);
});

testWithNeuralVoice('a neural voice lasts 1 / speed, to half a frame, and so does each word', async () => {
  const config = parsePiperConfig(JSON.parse(await readFile(NEURAL_CONFIG, 'utf8')));
  const synthesizer = new VitsSynthesizer(await VitsSynthesizer.loadModel(NEURAL_MODEL), config, 0);
  await expectTrueSpeeds(synthesizer, 6);
  const text = TEXTS[1]!;
  const normal = await timesOf(synthesizer, text, 1);
  const slow = await timesOf(synthesizer, text, 0.7);
  for (const [i, start] of slow.starts.entries()) {
    expect(Math.abs(start - normal.starts[i]! / 0.7)).toBeLessThanOrEqual(128);
  }
});
