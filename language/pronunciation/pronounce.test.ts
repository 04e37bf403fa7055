import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ClauseMark, Token, Word } from '../text/types.ts';
import { Espeak, type Phoneme } from './espeak.ts';
import { pronounce } from './pronounce.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

const word = (spoken: string, more: Partial<Word> = {}): Word => ({
  kind: 'word',
  unit: spoken,
  span: { start: 0, end: spoken.length },
  spoken,
  ipa: null,
  ...more,
});

/** Words separated by spaces, with "~" for a space inside a word and clause marks after them. */
const tokensOf = (sentence: string): Token[] =>
  sentence.split(' ').flatMap((piece): Token[] => {
    const mark = /[,;:.?!]$/.exec(piece)?.[0];
    const spoken = word((mark === undefined ? piece : piece.slice(0, -1)).replaceAll('~', ' '));
    return mark === undefined ? [spoken] : [spoken, { kind: 'punctuation', mark: mark as ClauseMark }];
  });

const noTags = (): Phoneme[] => {
  throw new Error('no tag expected');
};

const ipaOf = (tokens: readonly Token[], voice: string, tag: (word: Word) => Phoneme[] = noTags): string[] =>
  pronounce(tokens, voice, espeak, tag).map((token) =>
    token.kind === 'word'
      ? token.phonemes
          .map((phoneme) => phoneme.ipa)
          .join('')
          .normalize('NFC')
      : token.mark,
  );

describe('words in context', () => {
  it.each([
    ['en-us', 'it has been a good day', ['ɪt', 'hˈæz', 'biːn', 'ɐ', 'ɡˈʊd', 'dˈeɪ']],
    ['en-us', 'the apple', ['ðɪ', 'ˈæpəl']],
    ['en-us', 'the pear', ['ðə', 'pˈɛɹ']],
    ['en-us', "read Doctor Smith's bill", ['ɹˈiːd', 'dˈɑːktɚ', 'smˈɪθz', 'bˈɪl']],
    ['en-us', 'Well, I am going to!', ['wˈɛl', ',', 'aɪ', 'ɐm', 'ɡˈoʊɪŋ', 'tuː', '!']],
    ['en-us', 'I paid five~dollars~and~ten~cents.', ['aɪ', 'pˈeɪd', 'fˈaɪvdˈɑːlɚzændtˈɛnsˈɛnts', '.']],
    [
      'en-us',
      'it is well-known in the 20th~century',
      ['ɪɾ', 'ɪz', 'wˈɛlnˈoʊn', 'ɪn', 'ðə', 'twˈɛntiəθsˈɛntʃɚɹi'],
    ],
    ['de', 'Die Donaudampfschifffahrt ist schön', ['diː', 'dˈoːnaʊdˌampfʃɪfˌɑːɾt', 'ɪst', 'ʃˈøːn']],
    ['fr-fr', 'les amis sont là', ['le-z', 'amˈi', 'sˈɔ̃', 'lˈa']],
    ['hi', 'मैं घर जा रहा हूँ', ['mɛ̃', 'ɡʰˈʌɾ', 'ɟˈaː', 'ɾˌəhaː', 'hũ']],
    ['ko', '안녕하세요 저는 학생입니다', ['ˈɐnnjʌŋhˌɐsejˌo', 'tɕˈʌnɯn', 'hˈɐqs-ɛŋˌipnidˌɐ']],
    ['cmn', '你好 我 是 学生', ['ni2χˈɑu2', 'wˈo2', 's.ˈi.5', 'ɕyɛɜs.ˈə1ŋ']],
    ['ja', 'ワタシ ハ ガクセイ デス', ['wätˈäɕi', 'hˈä', 'ɡˌäkɯᵝsˈe̞i', 'dˈe̞sɯᵝ']],
    ['ru', 'мир и hello', ['mʲˈir', 'ɪ', 'həlˈəʊ']],
  ])('%s: %s', (voice, sentence, expected) => {
    expect(ipaOf(tokensOf(sentence), voice)).toEqual(expected);
  });

  it('leaves out no sound of the clause', () => {
    for (const [voice, sentence] of [
      ['en-us', 'I would have been in the house of the people that could not have been there'],
      ['fr-fr', "il y a aujourd'hui les enfants qui sont arrivés"],
      ['pt-br', 'o menino está jogando bola na rua com os amigos'],
    ] as const) {
      const whole = espeak.phonemize(sentence, voice).flat();
      const words = pronounce(tokensOf(sentence), voice, espeak, noTags);
      expect(words.flatMap((token) => (token.kind === 'word' ? token.phonemes : []))).toEqual(whole);
      expect(words.every((token) => token.kind === 'word' && token.phonemes.length > 0)).toBe(true);
    }
  });

  it('returns no phonemes for words of signs', () => {
    expect(ipaOf([word('yes'), word('—'), word('[['), word('no')], 'en-us')).toEqual([
      'jˈɛs',
      '',
      '',
      'nˈoʊ',
    ]);
  });

  it('reads a script that the voice does not know', () => {
    expect(ipaOf(tokensOf('the 日本 привет'), 'en-us').every((ipa) => ipa !== '')).toBe(true);
  });

  it('leaves pauses out and ends the clause there', () => {
    const tokens: Token[] = [
      word('the'),
      { kind: 'pause', durationMs: 100, span: { start: 3, end: 9 } },
      word('apple'),
    ];
    expect(ipaOf(tokens, 'en-us')).toEqual([...ipaOf([word('the')], 'en-us'), 'ˈæpəl']);
  });
});

