import { readFileSync } from 'node:fs';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../languages.ts';
import { AbbreviationFile } from './abbreviation-schema.ts';
import { spokenLanguage } from './index.ts';

describe.each(LANGUAGES)('the conventions of %s', (code) => {
  const language = spokenLanguage(code);
  if (language === null) throw new Error(`no grammar for ${code}`);
  const { writing } = language;

  it('match only at the position of the scanner', () => {
    const patterns = [
      writing.words.compass?.pattern,
      writing.dates.decade?.pattern,
      ...writing.codes.phones.map(({ pattern }) => pattern),
      writing.codes.postcode?.pattern,
      writing.roman?.shortCentury?.[0],
      writing.roman?.ordinalSuffix?.pattern,
    ].filter((pattern) => pattern !== undefined);
    for (const pattern of patterns) expect(pattern.sticky, String(pattern)).toBe(true);
  });

  it('list abbreviations in small letters, with their dot', () => {
    const { closingEnumerations, closingAbbreviations, wordlikeAbbreviations } = writing.sentences;
    for (const one of [...closingEnumerations, ...closingAbbreviations, ...wordlikeAbbreviations])
      expect(one).toMatch(/^[^\p{Lu}]+\.$/u);
  });

  it('agree with the pattern of ordinals on the dot', () => {
    expect(language.ordinalPattern.test('2. ')).toBe(writing.sentences.ordinalDot);
  });

  it('name words of their own, each once', () => {
    const { sentences, letters, dates, roman } = writing;
    for (const list of [sentences.openers, letters.acronyms, dates.dayCues, roman?.numbered ?? []]) {
      expect(new Set(list).size).toBe(list.length);
      for (const word of list) expect(word).toMatch(/^\S+$/);
    }
  });
});

it.each(LANGUAGES)('the abbreviations of %s have the format of their schema', (code) => {
  const file: unknown = JSON.parse(
    readFileSync(new URL(`./${code}/abbreviations.json`, import.meta.url), 'utf8'),
  );
  expect([...Value.Errors(AbbreviationFile, file)].map(({ path, message }) => `${path}: ${message}`)).toEqual(
    [],
  );
});
