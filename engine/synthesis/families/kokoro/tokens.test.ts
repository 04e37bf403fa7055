import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { Espeak } from '../../../../language/pronunciation/espeak.ts';
import { INVENTORY_KEYS, inventory } from '../../../../language/pronunciation/inventory/index.ts';
import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { type PhonemeNotation, phonemeNotation, phonemeSymbols } from './phoneme-symbols.ts';
import { TOKEN_IDS } from './symbols.ts';
import { MAX_RUN_SYMBOLS, type TokenRun, tokenRuns } from './tokens.ts';

const SYMBOLS = new Map([...TOKEN_IDS].map(([symbol, id]) => [id, symbol]));
const spelled = ({ ids }: TokenRun, from = 1, to = ids.length - 1): string =>
  ids
    .slice(from, to)
    .map((id) => SYMBOLS.get(id) ?? '?')
    .join('');

/** Phonemes separated by "_", groups by a space. */
function word(phonemes: string): Pronounced {
  const groups = phonemes.split(' ').filter((group) => group !== '');
  return {
    kind: 'word',
    word: { kind: 'word', unit: 'x', span: { start: 0, end: 1 }, spoken: 'x', ipa: null },
    phonemes: groups.flatMap((group) =>
      group
        .split('_')
        .map((ipa, index) => ({ ipa, mnemonic: '', ...(index === 0 ? { startsGroup: true } : {}) })),
    ),
  };
}
const mark = (sign: ',' | '.' | '?'): Pronounced => ({ kind: 'punctuation', mark: sign });

const said = (voice: string, phonemes: string): string =>
  tokenRuns([word(phonemes)], phonemeNotation(voice))
    .map((run) => spelled(run))
    .join('|');

test('has the 114 symbols of the model', () => {
  expect(TOKEN_IDS.size).toBe(114);
  expect([',', '—', ' ', '\u0303', 'ə', 'ɹ', 'ˈ', 'ː', 'ᵻ'].map((symbol) => TOKEN_IDS.get(symbol))).toEqual([
    3, 9, 16, 17, 83, 123, 156, 158, 177,
  ]);
});

test('frames a sentence, puts marks behind words and spaces between them', () => {
  const [run, ...more] = tokenRuns([word('h_ə_l_ˈoʊ'), mark(','), word('j_uː s_ˈiː'), mark('.')], 'american');
  expect(more).toEqual([]);
  expect(spelled(run!)).toBe('həlˈO, ju sˈi.');
  expect([run!.ids[0], run!.ids.at(-1)]).toEqual([0, 0]);
  expect(run!.wordRanges).toEqual([
    [1, 6],
    [7, 14],
  ]);
  expect(run!.phonemeRanges.at(-1)).toEqual({ ipa: 'iː', word: 1, from: 12, to: 14 });
  expect(run!.soundRange).toEqual([1, 15]);
});

test('a silent word has an empty range and no space of its own', () => {
  const [run] = tokenRuns([word('h'), word(''), word('l')], 'american');
  expect(spelled(run!)).toBe('h l');
  expect(run!.wordRanges).toEqual([
    [1, 2],
    [2, 2],
    [2, 4],
  ]);
});

test('has one run with only boundaries for an empty text', () => {
  expect(tokenRuns([], 'espeak')).toEqual([
    { ids: [0, 0], firstWord: 0, wordRanges: [], phonemeRanges: [], soundRange: [1, 1] },
  ]);
});

