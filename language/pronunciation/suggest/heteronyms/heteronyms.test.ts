import { readdirSync, readFileSync } from 'node:fs';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { INVENTORY_KEYS, type InventoryKey } from '../../inventory/index.ts';
import { validateIpa } from '../../validate.ts';
import { findOccurrence } from '../occurrence.ts';
import { chooseReading } from './choose.ts';
import { contextOf } from './context.ts';
import { type HeteronymTable, heteronymsOf } from './index.ts';
import { HeteronymFile } from './schema.ts';
import { GOLDEN_ENGLISH } from './testing/golden-english.ts';
import { GOLDEN_SENTENCES } from './testing/golden-others.ts';
import { UNSEEN_ENGLISH } from './testing/unseen-english.ts';
import { UNSEEN_SENTENCES } from './testing/unseen-others.ts';

/** The table of a language that has one. */
function tableOf(key: InventoryKey): HeteronymTable {
  const table = heteronymsOf(key);
  if (!table) throw new Error(`${key} has no table`);
  return table;
}

function readingsIn(key: InventoryKey, sentence: string, word: string) {
  const { words, classes } = tableOf(key);
  const occurrence = findOccurrence(word, sentence, null);
  const heteronym = words.get(word.toLowerCase());
  if (!occurrence || !heteronym) throw new Error(`"${word}" is not known, or not in "${sentence}"`);
  return { heteronym, ...chooseReading(heteronym, contextOf(occurrence), classes) };
}

const KEYS = INVENTORY_KEYS.filter((key) => heteronymsOf(key) !== null);

it('every language has a table but Spanish, which has no such words', () => {
  expect(INVENTORY_KEYS.filter((key) => !KEYS.includes(key))).toEqual(['es', 'es-castilian']);
});

const FOLDER = new URL('./tables/', import.meta.url);

describe.each(readdirSync(FOLDER))('the file %s', (name) => {
  const file: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));

  it('has the format of schema.ts', () => {
    expect([...Value.Errors(HeteronymFile, file)].map(({ path, message }) => `${path}: ${message}`)).toEqual(
      [],
    );
  });

  it('defines the lists it uses, and gives a sound to every reading of a group', () => {
    const { lists = {}, groups = [] } = Value.Parse(HeteronymFile, file);
    const used = [...JSON.stringify(file).matchAll(/@(\w+)/g)].map(([, list]) => list!);
    expect(new Set(used)).toEqual(new Set(Object.keys(lists)));
    for (const { readings, words } of groups) {
      for (const sounds of Object.values(words)) expect(sounds).toHaveLength(readings.length);
    }
  });
});

describe.each(KEYS)('the table of %s', (key) => {
  it('has words in lower case with readings that are valid and differ', () => {
    for (const [word, readings] of tableOf(key).words) {
      expect(word).toBe(word.toLowerCase());
      const spelled = readings.map(({ ipa }) => validateIpa(ipa, key));
      expect(
        spelled.filter(({ valid }) => !valid),
        word,
      ).toEqual([]);
      expect(new Set(spelled.map(({ ipa }) => ipa)).size, word).toBe(readings.length);
      expect(readings.length, word).toBeGreaterThan(1);
    }
  });
});

describe('English heteronyms', () => {
  const best = (sentence: string, word: string): string =>
    validateIpa(readingsIn('en', sentence, word).readings[0]?.ipa ?? '', 'en').ipa;

  it.each(GOLDEN_ENGLISH)('%s (%s: %s)', (sentence, word, ipa) => {
    expect(best(sentence, word)).toBe(validateIpa(ipa, 'en').ipa);
  });

  it('are right in nine of ten sentences that the rules were not made from', () => {
    const wrong = UNSEEN_ENGLISH.filter(
      ([sentence, word, ipa]) => best(sentence, word) !== validateIpa(ipa, 'en').ipa,
    );
    console.log(
      `heteronyms: ${UNSEEN_ENGLISH.length - wrong.length} of ${UNSEEN_ENGLISH.length} unseen sentences`,
    );
    expect(wrong.length / UNSEEN_ENGLISH.length).toBeLessThanOrEqual(0.1);
  });
});

/** "замок 1 На холме…": the word, its reading from 1, the sentence. */
function rows(text: string) {
  return text
    .trim()
    .split('\n')
    .map((row) => {
      const [word = '', number = '', ...sentence] = row.split(' ');
      return { word, number: Number(number), sentence: sentence.join(' ') };
    });
}

type Sentences = keyof typeof GOLDEN_SENTENCES;

const isRight = (key: InventoryKey, { word, number, sentence }: ReturnType<typeof rows>[number]): boolean => {
  const { heteronym, readings } = readingsIn(key, sentence, word);
  return readings[0] === heteronym[number - 1];
};

describe.each(KEYS.filter((key) => key !== 'en'))('heteronyms of %s', (key) => {
  const language = key.slice(0, 2) as Sentences;

  it('are right in the sentences that the rules were made with', () => {
    expect(rows(GOLDEN_SENTENCES[language]).filter((row) => !isRight(key, row))).toEqual([]);
  });

  it('are right in six of seven that they were not made with, and more often than the usual reading', () => {
    const all = rows(UNSEEN_SENTENCES[language]);
    const right = all.filter((row) => isRight(key, row)).length;
    const usual = all.filter(({ number }) => number === 1).length;
    console.log(
      `heteronyms of ${key}: ${right} of ${all.length} unseen sentences; the usual reading: ${usual}`,
    );
    expect(right / all.length).toBeGreaterThanOrEqual(6 / 7);
    expect(right).toBeGreaterThan(usual);
  });
});