describe('tags', () => {
  const tagged: Phoneme[] = [
    { ipa: 'f', mnemonic: 'f' },
    { ipa: 'ˈuː', mnemonic: "'u:" },
  ];

  it('replace the pronunciation of their word and nothing else', () => {
    const tokens = [word('the'), word('apple', { ipa: 'fuː' }), word('it'), word('has'), word('been')];
    expect(ipaOf(tokens, 'en-us', () => tagged)).toEqual(['ðɪ', 'fˈuː', 'ɪt', 'hˈæz', 'biːn']);
  });

  it('may stand alone among words', () => {
    const alone = word('fuː', { unit: '<phoneme:fuː>', ipa: 'fuː' });
    expect(ipaOf([word('the'), alone, word('pear')], 'en-us', () => tagged)).toEqual(['ðə', 'fˈuː', 'pˈɛɹ']);
    expect(ipaOf([word('мой'), alone, word('мир')], 'ru', () => tagged)).toEqual(['mˈoj', 'fˈuː', 'mʲˈir']);
    expect(ipaOf([word('मैं'), alone, word('घर')], 'hi', () => tagged)).toEqual(['mɛ̃', 'fˈuː', 'ɡʰˈʌɾ']);
    expect(ipaOf([alone], 'en-us', () => tagged)).toEqual(['fˈuː']);
  });
});

it('answers any words one for one', () => {
  const spoken = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom('has', 'been', 'the', 'of', '12', 'a-b'),
  );
  fc.assert(
    fc.property(
      fc.array(spoken, { maxLength: 8 }),
      fc.constantFrom('en-us', 'de', 'fr-fr', 'ru', 'hi', 'cmn', 'ja', 'ar'),
      (words, voice) => {
        const tokens = words.map((text) => word(text));
        const pronounced = pronounce(tokens, voice, espeak, noTags);
        expect(pronounced.map((token) => token.kind === 'word' && token.word)).toEqual(tokens);
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: 2000 },
  );
});

it('goes through a clause without end', () => {
  const words = Array.from({ length: 500 }, () => word('has been'));
  expect(ipaOf(words, 'en-us').every((ipa) => ipa !== '')).toBe(true);
});
