import { afterAll, beforeAll, expect, test } from 'vitest';
import { LanePool } from '../../engine/lanes/pool.ts';
import { vitsVoices } from '../../engine/synthesis/families/vits/voices.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../../engine/testing/neural-voice.ts';
import { testSpeech } from '../../engine/testing/speakers.ts';
import { Catalog } from '../../engine/voices/catalog.ts';
import { espeakLanguages } from '../../language/pronunciation/espeak-languages.ts';
import { parsePiperConfig } from '../../model-files/piper-config.ts';
import { BaseVoices, evenOrder } from './base-voices.ts';
import { CALIBRATION_TEXTS } from './calibration-texts.ts';
import { embeddingDistance, embedSpeaker } from './speaker-embedding.ts';

const never = new AbortController().signal;
let lanes: LanePool;
beforeAll(async () => {
  lanes = new LanePool(1);
  await lanes.ready();
});
afterAll(() => lanes.close());

/** A model with several speakers; it is not loaded before a voice speaks. */
function piper(id: string, espeakVoice: string, numSpeakers: number) {
  const config = parsePiperConfig({
    audio: { sample_rate: 22_050 },
    espeak: { voice: espeakVoice },
    num_speakers: numSpeakers,
    num_symbols: 4,
    phoneme_id_map: { _: [0], '^': [1], $: [2], a: [3] },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
  });
  return { id, config, onnxPath: `/none/${id}.onnx`, configPath: `/none/${id}.onnx.json` };
}

test('espeak speaks for those of its sex, in the variety that was asked for', () => {
  const bases = new BaseVoices(new Catalog([]), lanes);
  expect(bases.builtIn('en', 110)).toMatchObject({ voice: 'en-us' });
  expect(bases.builtIn('en-GB', 210)).toMatchObject({ voice: 'en-gb+f1' });
  expect(bases.builtIn('de-at', 210)).toMatchObject({ voice: 'de+f1' });
  expect(bases.builtIn('xx', 110)).toBeNull();
});

test('espeak speaks with another accent where it has one', () => {
  const bases = new BaseVoices(new Catalog([]), lanes);
  expect(bases.otherBuiltIn('en', 110)).toMatchObject({ voice: 'en-gb' });
  expect(bases.otherBuiltIn('en-GB', 210)).toMatchObject({ voice: 'en-us+f1' });
  expect(bases.otherBuiltIn('de', 110)).toBeNull();
  expect(bases.otherBuiltIn('xx', 110)).toBeNull();
});

test('the neural voice whose sound is nearest is chosen, whichever speaker of whichever model', async () => {
  const catalog = new Catalog([
    vitsVoices([piper('en_US-one', 'en-us', 1), piper('en_US-many', 'en-us', 300)]),
  ]);
  const bases = new BaseVoices(catalog, lanes);
  expect(bases.hasChoice('en')).toBe(true);
  expect(bases.hasChoice('de')).toBe(false);
  expect(bases.nearest('de', null)).toBeNull();
  expect(bases.nearest('en', null)).toMatchObject({ modelPath: '/none/en_US-one.onnx' });
});

testWithNeuralVoice('voices are met once', async () => {
  const { readFile } = await import('node:fs/promises');
  const config = parsePiperConfig(JSON.parse(await readFile(NEURAL_CONFIG, 'utf8')));
  const voice = (id: string) => ({ id, config, onnxPath: NEURAL_MODEL, configPath: NEURAL_CONFIG });
  const bases = new BaseVoices(new Catalog([vitsVoices([voice('en_US-joe-medium')])]), lanes);
  let embedded = 0;
  const embed = async ({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }) => {
    embedded++;
    return embedSpeaker(samples, sampleRate);
  };
  await bases.survey('en', embed, never);
  await bases.survey('en', embed, never);
  expect(embedded).toBe(1);
  expect(bases.hasOthersThan('de', false)).toBe(true);
  expect(bases.hasOthersThan('en', false)).toBe(false);
  // English differs from German, so its voice speaks a text of its own for the comparison.
  const others = await bases.othersThan('de', false, never);
  expect(others.map(({ key }) => key)).toEqual(['vits:en_US-joe-medium.onnx:0']);
  expect(others[0]?.rendition.words.length).toBeGreaterThan(20);
  expect(await bases.othersThan('en', false, never)).toEqual([]);
  // Cached results take no time.
  expect(await bases.othersThan('de', false, AbortSignal.abort())).toEqual(others);
});

test('embeddings tell voices apart, and not what they say', async () => {
  const embed = async (text: string | undefined, voice: string, pitch: number) =>
    embedSpeaker(await testSpeech(text, { voice, pitch }), 16_000);
  const man = await embed(undefined, 'en-us', 45);
  const again = await embed(
    'Seven green bottles stood quietly behind the cupboard, and nobody asked.',
    'en-us',
    45,
  );
  const woman = await embed(undefined, 'en-us+f2', 60);
  expect(man.medianF0Hz).toBeGreaterThan(60);
  expect(woman.medianF0Hz).toBeGreaterThan(1.3 * man.medianF0Hz);
  expect(embeddingDistance(man, man)).toBe(0);
  expect(embeddingDistance(man, again)).toBeLessThan(0.5 * embeddingDistance(man, woman));
  expect(embedSpeaker(new Float32Array(16_000), 16_000).medianF0Hz).toBe(0);
});

test.each([0, 1, 2, 3, 7, 904])('of %d voices the first looked at are spread evenly', (count) => {
  const order = evenOrder(count);
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  if (count < 4) return;
  const quarters = order.slice(0, 4).map((index) => Math.floor((4 * index) / count));
  expect(new Set(quarters).size).toBeGreaterThanOrEqual(3);
});

test('calibration texts are in languages that are spoken', () => {
  const spoken = new Set(espeakLanguages().map(({ code }) => code.split('-')[0]));
  // Piper's own code for Norwegian.
  spoken.add('no');
  for (const [lang, text] of Object.entries(CALIBRATION_TEXTS)) {
    expect(spoken, lang).toContain(lang === 'zh' ? 'cmn' : lang);
    expect(text.length, lang).toBeGreaterThan(35);
  }
});
