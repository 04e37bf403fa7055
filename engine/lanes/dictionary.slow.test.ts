import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { Dictionaries } from '../pronunciation/dictionary/dictionaries.ts';
import type { EnglishDictionary } from '../pronunciation/dictionary/english-dictionary.ts';
import { Espeak } from '../pronunciation/espeak.ts';
import { HibariSynthesizer } from '../synthesis/hibari/synthesizer.ts';
import { DICTIONARY_FOLDER } from '../testing/dictionary.ts';
import { HIBARI_MODEL_PATH, testWithHibari } from '../testing/hibari-voice.ts';
import { prepare } from './prepare.ts';
import type { PreparedPhrase, PrepareRequest } from './protocol.ts';

const TEXT = 'On Monday, Leicester paid $5.50 for a well-known croissant.';

let espeak: Espeak;
let hibari: HibariSynthesizer;
let dictionary: EnglishDictionary | null;
beforeAll(async () => {
  if (!existsSync(HIBARI_MODEL_PATH)) return;
  espeak = await Espeak.load();
  hibari = await HibariSynthesizer.load(HIBARI_MODEL_PATH, 'en-us');
  dictionary = await new Dictionaries(DICTIONARY_FOLDER).for('en-us');
});
afterAll(() => hibari?.release());

function spoken(by: EnglishDictionary | null, lexicon?: Record<string, string>): Promise<PreparedPhrase> {
  const request: PrepareRequest = {
    kind: 'prepare',
    voice: { engine: 'hibari', modelPath: HIBARI_MODEL_PATH, espeakVoice: 'en-us' },
    lang: 'en',
    ipaKey: null,
    source: TEXT,
    segments: [{ kind: 'text', text: TEXT, span: { start: 0, end: TEXT.length } }],
    ...(lexicon && { lexicon }),
    ending: '.',
    controls: { speed: 1, temperature: null, topK: null, seed: 1 },
    urgent: false,
  };
  return prepare(request, hibari, espeak, false, by);
}

const ipaOf = ({ words, phonemes }: PreparedPhrase, unit: string): string => {
  const index = words.findIndex((word) => word.unit === unit);
  return phonemes.flatMap(({ word, ipa }) => (word === index ? [ipa] : [])).join('');
};

testWithHibari('words read by the dictionary are timed in order, each with its span', async () => {
  const phrase = await spoken(dictionary);
  expect(phrase.words.map(({ unit }) => unit)).toEqual([
    'On',
    'Monday',
    'Leicester',
    'paid',
    '$5.50',
    'for',
    'a',
    'well-known',
    'croissant',
  ]);
  let end = 0;
  for (const { unit, span, startSamples, endSamples } of phrase.words) {
    expect(TEXT.slice(span.start, span.end)).toBe(unit);
    expect(startSamples).toBeGreaterThanOrEqual(end);
    expect(endSamples).toBeGreaterThan(startSamples);
    end = endSamples;
  }
  expect(ipaOf(phrase, 'Leicester')).toBe('lɛstɚ');
  expect(ipaOf(phrase, 'croissant')).not.toBe(ipaOf(await spoken(null), 'croissant'));
});

testWithHibari("an owner's pronunciation goes before the dictionary", async () => {
  const phrase = await spoken(dictionary, { leicester: 'ˈlɪstə' });
  expect(ipaOf(phrase, 'Leicester')).toBe('lɪstə');
});
