import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { espeakSource } from '../synthesis/families/espeak/source.ts';
import type { HibariSource } from '../synthesis/families/hibari/source.ts';
import { DICTIONARY_FOLDER, folderWithDictionary, testWithDictionary } from '../testing/dictionary.ts';
import { HIBARI_MODEL_PATH, testWithHibari } from '../testing/hibari-voice.ts';
import { LanePool } from './pool.ts';
import type { PreparedPhrase, PrepareRequest } from './protocol.ts';

const TEXT = 'On Monday, Leicester paid $5.50 for a well-known croissant.';
const HIBARI: HibariSource = { engine: 'hibari', modelPath: HIBARI_MODEL_PATH, espeakVoice: 'en-us' };

let reading: LanePool;
let without: LanePool;
beforeAll(() => {
  reading = new LanePool(1, { dictionaryFolder: DICTIONARY_FOLDER });
  without = new LanePool(1, { dictionaryFolder: '/nowhere' });
});
afterAll(async () => {
  await Promise.all([reading, without].map((pool) => pool.close()));
});

async function spoken(pool: LanePool, more: Partial<PrepareRequest> = {}): Promise<PreparedPhrase> {
  const request: PrepareRequest = {
    kind: 'prepare',
    voice: HIBARI,
    lang: 'en',
    ipaKey: null,
    source: TEXT,
    segments: [{ kind: 'text', text: TEXT, span: { start: 0, end: TEXT.length } }],
    ending: '.',
    controls: { speed: 1, temperature: null, topK: null, seed: 1 },
    urgent: false,
    ...more,
  };
  return (await pool.run(request, 0, new AbortController().signal)).result;
}

const ipaOf = ({ words, phonemes }: PreparedPhrase, unit: string): string => {
  const index = words.findIndex((word) => word.unit === unit);
  return phonemes.flatMap(({ word, ipa }) => (word === index ? [ipa] : [])).join('');
};

/** Skipped if either is not installed, but not in continuous integration. */
const testWithBoth =
  process.env.CI === 'true' || existsSync(HIBARI_MODEL_PATH) ? testWithDictionary : test.skip;

testWithBoth('words read by the dictionary are timed in order, each with its span', async () => {
  const phrase = await spoken(reading);
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
  expect(ipaOf(await spoken(without), 'croissant')).not.toBe(ipaOf(phrase, 'croissant'));
});

testWithBoth("an owner's pronunciation goes before the dictionary", async () => {
  const phrase = await spoken(reading, { lexicon: { leicester: 'ˈlɪstə' } });
  expect(ipaOf(phrase, 'Leicester')).toBe('lɪstə');
});

testWithBoth('other voices and other languages are read as without it', async () => {
  const voice = espeakSource('en-us');
  for (const more of [{ voice }, { lang: 'de' }])
    expect((await spoken(reading, more)).phonemes).toEqual((await spoken(without, more)).phonemes);
});

testWithHibari('a dictionary is found while the lanes run', async () => {
  const installed = await folderWithDictionary({ leicester: 'zˈɪbəɹ' });
  const folder = await mkdtemp(join(tmpdir(), 'parley-lanes-'));
  const pool = new LanePool(1, { dictionaryFolder: folder });
  expect(ipaOf(await spoken(pool), 'Leicester')).not.toBe('zɪbɚ');
  await cp(installed, folder, { recursive: true });
  expect(ipaOf(await spoken(pool), 'Leicester')).toBe('zɪbɚ');
  await pool.close();
  for (const each of [folder, installed]) await rm(each, { recursive: true });
});
