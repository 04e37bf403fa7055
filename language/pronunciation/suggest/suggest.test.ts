import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWords } from '../../../engine/lanes/read-words.ts';
import { folderWithDictionary } from '../../../engine/testing/dictionary.ts';
import { Espeak } from '../espeak.ts';
import { INVENTORY_KEYS, type InventoryKey } from '../inventory/index.ts';
import { validateIpa } from '../validate.ts';
import { arpabetToIpa } from './arpabet.ts';
import { Cmudict } from './cmudict.ts';
import { findOccurrence } from './occurrence.ts';
import { Suggester, type SuggestRequest } from './suggest.ts';

let suggester: Suggester;
beforeAll(async () => {
  const espeak = await Espeak.load();
  suggester = new Suggester(async (readings, lang) => readWords({ kind: 'read', readings, lang }, espeak));
});

const ask = (word: string, more: Partial<SuggestRequest> = {}) =>
  suggester.suggest({ word, text: '', offset: null, key: 'en', limit: 8, own: null, ...more });
const said = async (word: string, more: Partial<SuggestRequest> = {}) =>
  (await ask(word, more)).suggestions.map(({ ipa, source }) => `${ipa} ${source}`);

describe('English', () => {
  it('asks the pronouncing dictionary first, then espeak', async () => {
    expect(await said('tomato')).toEqual(['təˈmeɪˌtoʊ cmudict', 'təˈmɑːˌtoʊ cmudict']);
    expect((await said('Parley'))[0]).toBe('ˈpɑːɹli cmudict');
    expect(await said('nginx')).toEqual(['ˈɛndʒɪˌnɛks espeak']);
  });

  it('finds words that the CMU dictionary lacks in that of Kokoro, if it is installed', async () => {
    const folder = await folderWithDictionary({
      Leicester: 'lˈɛstəɹ',
      nginx: 'ˈɛnʤɪn ˈɛks',
      reheat: { DEFAULT: 'ɹihˈit', NOUN: 'ɹˈihit' },
    });
    const espeak = await Espeak.load();
    const informed = new Suggester(
      async (readings, lang) => readWords({ kind: 'read', readings, lang }, espeak),
      folder,
    );
    const informedOf = async (word: string) => {
      const request = { word, text: '', offset: null, key: 'en', limit: 8, own: null } as const;
      return (await informed.suggest(request)).suggestions.map(({ ipa, source }) => `${ipa} ${source}`);
    };
    expect((await informedOf('nginx'))[0]).toBe('ˌɛndʒɪˈnɛks misaki');
    expect(await informedOf('reheat')).toContain('ˈɹiːhit misaki');
    await rm(folder, { recursive: true });
  });

  it('finds genitives and plurals of words in the dictionary', async () => {
    expect((await said("Zuckerberg's"))[0]).toBe('ˈzʌkɚˌbɜːɡz cmudict');
    expect((await said('Zuckerbergs'))[0]).toBe('ˈzʌkɚˌbɜːɡz cmudict');
  });

  it('names British English if it differs', async () => {
    const { suggestions } = await ask('schedule');
    expect(suggestions).toContainEqual(
      expect.objectContaining({ ipa: 'ˈʃɛdjuːl', source: 'espeak', note: 'British English' }),
    );
  });

  it('lets the sentence choose, by the occurrence that is meant', async () => {
    const text = 'I read a lot. Yesterday I read all day. Tomorrow I will read, too.';
    const first = async (offset: number | null) => (await said('read', { text, offset }))[0];
    expect(await first(null)).toBe('ˈɹiːd heteronym');
    expect(await first(text.indexOf('Yesterday') + 13)).toBe('ˈɹɛd heteronym');
    expect(await first(text.lastIndexOf('read'))).toBe('ˈɹiːd heteronym');
    expect(await first(10_000)).toBe('ˈɹiːd heteronym');
    expect(await said('read', { text: 'Nothing of the kind.' })).toEqual(await said('read'));
  });

  it('suggests names and loans as speech says them, with genitives, and after the own pronunciation', async () => {
    expect(await said('Bach')).toEqual(['ˈbɑːk loan', 'ˈbɑːx espeak']);
    expect((await said("Goethe's"))[0]).toBe('ˈɡɜːtəz loan');
    expect((await said('Shakespeare', { key: 'de' }))[0]).toBe('ˈʃeːkspiːɐ loan');
    expect((await said('Bach', { own: 'ˈbɑːx' })).slice(0, 2)).toEqual(['ˈbɑːx dictionary', 'ˈbɑːk loan']);
  });

  it('puts the own pronunciation first', async () => {
    expect((await said('Parley', { own: 'pɑːɹˈleɪ' })).slice(0, 2)).toEqual([
      'pɑːɹˈleɪ dictionary',
      'ˈpɑːɹli cmudict',
    ]);
  });

  it('gives at most as many as wanted', async () => {
    expect(await said('tomato', { limit: 1 })).toEqual(['təˈmeɪˌtoʊ cmudict']);
  });
});

