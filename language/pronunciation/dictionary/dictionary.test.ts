import { beforeAll, describe, expect, it, test } from 'vitest';
import { dictionaryOf } from '../../../engine/testing/dictionary.ts';
import { analyse } from '../../text/analyse.ts';
import { Espeak } from '../espeak.ts';
import { type Pronounced, pronounce } from '../pronounce.ts';
import { readBySentence } from '../sentence-readings.ts';
import { Cmudict } from '../suggest/cmudict.ts';
import { EnglishDictionary } from './english-dictionary.ts';
import { readByDictionary } from './read-by-dictionary.ts';
import { phonemesOf } from './symbols.ts';
import { WordTable } from './word-table.ts';

const WORDS = {
  X: 'ˈɛks',
  Zorbia: 'zˈɔɹbiə',
  blick: 'blˈɪk',
  droat: 'dɹˈOt',
  flass: 'flˈæs',
  lead: 'lˈid',
  of: 'ʌv',
  record: { DEFAULT: 'ɹˈɛkəɹd', VERB: 'ɹəkˈɔɹd' },
  reheat: { DEFAULT: 'ɹihˈit', NOUN: 'ɹˈihit' },
  US: { DEFAULT: 'ˌʌs', NOUN: null },
  will: { DEFAULT: 'wɪl', None: 'wˈɪl' },
  zarry: 'zˈæɹi',
};

describe('a table', () => {
  test('finds every word, and none that it does not have', () => {
    const words = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [
        `w${i}é`,
        i % 7 === 0 ? { DEFAULT: `x${i}`, NOUN: null } : `y${i}`,
      ]),
    );
    const sorted = Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)));
    const table = new WordTable(Buffer.from(JSON.stringify(sorted)));
    for (const [word, entry] of Object.entries(words)) expect(table.get(word)).toEqual(entry);
    for (const word of ['', 'w', 'w0', 'w500é', 'zz', 'a']) expect(table.get(word)).toBeUndefined();
  });

  test.each(['{"a": "b"}', '[]x', '{"a":1}', '{"a":"b"'])('refuses %s', (json) => {
    expect(() => new WordTable(Buffer.from(json)).get('a')).toThrow();
  });
});

describe('the reading of a word', () => {
  const american = dictionaryOf(WORDS);
  const british = dictionaryOf({ ...WORDS, droat: 'dɹˈQt', coze: 'kˈQzɪ', flar: 'flˈɑː' }, 'british');
  const read = (word: string, by: EnglishDictionary = american): string | null =>
    by.read(word, 'consonant', ({ DEFAULT }) => DEFAULT!);

  it.each([
    ['blick', 'blˈɪk'],
    ['Blick', 'blˈɪk'],
    ['zorbia', 'zˈɔɹbiə'],
    ['blicks', 'blˈɪks'],
    ["Zorbia's", 'zˈɔɹbiəz'],
    ["flass's", 'flˈæsᵻz'],
    ["blicks'", 'blˈɪks'],
    ['flasses', 'flˈæsᵻz'],
    ['zarries', 'zˈæɹiz'],
    ['blicked', 'blˈɪkt'],
    ['droated', 'dɹˈOɾᵻd'],
    ['zarried', 'zˈæɹid'],
    ['droating', 'dɹˈOɾɪŋ'],
    ['blick-flass', 'blˌɪkflˈæs'],
    ['droat-of-blick', 'dɹˈOtʌvblˈɪk'],
    ['Of', 'ˌʌv'],
  ])('%s is %s', (word, reading) => {
    expect(read(word)).toBe(reading);
  });

  it('follows British rules for British English', () => {
    expect(read('flasses', british)).toBe('flˈæsɪz');
    expect(read('droated', british)).toBe('dɹˈQtɪd');
    expect(read('droating', british)).toBe('dɹˈQtɪŋ');
    // British voices say a linking r that the dictionary does not write.
    expect(read('flaring', british)).toBeNull();
  });

  it.each(['unheard', 'unheards', 'blick-unheard', 'US', 'BLICKS-X', '', '-', "'s", '1', 'ed', 'ing'])(
    'nothing of "%s"',
    (word) => {
      expect(read(word)).toBeNull();
    },
  );

  it('depends on what follows', () => {
    const the = (following: 'vowel' | 'consonant'): string | null =>
      american.read('the', following, () => '');
    expect([the('vowel'), the('consonant')]).toEqual(['ði', 'ðə']);
    expect(american.read('will', 'pause', ({ DEFAULT }) => DEFAULT!)).toBe('wˈɪl');
    expect(american.read('will', 'vowel', ({ DEFAULT }) => DEFAULT!)).toBe('wɪl');
  });

  it('lists all that there are', () => {
    expect(american.all('record').sort()).toEqual(['ɹəkˈɔɹd', 'ɹˈɛkəɹd']);
    expect(american.all('records').sort()).toEqual(['ɹəkˈɔɹdz', 'ɹˈɛkəɹdz']);
    expect(american.all('unheard')).toEqual([]);
  });
});

