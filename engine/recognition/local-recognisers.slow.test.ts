import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { int16ToFloat } from '../../media/pcm.ts';
import { createEngine, type Engine } from '../index.ts';
import { kokoroFolder } from '../models/folders.ts';
import { ENGLISH_RECOGNISER, MULTILINGUAL_RECOGNISER } from '../models/manifest.ts';
import { ModelStore } from '../models/store.ts';
import { missingInstructions } from '../onnx/instruction-sets.ts';
import { say } from '../testing/speech.ts';
import { LocalRecognisers } from './local-recognisers.ts';
import { RECOGNITION_SAMPLE_RATE, RecognitionError } from './types.ts';
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
const LANGS = Object.keys(SENTENCES) as (keyof typeof SENTENCES)[];

withModels('with an English and a multilingual model', () => {
  const recognisers = new LocalRecognisers([
    { path: paths[0]!, isMultilingual: false },
    { path: paths[1]!, isMultilingual: true },
  ]);
  let engine: Engine;
  const said = new Map<string, Float32Array>();
  beforeAll(async () => {
    engine = await createEngine({ voiceFolders: [], kokoroFolder: folder, lanes: 1 });
    for (const lang of LANGS) {
      said.set(lang, int16ToFloat(await say(engine, SENTENCES[lang], RECOGNITION_SAMPLE_RATE, lang)));
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

  test('callers in both at the same time', async () => {
    const jobs = LANGS.map((lang) => recognisers.transcribe(said.get(lang)!, { lang, isLive: true }));
    for (const [i, { text }] of (await Promise.all(jobs)).entries()) {
      expect(wordErrors(SENTENCES[LANGS[i]!], text).errors, text).toBeLessThanOrEqual(2);
    }
    expect(recognisers.utteranceCpuSeconds).toBeGreaterThan(0);
  });
});

test('a language that no installed model knows is refused with the command that helps', async () => {
  const recognisers = new LocalRecognisers([{ path: '/nowhere.bin', isMultilingual: true }]);
  const job = recognisers.transcribe(new Float32Array(16), { lang: 'de' });
  await expect(job).rejects.toBeInstanceOf(RecognitionError);
  await expect(job).rejects.toThrow('npm run models -- pull whisper-base');
  expect(recognisers.utteranceCpuSeconds).toBeNull();
  recognisers.prepare('de');
  await recognisers.close();
});