describe('other languages', () => {
  it.each<[InventoryKey, string, string]>([
    ['de', 'bestellen', 'bəˈʃtɛlən'],
    ['nl', 'Scheveningen', 'ˈsxeːvəˌnɪŋən'],
    ['fr', 'monsieur', 'məˈsjø'],
    ['it', 'pizza', 'ˈpitsːa'],
    ['es', 'zapato', 'saˈpato'],
    ['es-castilian', 'zapato', 'θaˈpato'],
    ['pt', 'tia', 'ˈtiɐ'],
    ['pt-br', 'tia', 'ˈtʃiɐ'],
    ['ru', 'молоко', 'mɐɫɐˈko'],
    ['hi', 'नमस्ते', 'nəˈməsteː'],
    ['ko', '학교', 'ˈhakk͈jo'],
  ])('%s: %s', async (key, word, ipa) => {
    expect((await said(word, { key }))[0]).toBe(`${ipa} espeak`);
  });

  it.each<[InventoryKey, string, string, string, readonly string[]]>([
    ['ru', 'замок', 'Ключ от двери не входит в замок.', 'zɐˈmok', ['lock (by the sentence)', 'castle']],
    ['it', 'ancora', "La nave getta l'ancora.", 'ˈankora', ['anchor (by the sentence)', 'still, again']],
    ['fr', 'est', "Le vent souffle de l'est.", 'ˈɛst', ['east (by the sentence)', 'is']],
    ['fr', 'est', '', 'ˈɛ', ['is', 'east']],
  ])('%s: %s in "%s" has real readings and no other', async (key, word, text, ipa, notes) => {
    const { suggestions } = await ask(word, { key, text, limit: 4 });
    expect(suggestions[0]?.ipa).toBe(ipa);
    expect(suggestions.map(({ note }) => note)).toEqual(notes);
    expect(suggestions.every(({ source }) => source === 'heteronym')).toBe(true);
    expect((await ask(word, { key, text, limit: 1 })).suggestions).toEqual(suggestions.slice(0, 1));
  });

  it('says that the sentence decided only if it did', async () => {
    expect(await ask('Haus', { key: 'de', text: 'Das Haus ist alt.' })).toEqual(
      await ask('Haus', { key: 'de' }),
    );
    const { suggestions } = await ask('les', { key: 'fr', text: 'Voici les amis.' });
    expect(suggestions.map(({ ipa, note }) => [ipa, note])).toContainEqual(['ˈlez', 'beside these words']);
  });

  it('finds a Korean word with its suffixes', async () => {
    const { suggestions } = await ask('대가', { key: 'ko', text: '그는 미술의 대가이다.' });
    expect(suggestions[0]?.note).toBe('master (by the sentence)');
  });

  it('drops pronunciations with sounds that the language lacks, and reports them', async () => {
    const { suggestions, dropped } = await ask('zapato', { key: 'es' });
    expect(suggestions.map(({ ipa }) => ipa)).toEqual(['saˈpato']);
    expect(dropped).toEqual([
      { ipa: 'θapˈato', reason: 'Spain: espeak-ng says "θ" here, which is not a sound of Spanish' },
    ]);
  });

  it('suggests the nearest sounds for words that espeak reads as foreign', async () => {
    const { suggestions, dropped } = await ask('timing', { key: 'fr' });
    expect(dropped[0]?.reason).toMatch(/by the rules of "en"/);
    expect(suggestions[0]).toMatchObject({ source: 'espeak', note: 'with the nearest sounds of French' });
  });
});

it('suggests only valid contents of a tag, for any request', { timeout: 20_000 }, async () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.constantFrom('read', 'Straße', "l'été", 'C++', '1999', 'новый', '日本', '(', '\\', 'a b'),
  );
  await fc.assert(
    fc.asyncProperty(
      word,
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.option(fc.nat(60)),
      fc.constantFrom(...INVENTORY_KEYS),
      async (word, filler, offset, key) => {
        const text = `${filler} ${word} ${filler}`;
        const { suggestions } = await ask(word, { text, offset, key });
        for (const { ipa, tokens } of suggestions) {
          expect(validateIpa(ipa, key)).toEqual({ valid: true, ipa, tokens, errors: [] });
        }
        expect(new Set(suggestions.map(({ ipa }) => ipa)).size).toBe(suggestions.length);
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: 4000 },
  );
});