test.each([
  ['en-us', 'b_ˈʌ_ʔ_n̩', 'bˈʌtᵊn'],
  ['en-us', 'w_ˈɔː_ɾ_ɚ', 'wˈɔTəɹ'],
  ['en-us', 'f_ˈɜː_ɹ_i', 'fˈɜɹi'],
  ['en-us', 'b_ˈɜː_d', 'bˈɜɹd'],
  ['en-us', 'b_ˈæ_ɾ_ɚ_ɹ_i', 'bˈæTəɹi'],
  ['en-us', 'f_j_ˈʊɹ_ɹ_i', 'fjˈʊɹi'],
  ['en-us', 'f_ˈaɪɚ', 'fˈIəɹ'],
  ['en-us', 'k_w_ˈɑː_s_ɑ̃', 'kwˈɑsɑ'],
  ['en-us', 'm_ˈe_m', 'mˈAm'],
  ['en-us', 'n_ˈɔːɹ_θ', 'nˈɔɹθ'],
  ['en-us', 'ə_n_ʲ_ˈoʊ', 'ənjˈO'],
  ['en-gb', 'h_əʊ_t_ˈɛ_l', 'hQtˈɛl'],
  ['en-gb', 'm_ˈeə_ɹ_i', 'mˈɛːɹi'],
  ['en-gb', 'aɪ_d_ˈiə', 'Idˈɪə'],
  ['en-gb', 'b_ˈɒ_t_əl', 'bˈɒtᵊl'],
  ['en-gb', 's_t_ˈɑːɹ_t', 'stˈɑːt'],
  ['en-gb', 'm_ˈɛɹ_i', 'mˈɛːɹi'],
  ['en-gb', 'l_ˈɛ_ɾ_ɚ', 'lˈɛtə'],
  ['es', 'p_ˈeɪ_n_e_s', 'pˈAnes'],
  ['fr-fr', 'b_ˈɔ̃_ə-', 'bˈɔ̃ə'],
  ['hi', 'l_ˈʌ_r._k_ˌaː', 'lˈʌɽkˌaː'],
  ['hi', 'p_ˈʌ_r.h_n_aː', 'pˈʌɽʰnaː'],
  ['hi', 'c_ˈaː_j', 'cˈaːj'],
  ['it', 's_ˈa_ss_o', 'sˈaSo'],
  ['it', 'p_ˈi_tsː_a', 'pˈiʦːa'],
  ['pt-br', 'k_o_ɾ_a_s_ˈɐ̃ʊ̃', 'koɾasˈɐ̃ʊ̃'],
  ['de', 'ɪ_ç', 'ɪç'],
])('writes %s "%s" as "%s"', (voice, phonemes, expected) => {
  expect(said(voice, phonemes)).toBe(expected.normalize('NFD').replace('c\u0327', 'ç'));
});

test('replaces a sound that the model does not know', () => {
  expect(said('en-us', 'ɫ_ʉː_ʘ')).toBe('lup');
  expect(said('it', 'ʬ')).toBe('ə');
});

/** Symbols of tones, stress, length and quality: alone they have no sound. */
const isSound = (ipa: string): boolean => /\p{L}/u.test(ipa.normalize('NFD').replace(/\p{Lm}/gu, ''));

/** Whether every phoneme becomes a sound, without punctuation in between and without the vowel for unknown letters. */
function isHeard(ipa: string, notation: PhonemeNotation): boolean {
  const symbols = phonemeSymbols(ipa, '', notation).join('');
  if (!isSound(symbols) || /[.:;,]/u.test(symbols)) return false;
  return !symbols.includes('ə') || /[əɚɐɹ]/u.test(ipa);
}

test.each(INVENTORY_KEYS)('speaks every sound of the inventory of %s', (key) => {
  const sounds = inventory(key).symbols.flatMap(({ espeakIpa, stressed, betweenVowelsIpa, initialIpa }) =>
    [espeakIpa, stressed?.espeakIpa, betweenVowelsIpa, initialIpa].filter((ipa) => typeof ipa === 'string'),
  );
  for (const notation of ['american', 'british', 'espeak'] as const) {
    expect(sounds.filter((ipa) => !isHeard(ipa, notation))).toEqual([]);
  }
});

describe('what espeak says', () => {
  const LETTERS = {
    'en-us': 'abcdefghijklmnopqrstuvwxyzaeiou',
    'en-gb': 'abcdefghijklmnopqrstuvwxyzaeiou',
    es: 'abcdefghijlmnñopqrstuvyzáéíóúü',
    'es-419': 'abcdefghijlmnñopqrstuvyzáéíóúü',
    'fr-fr': 'abcdefghijlmnopqrstuvxyzàâçéèêëîïôùûœ',
    hi: 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहड़ढ़ािीुूेैोौंँॉ्',
    it: 'abcdefghilmnopqrstuvzàèéìòù',
    'pt-br': 'abcdefghijlmnopqrstuvxzáâãçéêíóôõú',
  } as const;
  let espeak: Espeak;
  beforeAll(async () => {
    espeak = await Espeak.load();
  });

  it.each(Object.entries(LETTERS))('keeps every sound of %s', (voice, letters) => {
    const notation = phonemeNotation(voice);
    const language = voice.slice(0, 2);
    const file = new URL(`../../../../language/text/golden/${language}.json`, import.meta.url);
    const rows = JSON.parse(readFileSync(file, 'utf8')) as [string, string][];
    const invented = fc
      .sample(fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 9 }), {
        numRuns: 400,
        seed: 7,
      })
      .join(' ');
    const texts = [...rows.map(([, spoken]) => spoken.replace(/[.,;:!?]/gu, ' ')), invented];
    const sounds = new Set(
      texts.flatMap((text) => espeak.phonemize(text, voice).flat()).map(({ ipa }) => ipa),
    );
    expect(sounds.size).toBeGreaterThan(40);
    const lost = [...sounds].filter((ipa) => isSound(ipa) && !isHeard(ipa, notation));
    expect(lost).toEqual([]);
  });
});

