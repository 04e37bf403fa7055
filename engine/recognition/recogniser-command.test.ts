import { expect, test } from 'vitest';
import { ALL_MODELS } from '../../model-files/public-models.ts';
import { recogniserCommand } from './recogniser-command.ts';

test.each(['de', 'nl', 'fr', 'it', 'es', 'pt-br', 'ru', 'hi', 'ko'])(
  'for %s, a multilingual model',
  (lang) => {
    const [, id] = /^npm run models -- pull (\S+)$/.exec(recogniserCommand(lang) ?? '') ?? [];
    expect(ALL_MODELS.find((model) => model.id === id)).toMatchObject({
      kind: 'recogniser',
      language: 'mul',
    });
  },
);

test('for English, the one of the default models', () => {
  expect(recogniserCommand('en-gb')).toBe('npm run models -- pull whisper-tiny.en');
});

test('for a language that none knows, nothing', () => {
  expect(recogniserCommand('eo')).toBeNull();
});
