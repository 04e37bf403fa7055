import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markedSyllable } from './lexicon.ts';
import { ADJECTIVE_STEMS, NOUN_STEMS, VERBAL_STEMS, WHOLE_WORDS } from './lexicon-words.ts';
import { STRESS_SOURCES, type StressKey, type StressQuestion, suggestStress } from './suggest-stress.ts';
import { syllabify } from './syllables.ts';
import { GOLDEN_CYRILLIC, GOLDEN_LATIN } from './testing/golden-words.ts';

const ask = (word: string, more: Partial<StressQuestion> = {}) =>
  suggestStress({ word, text: '', offset: null, key: 'hr', limit: 8, ...more });
const isFromLexicon = ({ source }: { readonly source: string }) => source === 'lexicon';
const wordsIn = (table: string): string[] => table.trim().split(/\s+/);

describe('syllables', () => {
  test.each([
    ['kuća', 'ku ća'],
    ['prst', 'prst'],
    ['trgovina', 'tr go vi na'],
    ['Hrvatska', 'Hr vat ska'],
    ['četrnaest', 'če tr na est'],
    ['rt', 'rt'],
    ['rđa', 'r đa'],
    ['rječnik', 'rječ nik'],
    ['žanr', 'žanr'],
    ['masakr', 'ma sakr'],
    ['crn', 'crn'],
    ['groce', 'gro ce'],
    ['srebrni', 'sre br ni'],
    ['vrijeme', 'vri je me'],
    ['ljubav', 'lju bav'],
    ['konjanik', 'ko nja nik'],
    ['injekcija', 'in jek ci ja'],
    ['nadživjeti', 'nad ži vje ti'],
    ['džep', 'džep'],
    ['sestra', 'se stra'],
    ['država', 'dr ža va'],
    ['auto', 'a u to'],
    ['naočale', 'na o ča le'],
    ['s', 's'],
    ['pst', 'pst'],
    ['LJUBLJANA', 'LJU BLJA NA'],
    ['њега', 'ње га'],
    ['Србија', 'Ср би ја'],
    ['инјекција', 'ин јек ци ја'],
    ['вељача', 'ве ља ча'],
    ['crno-bijeli', 'cr no- bi je li'],
    ['Tony', 'To ny'],
    ['York', 'York'],
    ['kȕća', 'kȕ ća'],
    ['ku\u0301ća', 'ku\u0301 ća'],
    ['ǉubav', 'ǉu bav'],
  ])('%s: %s', (word, expected) => {
    expect(syllabify(word).syllables.join(' ')).toBe(expected);
  });
});

