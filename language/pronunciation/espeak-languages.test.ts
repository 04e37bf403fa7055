import { expect, it } from 'vitest';
import { Espeak } from './espeak.ts';
import { espeakLanguages, espeakVoiceFor } from './espeak-languages.ts';

it.each([
  ['en', 'en-us'],
  ['en-GB', 'en-gb'],
  ['en_gb', 'en-gb'],
  ['en-AU', 'en-us'],
  ['fr', 'fr-fr'],
  ['es', 'es-419'],
  ['es-castilian', 'es'],
  ['pt', 'pt'],
  ['pt-br', 'pt-br'],
  ['zh', 'cmn'],
  ['zh-TW', 'cmn'],
  ['yue', 'yue'],
  ['nn', 'nb'],
  ['de-AT', 'de'],
  ['xx', null],
  ['', null],
  ['constructor', null],
])('speaks %s with %s', (lang, voice) => {
  expect(espeakVoiceFor(lang)).toBe(voice);
});

it('lists languages that all exist in espeak, with names', async () => {
  const espeak = await Espeak.load();
  const languages = espeakLanguages();
  expect(new Set(languages.map((language) => language.code)).size).toBe(languages.length);
  expect(languages.length).toBeGreaterThan(110);
  expect(languages.find((language) => language.code === 'pt-br')).toEqual({
    code: 'pt-br',
    name: 'Brazilian Portuguese',
    nativeName: 'português (Brasil)',
  });
  for (const { code, name } of languages) {
    expect(name).not.toBe(code);
    expect(() => espeak.phonemize('a', espeakVoiceFor(code) ?? 'none')).not.toThrow();
  }
});
