/**
 * Russian. Hard consonants are plain, soft ones carry ʲ. espeak-ng has two reduced vowels after hard consonants (ʌ, a);
 * ɐ and ə of dictionaries both become ʌ. At the end of a word espeak-ng keeps softness only where it has a soft
 * phoneme.
 */
import type { PronouncedLanguage, SymbolRow } from './types.ts';

/** A soft consonant that espeak-ng builds from the hard one and its palatalisation sign. */
function soft(ipa: string, mnemonic: string, example: string, espeakIpa?: string): SymbolRow {
  const row = { ipa: `${ipa}ʲ`, mnemonic: `${mnemonic};`, example };
  return espeakIpa === undefined ? row : { ...row, espeakIpa };
}

export const ru: PronouncedLanguage = {
  name: 'Russian',
  espeakVoice: 'ru',
  femaleVoices: ['ru'],
  accents: [],
  defaultStress: -2,
  reduced: ['ɐ'],
  sibilantClusters: true,
  rows: [
    { ipa: 'p', mnemonic: 'p', example: 'папа' },
    soft('p', 'p', 'пять'),
    { ipa: 'b', mnemonic: 'b', example: 'бок' },
    soft('b', 'b', 'белый'),
    { ipa: 't', mnemonic: 't', example: 'там', aliases: ['t̪'] },
    soft('t', 't', 'тётя'),
    { ipa: 'd', mnemonic: 'd', example: 'дом', aliases: ['d̪'] },
    soft('d', 'd', 'день'),
    { ipa: 'k', mnemonic: 'k', example: 'кот' },
    soft('k', 'k', 'кит'),
    { ipa: 'ɡ', mnemonic: 'g', example: 'год' },
    soft('ɡ', 'g', 'герой'),
    { ipa: 'f', mnemonic: 'f', example: 'факт' },
    soft('f', 'f', 'фильм'),
    { ipa: 'v', mnemonic: 'v', example: 'вода' },
    soft('v', 'v', 'вес'),
    { ipa: 's', mnemonic: 's', example: 'сон', aliases: ['s̪'] },
    soft('s', 's', 'сила'),
    { ipa: 'z', mnemonic: 'z', example: 'зуб', aliases: ['z̪'] },
    { ipa: 'zʲ', mnemonic: 'z;', espeakIpa: 'ʑ', example: 'зима', aliases: ['ʑ'] },
    { ipa: 'ʂ', mnemonic: 'S', espeakIpa: 'ʃ', example: 'шум', aliases: ['ʃ'] },
    { ipa: 'ʐ', mnemonic: 'Z', espeakIpa: 'ʒ', example: 'жена', aliases: ['ʒ'] },
    { ipa: 'ɕ', mnemonic: 'S;', example: 'щука', aliases: ['ɕː', 'ʃʲ', 'ʃʲː', 'ɕɕ'] },
    { ipa: 'x', mnemonic: 'x', example: 'хлеб' },
    soft('x', 'x', 'химия'),
    { ipa: 'ɣ', mnemonic: 'Q', example: 'бог' },
    { ipa: 'ts', mnemonic: 'ts', example: 'цирк', aliases: ['t̪s̪', 'tːs'] },
    { ipa: 'tɕ', mnemonic: 'tS;', espeakIpa: 'tʃʲ', example: 'чай', aliases: ['tʃʲ', 'tʃ'] },
    { ipa: 'm', mnemonic: 'm', example: 'мама' },
    soft('m', 'm', 'мяч'),
    { ipa: 'n', mnemonic: 'n', example: 'нос', aliases: ['n̪', 'ŋ'] },
    soft('n', 'n', 'небо'),
    { ipa: 'ɫ', mnemonic: 'l', espeakIpa: 'ɭ', example: 'лампа', aliases: ['l', 'ɭ', 'ɫ̪'] },
    { ipa: 'lʲ', mnemonic: 'l;', espeakIpa: 'ɭʲ', example: 'лес', aliases: ['ɭʲ'] },
    { ipa: 'r', mnemonic: 'r', example: 'рыба', aliases: ['ɾ'] },
    { ipa: 'rʲ', mnemonic: 'r;', example: 'река', aliases: ['ɾʲ'] },
    { ipa: 'j', mnemonic: 'j', example: 'йод', aliases: ['ʝ', 'i̯'] },
    { ipa: 'i', mnemonic: 'i', example: 'лист' },
    { ipa: 'ɪ', mnemonic: 'I', example: 'река', aliases: ['ɪ̈'] },
    { ipa: 'ɨ', mnemonic: 'y', espeakIpa: 'y', example: 'рыба', aliases: ['y', 'ɨ̞', 'ᵻ', 'ɯ'] },
    { ipa: 'e', mnemonic: 'e', example: 'день' },
    { ipa: 'ɛ', mnemonic: 'E', example: 'это', aliases: ['ɛ̝', 'æ'] },
    {
      ipa: 'a',
      mnemonic: 'a#',
      example: 'мама',
      aliases: ['ɑ', 'ä'],
      stressed: { espeakIpa: 'ɑ', mnemonic: 'A' },
    },
    { ipa: 'ɐ', mnemonic: 'V#', espeakIpa: 'ʌ', example: 'вода', aliases: ['ə', 'ʌ'] },
    { ipa: 'o', mnemonic: 'o', example: 'кот', aliases: ['ɔ', 'o̞'] },
    { ipa: 'ɵ', mnemonic: '8', example: 'тётя', aliases: ['ɞ', 'ɵ̞'] },
    { ipa: 'u', mnemonic: 'u', example: 'рука' },
    { ipa: 'ʊ', mnemonic: 'u#', espeakIpa: 'u', example: 'кушать' },
    { ipa: 'ʉ', mnemonic: 'u"', espeakIpa: 'u"', example: 'люди', aliases: ['ʉ̞'] },
  ],
};
