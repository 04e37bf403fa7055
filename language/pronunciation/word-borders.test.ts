import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Phoneme } from './espeak.ts';
import { cutAtWords } from './word-borders.ts';

const word = (letters: string): Phoneme[] =>
  [...letters].map((letter) => ({ ipa: letter, mnemonic: letter }));
const letters = (words: readonly (readonly Phoneme[])[] | null): string[] | undefined =>
  words?.map((phonemes) => phonemes.map((phoneme) => phoneme.ipa).join(''));

it('cuts groups that hold two words and joins groups of one word', () => {
  expect(
    letters(
      cutAtWords(
        [word('it'), word('hazbin'), word('wel'), word('non')],
        ['it', 'haz', 'bin', 'welnon'].map(word),
      ),
    ),
  ).toEqual(['it', 'haz', 'bin', 'welnon']);
});

it('leaves a linking sound with the word whose group it is in', () => {
  expect(letters(cutAtWords([word('lez'), word('ami')], ['le', 'ami'].map(word)))).toEqual(['lez', 'ami']);
});

it('keeps apart words that changed much', () => {
  expect(letters(cutAtWords([word('kud'), word('əv')], ['kʊd', 'hæv'].map(word)))).toEqual(['kud', 'əv']);
});

it('gives inaudible words no sounds', () => {
  expect(letters(cutAtWords([word('ba')], [[], word('ba'), []]))).toEqual(['', 'ba', '']);
  expect(letters(cutAtWords([], [word('a'), word('b')]))).toEqual(['', '']);
});

it('has no answer for a clause beyond all measure', () => {
  expect(cutAtWords([word('a'.repeat(3000))], [word('a'.repeat(1500)), word('a'.repeat(1500))])).toBeNull();
});

it('never loses, doubles or moves a phoneme', () => {
  const sounds = fc
    .string({ unit: fc.constantFrom('a', 'ˈa', 'e', 't', 's', 'ʃ', 'm'), maxLength: 6 })
    .map(word);
  fc.assert(
    fc.property(
      fc.array(sounds, { maxLength: 8 }),
      fc.array(sounds, { minLength: 1, maxLength: 8 }),
      (groups, words) => {
        const cut = cutAtWords(groups, words);
        expect(cut).toHaveLength(words.length);
        expect(cut?.flat()).toEqual(groups.flat());
      },
    ),
    { numRuns: 200, interruptAfterTimeLimit: 3000 },
  );
});
