import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { int16ToFloat } from '../../media/pcm.ts';
import { kokoroFolder } from '../../model-files/folders.ts';
import { ENGLISH_RECOGNISER, MULTILINGUAL_RECOGNISER } from '../../model-files/manifest.ts';
import { missingInstructions } from '../../model-files/onnx/instruction-sets.ts';
import { ModelStore } from '../../model-files/store.ts';
import { times } from '../../test/kit/long-form.ts';
import { createEngine, type Engine } from '../index.ts';
import { say, speakForTest } from '../testing/speech.ts';
import { createRecogniser, localModel } from './create-recogniser.ts';
import { LocalRecogniser } from './local-recogniser.ts';
import { LocalRecognisers } from './local-recognisers.ts';
import { RecogniserSpeeds } from './recogniser-speeds.ts';
import { RECOGNITION_SAMPLE_RATE, type Recogniser, type RecogniserInUse } from './types.ts';
import { wordErrors } from './wer.ts';

const store = new ModelStore();
const paths = [ENGLISH_RECOGNISER, MULTILINGUAL_RECOGNISER].flatMap((id) => [...store.paths(id).values()]);
const folder = kokoroFolder();
const canRun = paths.every((path) => existsSync(path)) && existsSync(folder);
/** Needs models: `npm run models -- pull`, and `npm run models -- pull whisper-base`. */
const withModels = describe.skipIf(
  (!canRun || missingInstructions().length > 0) && process.env.CI !== 'true',
);

/** What Kokoro says in each language that it and the recogniser share. */
const SENTENCES = {
  en: 'Good morning. I would like to book a table for four people on Friday evening.',
  es: 'Buenos días. Quisiera reservar una mesa para cuatro personas el viernes por la noche.',
  fr: 'Bonjour. Je voudrais réserver une table pour quatre personnes vendredi soir.',
  it: 'Buongiorno. Vorrei prenotare un tavolo per quattro persone venerdì sera.',
  'pt-br': 'Bom dia. Eu gostaria de reservar uma mesa para quatro pessoas na sexta-feira à noite.',
} as const;
const LANGS = (Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]).slice(0, times(2, 5));

withModels('with an English and a multilingual model', () => {
  let recognisers: Recogniser;
  let engine: Engine;
  const said = new Map<string, Float32Array>();
  beforeAll(async () => {
    recognisers = await createRecogniser({ remote: null });
    engine = await createEngine({ voiceFolders: { kokoro: [folder] }, lanes: 1 });
    for (const lang of LANGS) {
      said.set(lang, int16ToFloat(await say(engine, SENTENCES[lang], RECOGNITION_SAMPLE_RATE, { lang })));
    }
  });
  afterAll(async () => {
    await recognisers.close();
    await engine.close();
  });

  test.each(LANGS)('%s is recognised, told which it is or not', async (lang) => {
    const samples = said.get(lang)!;
    for (const told of [lang, '']) {
      const { text, words, lang: heard } = await recognisers.transcribe(samples, { lang: told });
      expect(wordErrors(SENTENCES[lang], text).errors, text).toBeLessThanOrEqual(2);
      expect(words.map((word) => word.text).join(' ')).toBe(text);
      expect(heard).toBe(told === '' ? lang.slice(0, 2) : undefined);
    }
  });

  test.each(LANGS)('%s is identified without its words', async (lang) => {
    for (const expected of [lang, 'de']) {
      const found = await recognisers.identify?.(said.get(lang)!, expected);
      expect(found).toEqual({ lang: lang.slice(0, 2), isSure: true });
    }
    expect(await recognisers.identify?.(new Float32Array(16_000), 'en')).toBeNull();
  });

  test.each(LANGS.filter((lang) => lang !== 'en').slice(0, 2))(
    '%s is translated into English',
    async (lang) => {
      expect(recognisers.translates).toBe(true);
      const { text } = await recognisers.transcribe(said.get(lang)!, { lang: '', translate: true });
      expect(text).toMatch(/table for (4|four) people/i);
    },
  );

  test('callers in both at the same time', async () => {
    const jobs = LANGS.map((lang) => recognisers.transcribe(said.get(lang)!, { lang, isLive: true }));
    for (const [i, { text }] of (await Promise.all(jobs)).entries()) {
      expect(wordErrors(SENTENCES[LANGS[i]!], text).errors, text).toBeLessThanOrEqual(2);
    }
    expect(recognisers.utteranceCpuSeconds).toBeGreaterThan(0);
  });
});

withModels('a model that is told names', () => {
  const recogniser = new LocalRecogniser(localModel(store, MULTILINGUAL_RECOGNISER));
  afterAll(() => recogniser.close());

  test('writes one that was said as it was told to, and nothing else that was told', async () => {
    const spoken = await speakForTest('May I speak to Miss Innes about the room?', SENTENCES.en);
    const [name, other] = spoken as [Float32Array, Float32Array];
    const names = ['Xochitl', 'Helstone', 'Miss Innes'];
    const { text } = await recogniser.transcribe(name, { lang: 'en', names });
    expect(text).toContain('Miss Innes about the room');
    const told = await recogniser.transcribe(other, { lang: 'en', names });
    expect(told.text).toBe((await recogniser.transcribe(other, { lang: 'en' })).text);
  });
});

withModels('measured', () => {
  test('the cost of an utterance is measured while no stream speaks, reported and stored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-recognisers-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const models = [{ ...localModel(store, ENGLISH_RECOGNISER), digest: '1' }];
    const speeds = new RecogniserSpeeds({ folder });
    const told: (readonly RecogniserInUse[])[] = [];
    let load = 0.9;
    const recogniser = new LocalRecognisers({
      models,
      speeds,
      preferred: null,
      restSeconds: 1,
      machineLoad: () => load,
      onInUse: (inUse) => told.push(inUse),
    });
    onTestFinished(() => recogniser.close());
    recogniser.watch(() => true);
    expect(told).toEqual([
      ['conversations', 'files'].map((use) =>
        expect.objectContaining({ use, lang: 'en', id: models[0]!.id }),
      ),
    ]);
    expect(recogniser.utteranceCpuSeconds).toBeNull();
    // Nothing is measured while other programs are busy.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(speeds.cost(ENGLISH_RECOGNISER)).toBeNull();
    load = 0;
    await vi.waitUntil(() => speeds.cost(ENGLISH_RECOGNISER) !== null, { timeout: 100_000, interval: 200 });
    expect(recogniser.utteranceCpuSeconds).toBeGreaterThan(0);
    const later = new RecogniserSpeeds({ folder });
    await vi.waitUntil(async () => {
      await later.remember(models);
      return later.cost(ENGLISH_RECOGNISER) !== null;
    });
    expect(later.cost(ENGLISH_RECOGNISER)).toEqual(speeds.cost(ENGLISH_RECOGNISER));
  }, 120_000);
});