describe('the pronouncing dictionary', () => {
  it('has the readings of a word in order, and nothing for others', async () => {
    const dictionary = await Cmudict.load();
    expect(dictionary.lookUp('read')).toEqual(['R EH1 D', 'R IY1 D']);
    expect(dictionary.lookUp("o'clock")).toEqual(['AH0 K L AA1 K']);
    for (const word of ['qqqq', '', '"', '\n', 'read(2)x']) expect(dictionary.lookUp(word)).toEqual([]);
  });

  it.each([
    ['HH AH0 L OW1', 'həˈloʊ'],
    ['EH0 K S T R IY1 M', 'ɛkˈstɹiːm'],
    ['F AY1 R', 'ˈfaɪɚ'],
    ['K AA1 R', 'ˈkɑːɹ'],
    ['S AH0 F AA1 R IY0', 'səˈfɑːɹi'],
    ['S K W ER1 AH0 L', 'ˈskwɜːɹəl'],
    ['K AE1 T SH UW0', 'ˈkæt.ʃuː'],
    ['B IH1 T K OY1 N', 'ˌbɪtˈkɔɪn'],
  ])('%s is %s', (arpabet, ipa) => {
    expect(validateIpa(arpabetToIpa(arpabet) ?? '', 'en')).toMatchObject({ valid: true, ipa });
  });

  it('refuses other text than ARPAbet', () => {
    for (const other of ['', 'X', 'AA', 'AA3', 'hello']) expect(arpabetToIpa(other)).toBeNull();
  });
});

describe('Korean', () => {
  it.each([
    ['나무', 'ˈnamu'],
    ['바다', 'ˈpada'],
    ['한국어', 'ˈhanɡuˌɡʌ'],
    ['국물', 'ˈkuŋmuɭ'],
    ['같이', 'ˈkatɕʰi'],
    ['좋다', 'ˈtɕotʰa'],
    ['값이', 'ˈkaps͈i'],
    ['읽다', 'ˈikt͈a'],
    ['신라', 'ˈsila'],
    ['차', 'ˈtɕʰa'],
  ])('says %s by the rules of standard pronunciation', async (word, ipa) => {
    const { suggestions } = await ask(word, { key: 'ko' });
    expect(suggestions.map((each) => each.ipa)).toEqual([ipa]);
    expect(validateIpa(ipa, 'ko').valid).toBe(true);
    // Words next to it change nothing, and add no sounds.
    expect(await said(word, { key: 'ko', text: `나무 ${word} 바다` })).toEqual([`${ipa} espeak`]);
  });
});

describe('words that are none', () => {
  it.each([
    ['en', 'xkcd'],
    ['de', 'qqqq'],
    ['nl', 'qrt'],
    ['fr', 'bcdfg'],
    ['it', 'bbbb'],
    ['es', 'qqqq'],
    ['pt', 'zzxq'],
    ['ru', 'стрк'],
    ['hi', 'qrtp'],
    ['ko', 'qqqq'],
    ['ko', '뷁뷁'],
    ['ko', 'ㄱ'],
  ] as const)('are guesses: %s %s', async (key, word) => {
    for (const { note } of (await ask(word, { key })).suggestions) expect(note).toContain('a guess');
  });

  it.each([
    ['ko', 'ㅋㅋㅋ'],
    ['en', 'psst'],
  ] as const)('are not suggested without a vowel: %s %s', async (key, word) => {
    const { suggestions, dropped } = await ask(word, { key });
    expect(suggestions).toEqual([]);
    expect(dropped.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('no vowel'));
  });

  it('are not words that are spelled correctly, or short', async () => {
    for (const [key, word] of [
      ['en', 'nginx'],
      ['en', 'XKCD'],
      ['it', 'io'],
      ['de', 'Ei'],
      ['ru', 'я'],
    ] as const)
      for (const { note } of (await ask(word, { key })).suggestions)
        expect(note ?? '').not.toContain('a guess');
  });
});

describe('findOccurrence', () => {
  it('finds whole words in any case, in a sentence of their own', () => {
    const text = 'We bread fish. Read this, dear reader! The end.';
    expect(findOccurrence('read', text, null)).toMatchObject({
      sentence: 'Read this, dear reader!',
      start: 0,
      end: 4,
    });
    expect(findOccurrence('fish', text, 40)).toMatchObject({ sentence: 'We bread fish.', start: 9, end: 13 });
    expect(findOccurrence('ead', text, null)).toBeNull();
    expect(findOccurrence('Dr', 'See Dr. Smith now.', null)).toMatchObject({
      sentence: 'See Dr. Smith now.',
    });
    expect(findOccurrence('é'.normalize('NFD'), 'x é y', null)).toMatchObject({ start: 2, end: 3 });
  });

  it('reads only the neighbourhood, however long the text is', () => {
    const text = `${'a word '.repeat(100_000)}lead${' and more'.repeat(100_000)}`;
    const found = findOccurrence('lead', text, null);
    expect(found?.sentence.slice(found.start, found.end)).toBe('lead');
    expect(found?.sentence.length).toBeLessThan(1000);
    expect(findOccurrence('lead', text, 5)).toBeNull();
  });
});
