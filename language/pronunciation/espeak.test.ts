import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Espeak, type Phoneme, plainText, UnknownEspeakVoiceError } from './espeak.ts';
import { stillVoice } from './still-voice.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

const ipa = (groups: readonly (readonly Phoneme[])[]): string =>
  groups.map((group) => group.map((phoneme) => phoneme.ipa).join('')).join(' ');

const settings = { voice: 'en-us', rate: 175, pitch: 50, range: 50 };

describe('voices', () => {
  it('lists them with their languages', () => {
    expect(espeak.voices.length).toBeGreaterThan(100);
    expect(espeak.voices.find((voice) => voice.identifier === 'gmw/en-US')).toEqual({
      identifier: 'gmw/en-US',
      languages: ['en-us', 'en'],
      name: 'English (America)',
      gender: 'male',
    });
  });

  it.each(['zz', '', 'en-us+nobody', 'zz+f1', '../etc', 'en-us+../f1'])('refuses the unknown %j', (voice) => {
    espeak.phonemize('bath', 'en-us');
    expect(() => espeak.phonemize('bath', voice)).toThrow(UnknownEspeakVoiceError);
    expect(() => espeak.synthesize('bath', { ...settings, voice })).toThrow(UnknownEspeakVoiceError);
    expect(ipa(espeak.phonemize('bath', 'en-gb'))).toBe('bˈaθ');
  });

  it('takes codes that espeak itself knows only in its list', () => {
    expect(ipa(espeak.phonemize('les amis', 'fr-fr'))).toBe(ipa(espeak.phonemize('les amis', 'fr')));
  });
});

describe('phonemize', () => {
  it('returns both notations', () => {
    expect(espeak.phonemize('Hello world', 'en-us')).toEqual([
      [
        { ipa: 'h', mnemonic: 'h', startsGroup: true },
        { ipa: 'ə', mnemonic: '@' },
        { ipa: 'l', mnemonic: 'l' },
        { ipa: 'ˈoʊ', mnemonic: "'oU" },
      ],
      [
        { ipa: 'w', mnemonic: 'w', startsGroup: true },
        { ipa: 'ˈɜː', mnemonic: "'3:" },
        { ipa: 'l', mnemonic: 'l' },
        { ipa: 'd', mnemonic: 'd' },
      ],
    ]);
  });

  it('pairs marks that one notation writes onto the letter before', () => {
    expect(espeak.phonemize('кит', 'ru')).toEqual([
      [
        { ipa: 'kʲ', mnemonic: 'k;', startsGroup: true },
        { ipa: 'ˈi', mnemonic: "'i" },
        { ipa: 't', mnemonic: 't' },
      ],
    ]);
  });

  it('runs clauses together', () => {
    expect(espeak.phonemize('one, two. three', 'en-us')).toHaveLength(3);
  });

  it('takes out the marks of a change of language, and says which phonemes are foreign', () => {
    const [russian, english, again] = espeak.phonemize('как hello мир', 'ru');
    expect(ipa([russian ?? [], english ?? [], again ?? []])).not.toMatch(/[()]/);
    expect(english?.every((phoneme) => phoneme.language === 'en')).toBe(true);
    expect([...(russian ?? []), ...(again ?? [])].some((phoneme) => phoneme.language !== undefined)).toBe(
      false,
    );
  });

  it('returns nothing for an empty text', () => {
    for (const text of ['', '   ', '...', '[[]]', '\u0000']) {
      expect(espeak.phonemize(text, 'en-us')).toEqual([]);
    }
  });

  it('takes markup and phoneme brackets for text', () => {
    expect(plainText('a <break time="9s"/> [[b]] & \u0001c \ud800')).toBe('a break time="9s"/ b c');
    expect(ipa(espeak.phonemize('[[tEst]]', 'en-us'))).toBe(ipa(espeak.phonemize('tEst', 'en-us')));
  });

  it('survives any text in any voice', () => {
    const voices = ['en-us', 'de', 'fr-fr', 'ru', 'hi', 'ko', 'cmn', 'ja', 'ar', 'he', 'th', 'my'];
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom(...voices), (text, voice) => {
        for (const group of espeak.phonemize(text, voice)) {
          expect(group.length).toBeGreaterThan(0);
          expect(group[0]?.startsGroup).toBe(true);
        }
      }),
      { numRuns: 80, interruptAfterTimeLimit: 3000 },
    );
    expect(ipa(espeak.phonemize('word', 'en-us'))).toBe('wˈɜːd');
  });

  it('remembers words without mixing up voices', () => {
    const english = espeak.phonemizeWord('die', 'en-us');
    expect(espeak.phonemizeWord('die', 'de')).not.toEqual(english);
    expect(espeak.phonemizeWord('die', 'en-us')).toBe(english);
  });
});

describe('synthesize', () => {
  it('returns audio that later calls do not change', () => {
    const first = espeak.synthesize('Hello.', settings).audio;
    const copy = first.slice();
    espeak.synthesize('Something else entirely.', settings);
    expect(first).toEqual(copy);
    expect(first.some((sample) => sample !== 0)).toBe(true);
  });

  it('does not carry rate, pitch or voice over to the next call', () => {
    const before = espeak.synthesize('Hello there.', settings).audio.length;
    espeak.synthesize('Hello there.', { voice: 'de+f1', rate: 300, pitch: 90, range: 90 });
    expect(Math.abs(espeak.synthesize('Hello there.', settings).audio.length / before - 1)).toBeLessThan(
      0.02,
    );
  });

  it.each(['en-us', 'en-gb+f1', 'en-us+f2', 'de', 'hi'])(
    'sounds the same after any other text, without random fluctuation: %s',
    async (voice) => {
      const say = (by: Espeak) =>
        by.synthesize('a b c, one two. three', { ...settings, voice: stillVoice(voice) });
      const first = say(await Espeak.load());
      for (const before of ['', 'Guten', 'Guten Tag.', 'one. two. three.']) {
        espeak.synthesize(before, { ...settings, voice: 'de+f2', rate: 300 });
        espeak.phonemize(before, 'fr');
        expect(say(espeak)).toEqual(first);
        espeak.synthesize(before, { ...settings, voice });
        expect(say(espeak)).toEqual(first);
      }
    },
  );

  it('warms up in any voice it has', () => {
    expect(() => espeak.warmUp('en-us+f1', true)).not.toThrow();
    expect(() => espeak.warmUp('zz', false)).toThrow(UnknownEspeakVoiceError);
  });

  it('marks every word and phoneme, also after many changes of voice', () => {
    for (let i = 0; i < 50; i++) {
      espeak.phonemize('a', i % 2 === 0 ? 'de' : 'en-us');
    }
    const { marks } = espeak.synthesize('Hello world.', settings);
    expect(marks.filter((mark) => mark.kind === 'word').map((mark) => mark.textPosition)).toEqual([0, 6]);
    expect(marks.filter((mark) => mark.ipa !== '').map((mark) => mark.ipa)).toEqual([
      'h',
      'ə',
      'l',
      'ˈoʊ',
      'w',
      'ˈɜː',
      'l',
      'd',
    ]);
  });
});
