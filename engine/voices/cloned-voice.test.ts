import { expect, test } from 'vitest';
import type { PiperVoice } from '../../model-files/piper-voices.ts';
import { CodesError, encodeCodes } from '../conversion/codes.ts';
import { CEPSTRUM_SIZE } from '../conversion/mel-cepstrum.ts';
import { EngineError } from '../errors.ts';
import { createEngine } from '../index.ts';
import { kokoroVoices } from '../synthesis/families/kokoro/voices.ts';
import { vitsVoices } from '../synthesis/families/vits/voices.ts';
import type { ClonedVoice, SpeakSettings } from '../types.ts';
import { Catalog } from './catalog.ts';
import { baseFor } from './cloned-voice.ts';

const row = new Float32Array(CEPSTRUM_SIZE);

/** A clone that was enrolled in a language for these bases, in this order. */
function clone(lang: string, keys: readonly string[]): ClonedVoice {
  const pitch = { mean: 5, deviation: 0.2 };
  const codes = encodeCodes({
    pitch,
    mean: row,
    deviation: row,
    symbols: ['a'],
    exemplars: new Int16Array(CEPSTRUM_SIZE),
    symbolOf: new Uint16Array(1),
    position: new Uint8Array(1),
    voiced: new Uint8Array(1),
    prompts: [],
    bases: keys.map((key) => ({
      key,
      morph: null,
      sampleRate: 22_050,
      pitch,
      warp: 1,
      level: 0,
      mean: row,
      slope: row,
      averaged: row,
      variance: row,
      residuals: null,
    })),
  });
  return { id: 'id', name: 'Ada', lang, referenceId: 'reference', codes };
}

const piper = (id: string, languageCode: string): PiperVoice => ({
  id,
  onnxPath: `/models/${id}.onnx`,
  configPath: `/models/${id}.onnx.json`,
  config: {
    sampleRate: 22_050,
    phonemeType: 'espeak',
    espeakVoice: languageCode.slice(0, 2),
    languageCode,
    numSpeakers: 1,
    speakerIdMap: {},
  } as PiperVoice['config'],
});
const catalog = new Catalog([
  vitsVoices([piper('en_US-joe-medium', 'en_US'), piper('de_DE-x-low', 'de_DE')]),
]);
const ENGLISH = 'vits:en_US-joe-medium.onnx:0';
const GERMAN = 'vits:de_DE-x-low.onnx:0';

test.each([
  ['en', 'vits', '/models/en_US-joe-medium.onnx'],
  ['de', 'vits', '/models/de_DE-x-low.onnx'],
  ['hi', 'espeak', undefined],
])('a clone that was learned in German beside only espeak speaks %s with %s', (lang, engine, modelPath) => {
  const found = baseFor(catalog, clone('de', ['espeak+f1', ENGLISH, GERMAN]), lang);
  expect(found?.source).toMatchObject({ engine, ...(modelPath && { modelPath }) });
  expect(found?.voice).toMatchObject({ id: 'id', name: 'Ada' });
});

test('if the neural base is not installed any more, espeak speaks instead', () => {
  const found = baseFor(new Catalog([]), clone('en', [ENGLISH, 'espeak+f1']), 'en-gb');
  expect(found?.source).toMatchObject({ engine: 'espeak', voice: expect.stringMatching(/^en.*\+f1$/) });
  expect(baseFor(new Catalog([]), clone('en', [ENGLISH]), 'en')).toBeNull();
});

test('a voice of Kokoro is a base like others', () => {
  const stylePaths = new Map([['hf_alpha', '/kokoro/hf_alpha.bin']]);
  const indian = new Catalog([kokoroVoices({ modelPath: '/kokoro/kokoro.onnx', stylePaths })]);
  const found = baseFor(indian, clone('en', ['espeak', 'kokoro:hf_alpha.bin']), 'hi');
  expect(found).toMatchObject({
    voice: { id: 'id', engine: 'kokoro' },
    source: { stylePath: '/kokoro/hf_alpha.bin' },
  });
});

test.each([
  ['fast enough', 0.4, 'kokoro'],
  ['too slow', 1.2, 'vits'],
])('on a machine that is %s, Kokoro is a base before a Piper voice, or after it', (_, cores, engine) => {
  const kokoro = {
    modelPath: '/kokoro/kokoro.onnx',
    stylePaths: new Map([['af_heart', '/kokoro/af_heart.bin']]),
  };
  const naturalCost = { cores, isMeasured: true };
  const both = new Catalog([vitsVoices([piper('en_US-joe-medium', 'en_US')]), kokoroVoices(kokoro)], {
    preference: 'auto',
    byLanguage: {},
    naturalCost,
  });
  const keys = ['kokoro:af_heart.bin', 'espeak+f1', ENGLISH];
  expect(baseFor(both, clone('en', keys), 'en')?.source.engine).toBe(engine);
  expect(baseFor(both, clone('en', keys.slice(0, 2)), 'en')?.source.engine).toBe('kokoro');
});

test('codes that cannot be read are an error of their own', () => {
  const broken = { ...clone('en', ['espeak']), codes: new Uint8Array(3) };
  expect(() => baseFor(catalog, broken, 'en')).toThrow(CodesError);
});

test('the voice has a note about it', async () => {
  const engine = await createEngine({ voiceFolders: {}, lanes: 1 });
  try {
    const settings: SpeakSettings = {
      lang: 'en',
      voiceId: 'id',
      speed: 1,
      samplingRate: 24_000,
      encoding: 'pcm_linear',
      timestamps: false,
      ipaKey: null,
      temperature: null,
      topK: null,
    };
    const codes = clone('en', ['espeak']).codes.slice();
    // The version.
    codes[4] = 99;
    const refused = (): unknown => engine.check('', settings, { ...clone('en', []), codes });
    expect(refused).toThrow(EngineError);
    expect(refused).toThrow(/another version \(99\); enrol it again/);
    expect(() => engine.open(settings, { clone: { ...clone('en', []), codes } })).toThrow(EngineError);
  } finally {
    await engine.close();
  }
});
