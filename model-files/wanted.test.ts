import { expect, test } from 'vitest';
import { DEFAULT_MODELS } from './manifest.ts';
import { wantedModels } from './wanted.ts';

test.each([
  [undefined, DEFAULT_MODELS],
  ['', DEFAULT_MODELS],
  ['none', []],
  ['whisper-base, de_DE-thorsten-medium', ['whisper-base', 'de_DE-thorsten-medium']],
  ['default,pt_PT-tugao-medium,default', [...DEFAULT_MODELS, 'pt_PT-tugão-medium']],
  ['default,-kokoro-82m', DEFAULT_MODELS.filter((id) => id !== 'kokoro-82m')],
  ['-kokoro-82m', DEFAULT_MODELS.filter((id) => id !== 'kokoro-82m')],
  ['whisper-base,-whisper-base,de_DE-thorsten-medium', ['de_DE-thorsten-medium']],
])('MODELS=%s', (text, expected) => {
  expect(wantedModels(text)).toEqual(expected);
});

test('an unknown name is refused with similar ones', () => {
  expect(() => wantedModels('default,thorsten')).toThrow('de_DE-thorsten-medium');
});