test.each([
  ['american', 'bˈɜɹd', 'b ˈɜː d'],
  ['american', 'fˈɜɹi', 'f ˈɜː ɹ i'],
  ['american', 'hˈæpi', 'h ˈæ p i'],
  ['american', 'sˈi', 's ˈiː'],
  ['american', 'bˈʌʔᵊn', 'b ˈʌ t n\u0329'],
  ['american', 'wˈɔɾəɹ', 'w ˈɔː ɾ ɚ'],
  ['american', 'stˈɑɹt ˈʌp', 's t ˈɑːɹ t ˈʌ p'],
  ['american', 'bəɹˈɔk', 'b ə ɹ ˈɔː k'],
  ['british', 'hQtˈɛl', 'h əʊ t ˈɛ l'],
  ['british', 'mˈɛːɹi', 'm ˈeə ɹ i'],
  ['british', 'ʧˈɪə', 'tʃ ˈiə'],
  ['british', 'ˈantwəːp', 'ˈa n t w ɜː p'],
] as const)('%s %s is the phonemes %s, unchanged for the voice', (accent, reading, ipa) => {
  const phonemes = phonemesOf(reading, accent);
  expect(phonemes.map((phoneme) => phoneme.ipa).join(' ')).toBe(ipa);
  const symbols = phonemes.map((phoneme) => phoneme.symbols).join('');
  expect(symbols).toBe(reading.replaceAll('ɾ', 'T').replaceAll('ʔ', 't').replaceAll(' ', ''));
  expect(phonemes.filter(({ startsGroup }) => startsGroup)).toHaveLength(reading.split(' ').length);
});

describe('a sentence', () => {
  let espeak: Espeak;
  let cmudict: Cmudict;
  beforeAll(async () => {
    espeak = await Espeak.load();
    cmudict = await Cmudict.load();
  });

  function spoken(text: string, dictionary = dictionaryOf(WORDS), voice = 'en-us', tagged: string[] = []) {
    const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
    const tokens = analyse([segment], 'en', text).map((token) =>
      token.kind === 'word' && tagged.includes(token.unit) ? { ...token, ipa: 'ɹuːd' } : token,
    );
    const plain = readBySentence(
      pronounce(tokens, voice, espeak, () => [{ ipa: 'ɹˈuːd', mnemonic: "r'u:d" }]),
      { key: 'en', espeakVoice: voice, source: text },
    );
    const ipaOf = (all: readonly Pronounced[]): string[] =>
      all.map((token) =>
        token.kind === 'word' ? token.phonemes.map(({ ipa }) => ipa).join('') : token.mark,
      );
    return { plain: ipaOf(plain), read: ipaOf(readByDictionary(plain, dictionary, text)) };
  }

  it('has the readings of the dictionary for its words, and those of espeak-ng for all others', () => {
    const { plain, read } = spoken('A blick in the garden, and two blicks.');
    expect(read).toHaveLength(plain.length);
    expect([read[1], read[8]]).toEqual(['blˈɪk', 'blˈɪks']);
    expect([read[4], read[6], read[7]]).toEqual([plain[4], plain[6], plain[7]]);
  });

  it('does not override a tag or an owner', () => {
    const { plain, read } = spoken('The blick.', undefined, 'en-us', ['blick']);
    expect(read[1]).toBe('ɹˈuːd');
    expect(read[1]).toBe(plain[1]);
  });

  it('chooses among several readings by the sentence', () => {
    expect(spoken('Please record the meeting.').read[1]).toBe('ɹəkˈɔːɹd');
    expect(spoken('She broke the record.').read[3]).toBe('ɹˈɛkɚd');
    // A word that is in none of our tables.
    expect(spoken('You can reheat it.').read[2]).toBe('ɹihˈiːt');
    expect(spoken('The reheat took an hour.').read[1]).toBe('ɹˈiːhit');
  });

  it('keeps a reading that the dictionary lacks, in British English, too', () => {
    expect(spoken('The pipes were made of lead.').read[5]).toBe('lˈɛd');
    const british = dictionaryOf({ lead: 'lˈiːd', object: 'ˈɒbʤɛkt' }, 'british');
    expect(spoken('The pipes were made of lead.', british, 'en-gb').read[5]?.replace('ˈ', '')).toBe('lɛd');
    expect(spoken('I object to this plan.', british, 'en-gb').read[1]).toMatch(/^əbdʒˈɛkt$/u);
  });

  it('reads tokens of several spoken words part by part', () => {
    const { read } = spoken('It costs 2 blicks.', dictionaryOf({ ...WORDS, two: 'tˈu' }));
    expect(read[2]).toBe('tˈuː');
  });

  it('takes names from the CMU dictionary if it is installed, but nothing in capitals', () => {
    const [table] = [new WordTable(Buffer.from('{"of":"ʌv"}'))];
    const dictionary = new EnglishDictionary([table!], 'american', cmudict);
    const { plain, read } = spoken("Zuckerberg's ID of Lotito", dictionary);
    expect(read).toEqual(['zˈʌkɚbˌɜːɡz', plain[1], 'ʌv', 'loʊtˈiːɾoʊ']);
  });
});