describe('suggestions', () => {
  const golden = [...wordsIn(GOLDEN_LATIN), ...wordsIn(GOLDEN_CYRILLIC)];
  const keyOf = (word: string): StressKey => (/\p{Script=Cyrillic}/u.test(word) ? 'sr' : 'hr');

  test('the first one is right for most words that only endings and rules can tell', () => {
    const misses: string[] = [];
    const second: string[] = [];
    const known = golden.filter((marked) => ask(marked.toLowerCase()).suggestions.some(isFromLexicon));
    expect(known, 'are in the lexicon').toEqual([]);
    for (const marked of golden) {
      const word = marked.toLowerCase();
      const { suggestions } = ask(word, { key: keyOf(marked) });
      expect(syllabify(word).nuclei.length, `${word} leaves no choice`).toBeGreaterThan(2);
      const rank = suggestions.findIndex(({ syllable }) => syllable === markedSyllable(marked));
      if (rank !== 0) misses.push(marked);
      if (rank === 1) second.push(marked);
    }
    const right = golden.length - misses.length;
    const percent = (count: number): string => `${((count / golden.length) * 100).toFixed(1)} %`;
    console.log(
      `stress: ${right} of ${golden.length} words outside the lexicon right at first (${percent(right)}), ` +
        `within two ${percent(right + second.length)}; wrong: ${misses.join(' ')}`,
    );
    expect(golden.length).toBeGreaterThan(300);
    expect(new Set(golden).size).toBe(golden.length);
    expect(right / golden.length).toBeGreaterThan(0.9);
  });

  test('the lexicon is well-formed: each entry once, and never on the last syllable of its words', () => {
    const nouns = wordsIn(NOUN_STEMS);
    const entries = [
      ...nouns,
      ...wordsIn(ADJECTIVE_STEMS),
      ...wordsIn(VERBAL_STEMS),
      ...wordsIn(WHOLE_WORDS),
    ];
    expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(entries.length);
    for (const entry of entries)
      expect(() => markedSyllable(entry.replace(/[()]/g, '')), entry).not.toThrow();
    for (const word of wordsIn(WHOLE_WORDS)) {
      const { nuclei } = syllabify(word.toLowerCase());
      if (nuclei.length > 1) expect(markedSyllable(word), word).toBeLessThan(nuclei.length);
    }
  });

  test.each([
    ['jabuka', 1, 'lexicon'],
    ['jabukama', 1, 'lexicon'],
    ['slobodu', 2, 'lexicon'],
    ['slobodnog', 1, 'lexicon'],
    ['zaboravila', 2, 'lexicon'],
    ['ДЕВОЈКАМА', 1, 'lexicon'],
    ['informacijama', 3, 'ending'],
    ['telefonirali', 4, 'ending'],
    ['najljepšega', 1, 'rule'],
    ['neoprezan', 2, 'rule'],
    ['nesigurna', 1, 'rule'],
    ['nejednostavan', 3, 'rule'],
    ['voda', 1, 'rule'],
    ['Krk', 1, 'rule'],
    ['ljepòta', 2, 'written'],
    ['асисте\u0301нт', 3, 'written'],
  ])('%s: syllable %i, by %s', (word, syllable, source) => {
    expect(ask(word).suggestions[0]).toMatchObject({ syllable, source });
  });

  test.each(['u', 'na', 'се', 'ћемо', 'ga', 's', 'pst'])('%s bears none', (word) => {
    expect(ask(word).suggestions).toEqual([]);
  });

  test('a word that is a clitic in only one meaning has a note', () => {
    expect(ask('sam').suggestions).toEqual([
      { syllable: 1, source: 'rule', note: expect.stringContaining('enclitic it bears no stress') },
    ]);
  });

  test.each([
    ['Bez imena nema ni djela.', 'imena', 1],
    ['Njihova imena su poznata.', 'imena', 2],
    ['Ima dva imena.', 'imena', 1],
    ['Већ дуго времена чекам.', 'времена', 1],
    ['Била су то тешка времена.', 'времена', 2],
    ['Oko jezera rastu borovi, a sva jezera su čista.', 'jezera', 1],
  ])('%s', (text, word, syllable) => {
    expect(ask(word, { text }).suggestions[0]).toMatchObject({ syllable, source: 'sentence' });
  });

  test('the offset picks the occurrence', () => {
    const text = 'Oko jezera rastu borovi, a sva jezera su čista.';
    const at = (offset: number) => ask('jezera', { text, offset }).suggestions[0]?.syllable;
    expect([at(4), at(text.lastIndexOf('jezera'))]).toEqual([1, 2]);
  });

  test('a word in -ista is stressed as each language has it', () => {
    expect(ask('specijalista', { key: 'sr' }).suggestions[0]).toMatchObject({ syllable: 4 });
  });

  test('both scripts get the same answer', () => {
    const cyrillic: Record<string, string> = { lj: 'љ', nj: 'њ', dž: 'џ' };
    const letters = 'aаbбvвgгdдđђeеžжzзiиjјkкlлmмnнoоpпrрsсtтćћuуfфhхcцčчšш';
    for (let i = 0; i < letters.length; i += 2) cyrillic[letters[i]!] = letters[i + 1]!;
    for (const marked of wordsIn(GOLDEN_LATIN)) {
      const latin = marked.toLowerCase();
      const other = latin.replace(/lj|nj|dž|./g, (letter) => cyrillic[letter] ?? letter);
      expect(ask(other).suggestions, other).toEqual(ask(latin).suggestions);
    }
  });
});

test('any text is cut without loss, and suggestions keep to the norm', () => {
  const letters = fc.constantFrom(..."aeiourlnjdžčćšbcfghkmpstvzwxyqаеиоурљњџђћјé\u0301\u0304-' 1😀");
  const word = fc.oneof(
    fc.string({ unit: letters, maxLength: 24 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  fc.assert(
    fc.property(
      word,
      fc.string({ unit: letters, maxLength: 40 }),
      fc.option(fc.nat(50)),
      fc.constantFrom<StressKey>('hr', 'sr'),
      fc.integer({ min: 1, max: 8 }),
      (given, around, offset, key, limit) => {
        const text = `${around} ${given} ${around}`;
        const { syllables, suggestions } = suggestStress({ word: given, text, offset, key, limit });
        expect(syllables.join('')).toBe(given);
        expect(suggestions.length).toBeLessThanOrEqual(limit);
        const places = suggestions.map(({ syllable }) => syllable);
        expect(new Set(places).size).toBe(places.length);
        for (const { syllable, source } of suggestions) {
          expect(STRESS_SOURCES).toContain(source);
          expect(syllable).toBeGreaterThanOrEqual(1);
          const last =
            source === 'written' || syllables.length === 1 ? syllables.length : syllables.length - 1;
          expect(syllable).toBeLessThanOrEqual(last);
        }
      },
    ),
    { numRuns: 200 },
  );
});
