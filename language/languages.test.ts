import { describe, expect, test } from 'vitest';
import { isLanguageTag, languageTag, primaryLanguage, spokenLanguage } from './languages.ts';

describe('languages as clients write them', () => {
  test.each([
    // As they are.
    ['en', 'en'],
    ['en-us', 'en-us'],
    ['es-419', 'es-419'],
    ['es-castilian', 'es-castilian'],
    ['en-gb-x-rp', 'en-gb-x-rp'],
    ['yue', 'yue'],
    ['haw', 'haw'],
    // Case, underscores, white space, locales of POSIX.
    ['EN', 'en'],
    ['en_US', 'en-us'],
    ['en_US.UTF-8', 'en-us'],
    ['de_DE@euro', 'de-de'],
    ['pt-BR', 'pt-br'],
    [' fr ', 'fr'],
    ['en_gb_scotland', 'en-gb-scotland'],
    // ISO 639-2/T and ISO 639-3.
    ['eng', 'en'],
    ['ENG', 'en'],
    ['eng-us', 'en-us'],
    ['eng_GB', 'en-gb'],
    ['deu', 'de'],
    ['fra', 'fr'],
    ['spa', 'es'],
    ['spa-mx', 'es-mx'],
    ['ita', 'it'],
    ['nld', 'nl'],
    ['por-br', 'pt-br'],
    ['rus', 'ru'],
    ['hin', 'hi'],
    ['kor', 'ko'],
    ['jpn', 'ja'],
    ['zho', 'zh'],
    ['cmn', 'zh'],
    ['arb', 'ar'],
    ['pes', 'fa'],
    ['swh', 'sw'],
    ['hrv', 'hr'],
    ['srp', 'sr'],
    ['nob', 'nb'],
    ['ces', 'cs'],
    ['ell', 'el'],
    ['cym', 'cy'],
    // ISO 639-2/B.
    ['ger', 'de'],
    ['fre', 'fr'],
    ['dut', 'nl'],
    ['chi', 'zh'],
    ['cze', 'cs'],
    ['gre', 'el'],
    ['per', 'fa'],
    ['rum', 'ro'],
    ['slo', 'sk'],
    ['wel', 'cy'],
    ['ice', 'is'],
    ['may', 'ms'],
    ['alb', 'sq'],
    ['arm', 'hy'],
    ['baq', 'eu'],
    ['geo', 'ka'],
    ['mac', 'mk'],
    ['mao', 'mi'],
    ['bur', 'my'],
    // Codes that were withdrawn.
    ['iw', 'he'],
    ['in', 'id'],
    ['mo', 'ro'],
    ['scr', 'hr'],
    // Scripts and extended languages.
    ['zh-Hans', 'zh-hans'],
    ['zh_Hant_TW', 'zh-hant-tw'],
    ['zho-Hans-CN', 'zh-hans-cn'],
    ['srp-Latn', 'sr-latn'],
    ['zh-yue', 'yue'],
    ['zh-cmn-Hans', 'zh-hans'],
    // Regions of three letters.
    ['eng-usa', 'en-us'],
    ['en-GBR', 'en-gb'],
    ['por-BRA', 'pt-br'],
    // Names.
    ['English', 'en'],
    ['german', 'de'],
    ['Portuguese', 'pt'],
    ['Haitian Creole', 'ht'],
    // Invalid tags stay unchanged.
    ['qqq', 'qqq'],
    ['not a language', 'not a language'],
    ['', ''],
  ])('%o is %o', (sent, tag) => {
    expect(languageTag(sent)).toBe(tag);
    // It is stable, and independent of case and separator.
    expect(languageTag(tag)).toBe(tag);
    expect(languageTag(sent.toUpperCase())).toBe(tag);
    expect(languageTag(sent.replaceAll('-', '_'))).toBe(tag);
  });

  test('their primary languages', () => {
    expect(['eng-us', 'por_BR', 'zh-yue', 'sh', 'GER'].map(primaryLanguage)).toEqual([
      'en',
      'pt',
      'yue',
      'sr',
      'de',
    ]);
  });

  test('text that looks like one', () => {
    expect(['en', 'xx', 'English', 'zh-Hant-TW', 'en_US.UTF-8'].every(isLanguageTag)).toBe(true);
    expect(['', 'e', 'not a language', 'en us', '12', '<en>'].some(isLanguageTag)).toBe(false);
  });
});

test.each(['', ' ', 'auto', 'Auto', 'null', null, undefined])(
  '%j leaves the language to the recogniser',
  (named) => expect(spokenLanguage(named)).toBeNull(),
);

test.each(['en', 'pt-BR', 'English'])('%s is a language', (named) =>
  expect(spokenLanguage(named)).toBe(named),
);
