import { expect, test } from 'vitest';
import { ALL_MODELS } from './public-models.ts';
import { searchModels, suggestedVoice } from './search.ts';

const idsOf = (filter: Parameters<typeof searchModels>[1]) =>
  searchModels(ALL_MODELS, filter).map(({ id }) => id);

test('models are found by words, without accents, and by language', () => {
  expect(idsOf({ query: 'Thorsten medium' })).toEqual([
    'de_DE-thorsten-medium',
    'de_DE-thorsten_emotional-medium',
  ]);
  expect(idsOf({ query: 'tugao' })).toEqual(['pt_PT-tugão-medium']);
  expect(idsOf({ language: 'pt-BR' }).filter((id) => !id.startsWith('whisper'))).toEqual([
    'kokoro-82m',
    ...ALL_MODELS.filter(({ id }) => id.startsWith('pt_BR')).map(({ id }) => id),
  ]);
  expect(idsOf({ language: 'de' })).toContain('whisper-base');
  expect(idsOf({ language: 'de' })).not.toContain('whisper-base.en');
  expect(idsOf({ language: 'de' })).not.toContain('kokoro-82m');
  expect(idsOf({ language: 'pt' })).toContain('kokoro-82m');
  expect(idsOf({ language: 'xx', query: 'thorsten' })).toEqual([]);
});

test.each([
  ['de', 'de_DE-thorsten-medium'],
  ['en-gb', /^en_GB-/],
  ['pt-br', /^pt_BR-/],
  ['es', /^es_/],
])('the voice to begin with in %s has one speaker and medium quality', (language, expected) => {
  const voice = suggestedVoice(ALL_MODELS, language);
  expect(voice).toMatchObject({ speakers: 1, quality: 'medium' });
  expect(voice?.id).toMatch(expected);
});

test('no voice is suggested for a language without one', () => {
  expect(suggestedVoice(ALL_MODELS, 'ko')).toBeNull();
});