describe('runs', () => {
  const phoneme = fc.constantFrom('ˈaɪ', 'tʃ', 'ɑːɹ', 'ə', 'n', '', 'ɾ', 'əl', 'ɚ');
  const group = fc.array(phoneme, { minLength: 1, maxLength: 8 }).map((phonemes) => phonemes.join('_'));
  const spoken = fc.array(group, { maxLength: 3 }).map((groups) => word(groups.join(' ')));
  const token = fc.oneof(
    { weight: 8, arbitrary: spoken },
    { weight: 1, arbitrary: fc.constantFrom(mark(','), mark('.')) },
  );
  const sentence = fc.array(token, { maxLength: 160 });

  test('hold all words, phonemes and marks in order, within the limit', () => {
    fc.assert(
      fc.property(sentence, fc.constantFrom('american', 'british', 'espeak'), (pronounced, notation) => {
        const runs = tokenRuns(pronounced, notation);
        const words = pronounced.filter((each) => each.kind === 'word');
        const phonemes = words.flatMap((each) => each.phonemes.map(({ ipa }) => ipa.replace('ˈ', '')));
        let seen = 0;
        for (const { ids, firstWord, wordRanges, phonemeRanges, soundRange } of runs) {
          expect(ids.length).toBeLessThanOrEqual(MAX_RUN_SYMBOLS + 2);
          expect(ids.slice(1, -1).every((id) => SYMBOLS.has(id))).toBe(true);
          expect(firstWord).toBe(seen);
          seen += wordRanges.length;
          let end = 1;
          for (const range of phonemeRanges) {
            expect(range.from).toBeGreaterThanOrEqual(end);
            expect(range.to).toBeGreaterThan(range.from);
            end = range.to;
            const [from, to] = wordRanges[range.word]!;
            expect(range.from >= from && range.to <= to).toBe(true);
          }
          expect(soundRange[1]).toBeLessThanOrEqual(ids.length);
          let last = 1;
          for (const [from, to] of wordRanges) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThanOrEqual(from);
            last = to;
          }
        }
        expect(seen).toBe(words.length);
        expect(runs.flatMap((run) => run.phonemeRanges.map(({ ipa }) => ipa))).toEqual(
          phonemes.filter((ipa) => ipa),
        );
        const marks = runs.flatMap((run) => [...spelled(run)].filter((symbol) => /[,.]/u.test(symbol)));
        expect(marks).toEqual(pronounced.flatMap((each) => (each.kind === 'punctuation' ? [each.mark] : [])));
      }),
      { numRuns: 60 },
    );
  });

  test('end after punctuation near the middle, or else between words', () => {
    const words = (count: number): Pronounced[] => Array.from({ length: count }, () => word('b_ə_n_ˈæ_n_ə'));
    // 8 tokens a word.
    const [first, second, ...more] = tokenRuns([...words(35), mark(','), ...words(45)], 'american');
    expect(more).toEqual([]);
    expect(spelled(first!).endsWith('bənˈænə,')).toBe(true);
    expect([first!.wordRanges.length, second!.firstWord, second!.wordRanges.length]).toEqual([35, 35, 45]);
    const halves = tokenRuns(words(80), 'american');
    expect(halves.map((run) => run.wordRanges.length)).toEqual([40, 40]);
  });

  test('part a word that is too long for one', () => {
    const runs = tokenRuns(
      [word('n_oʊ'), word(Array.from({ length: 90 }, () => 'w_ˈʌ_n_z_i_ə').join(' '))],
      'american',
    );
    expect(runs.map((run) => run.firstWord)).toEqual([0, 1]);
    expect(runs.map((run) => run.wordRanges.length)).toEqual([2, 1]);
    expect(runs.every((run) => spelled(run).endsWith('wˈʌnziə'))).toBe(true);
  });
});
