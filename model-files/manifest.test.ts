import { readFileSync } from 'node:fs';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, test } from 'vitest';
import { DICTIONARY_FILES } from '../language/pronunciation/dictionary/files.ts';
import {
  DEEP_FILTER_NET,
  DEFAULT_MODELS,
  END_OF_TURN_MODEL,
  ENGLISH_RECOGNISER,
  GTCRN,
  JOE_VOICE,
  MODELS,
  MULTILINGUAL_RECOGNISER,
  QUALITY_PREDICTOR,
  SPEAKER_ENCODER,
} from './manifest.ts';
import { Manifest } from './manifest-schema.ts';
import { filesOf, type Model } from './model.ts';
import { ALL_MODELS } from './public-models.ts';

describe('models.json', () => {
  const file: unknown = JSON.parse(readFileSync(new URL('./models.json', import.meta.url), 'utf8'));

  test('has the format of the manifest, which is that of models', () => {
    expect([...Value.Errors(Manifest, file)].map(({ path, message }) => `${path}: ${message}`)).toEqual([]);
    const models: readonly Model[] = Value.Parse(Manifest, file).models;
    expect(MODELS).toEqual(expect.arrayContaining([...models]));
  });

  test('has the models that programs name', () => {
    const named = [
      ...DEFAULT_MODELS,
      ...[JOE_VOICE, ENGLISH_RECOGNISER, MULTILINGUAL_RECOGNISER, END_OF_TURN_MODEL],
      ...[GTCRN, DEEP_FILTER_NET, SPEAKER_ENCODER, QUALITY_PREDICTOR],
    ];
    expect(MODELS.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
    const dictionary = MODELS.find(({ kind }) => kind === 'dictionary');
    expect(dictionary?.files.map(({ name }) => name)).toEqual(Object.values(DICTIONARY_FILES).flat());
  });
});

test('models and their files have names of their own, and every source has all files', () => {
  const ids = ALL_MODELS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = ALL_MODELS.flatMap((model) => filesOf(model).map(({ name }) => `${model.kind}/${name}`));
  expect(new Set(names).size).toBe(names.length);
  for (const { id, files, sources, conversion } of MODELS) {
    const wanted = (conversion?.from ?? files).map(({ name }) => name).sort();
    for (const source of sources) expect(namesFrom(source).sort(), id).toEqual(wanted);
  }
});

function namesFrom(source: Model['sources'][number]): string[] {
  switch (source.kind) {
    case 'url':
      return Object.keys(source.urls);
    case 'hub':
      return [...Object.keys(source.paths), ...Object.keys(source.urls ?? {})];
    case 'packages': {
      const parts = Object.values(source.parts ?? {}).flat();
      const whole = source.packages
        .flatMap(namesFrom)
        .filter((name) => !parts.some((part) => part.name === name));
      return [...whole, ...Object.keys(source.parts ?? {})];
    }
    default:
      return Object.values(source.files);
  }
}
