import { beforeAll, describe, expect, it } from 'vitest';
import { analyse } from '../text/analyse.ts';
import { Espeak } from './espeak.ts';
import type { InventoryKey } from './inventory/index.ts';
import { pronounce } from './pronounce.ts';
import { readBySentence } from './sentence-readings.ts';
import { heteronymsOf } from './suggest/heteronyms/index.ts';
import { GOLDEN_ENGLISH } from './suggest/heteronyms/testing/golden-english.ts';
import { UNSEEN_ENGLISH } from './suggest/heteronyms/testing/unseen-english.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

/** Pronunciations of a text's words, with and without the sentence. */
function words(text: string, key: InventoryKey = 'en', espeakVoice = 'en-us') {
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  const plain = pronounce(analyse([segment], key, text), espeakVoice, espeak, () => []);
  const read = readBySentence(plain, { key, espeakVoice, source: text });
  const ipaOf = (tokens: typeof read) =>
    tokens.flatMap((token) =>
      token.kind === 'word'
        ? [{ unit: token.word.unit, ipa: token.phonemes.map(({ ipa }) => ipa).join('') }]
        : [],
    );
  return { plain: ipaOf(plain), read: ipaOf(read) };
}

const said = (text: string, word: string, key?: InventoryKey, voice?: string): string =>
  words(text, key, voice).read.find(({ unit }) => unit.toLowerCase() === word.toLowerCase())?.ipa ?? '';

describe('words that are said in two ways', () => {
  it.each([
    ['I read it yesterday.', 'read', 'ɹˈɛd'],
    ['I want to read a book.', 'read', 'ɹˈiːd'],
    ['The pipes were made of lead.', 'lead', 'lˈɛd'],
    ['She will lead the team.', 'lead', 'lˈiːd'],
    ['The road winds around the lake.', 'winds', 'wˈaɪndz'],
  ])('%s: "%s" is %s', (sentence, word, ipa) => {
    expect(said(sentence, word).replaceAll('ˈ', '')).toBe(ipa.replaceAll('ˈ', ''));
  });

  it('are right in 19 of 20 sentences', () => {
    const vowels = (ipa: string): string => ipa.replace(/[ˌ]/gu, '');
    const table = heteronymsOf('en')!.words;
    const isRight = ([sentence, word, ipa]: (typeof GOLDEN_ENGLISH)[number]): boolean => {
      const own = said(sentence, word);
      const others = (table.get(word.toLowerCase()) ?? []).filter((reading) => reading.ipa !== ipa);
      const alike = (other: string): number =>
        [...vowels(own)].filter((sound) => vowels(other).includes(sound)).length - [...vowels(other)].length;
      return others.every((other) => alike(ipa) >= alike(other.ipa));
    };
    const all = [...GOLDEN_ENGLISH, ...UNSEEN_ENGLISH];
    expect(all.filter(isRight).length / all.length).toBeGreaterThanOrEqual(0.95);
  });

  it('are each said as their own sentence has them', () => {
    const { read } = words('I read it yesterday. Did you read it? The wind blew while we wind the clock.');
    const both = (word: string) => read.filter(({ unit }) => unit === word).map(({ ipa }) => ipa);
    expect(new Set(both('read')).size).toBe(2);
    expect(new Set(both('wind')).size).toBe(2);
  });

  it('are unchanged if espeak-ng has chosen the same, joined to their neighbours', () => {
    const { plain, read } = words('Il est arrivé hier.', 'fr', 'fr-fr');
    expect(read).toEqual(plain);
  });

  it('are left to voices with another accent, and to languages without a table', () => {
    for (const [key, voice] of [
      ['en', 'en-gb'],
      ['es', 'es'],
    ] as const) {
      const { plain, read } = words('The pipes were made of lead, and I read it yesterday.', key, voice);
      expect(read).toEqual(plain);
    }
  });

  it('are read by the sentence in other languages, too', () => {
    expect(said('Старый замок на холме.', 'замок', 'ru', 'ru')).not.toBe(
      said('Ключ открыл дверной замок.', 'замок', 'ru', 'ru'),
    );
  });
});

it('a pronunciation of a tag stays', () => {
  const text = 'I read it yesterday.';
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  const tokens = analyse([segment], 'en', text).map((token) =>
    token.kind === 'word' && token.unit === 'read' ? { ...token, ipa: 'ɹuːd' } : token,
  );
  const tagged = pronounce(tokens, 'en-us', espeak, () => [{ ipa: 'ɹuːd', mnemonic: 'ru:d' }]);
  expect(readBySentence(tagged, { key: 'en', espeakVoice: 'en-us', source: text })).toEqual(tagged);
});
