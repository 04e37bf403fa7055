import { expect, test } from 'vitest';
import { ALL_MODELS } from '../models/public-models.ts';
import { wantedModels } from '../models/wanted.ts';
import { recogniserCommand } from './recogniser-command.ts';

test.each(['de', 'nl', 'fr', 'it', 'es', 'pt-br', 'ru', 'hi', 'ko'])(
  'for %s, a multilingual model',
  (lang) => {
    const [, list, id] =
      /^MODELS=(\S+) RECOGNISER=(\S+) npm start$/.exec(recogniserCommand(lang) ?? '') ?? [];
    expect(wantedModels(list)).toContain(id);
    expect(ALL_MODELS.find((model) => model.id === id)).toMatchObject({
      kind: 'recogniser',
      language: 'mul',
    });
  },
);

test('for English, the one of the default models', () => {
  expect(recogniserCommand('en-gb')).toBe(
    'MODELS=default,whisper-tiny.en RECOGNISER=whisper-tiny.en npm start',
  );
});

test('for a language that none knows, nothing', () => {
  expect(recogniserCommand('eo')).toBeNull();
});
