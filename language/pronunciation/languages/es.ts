/**
 * Spanish: the sounds common to all variants, then Latin American (the default, with seseo and yeísmo) and Castilian.
 */
import type { PronouncedLanguage, SymbolRow } from './types.ts';

const COMMON: readonly SymbolRow[] = [
  { ipa: 'p', mnemonic: 'p', example: 'padre' },
  { ipa: 'b', mnemonic: 'b', betweenVowelsIpa: 'β', example: 'vino' },
  { ipa: 'β', mnemonic: 'B', example: 'lobo', aliases: ['β̞'] },
  { ipa: 't', mnemonic: 't', example: 'tomo', aliases: ['t̪'] },
  { ipa: 'd', mnemonic: 'd', betweenVowelsIpa: 'ð', example: 'donde', aliases: ['d̪'] },
  { ipa: 'ð', mnemonic: 'D', example: 'dedo', aliases: ['ð̞'] },
  { ipa: 'k', mnemonic: 'k', example: 'casa' },
  { ipa: 'ɡ', mnemonic: 'g', betweenVowelsIpa: 'ɣ', example: 'gato' },
  { ipa: 'ɣ', mnemonic: 'Q', example: 'lago', aliases: ['ɣ˕', 'ɰ'] },
  { ipa: 'f', mnemonic: 'f', example: 'fama', aliases: ['ɸ'] },
  { ipa: 'x', mnemonic: 'x', example: 'jamón', aliases: ['h', 'χ', 'ç'] },
  { ipa: 'tʃ', mnemonic: 'tS', example: 'chico' },
  { ipa: 'm', mnemonic: 'm', example: 'madre', aliases: ['ɱ'] },
  { ipa: 'n', mnemonic: 'n', example: 'nido', aliases: ['n̪'] },
  { ipa: 'ɲ', mnemonic: 'n^', example: 'niño' },
  { ipa: 'ŋ', mnemonic: 'N', example: 'tengo' },
  { ipa: 'l', mnemonic: 'l', example: 'lino', aliases: ['l̪'] },
  { ipa: 'ɾ', mnemonic: '**', example: 'pero' },
  { ipa: 'r', mnemonic: 'R2', example: 'perro', aliases: ['rr'] },
  { ipa: 'j', mnemonic: 'j', example: 'tierra', aliases: ['i̯'] },
  { ipa: 'w', mnemonic: 'w', example: 'huevo', aliases: ['u̯'] },
  { ipa: 'a', mnemonic: 'a', example: 'casa' },
  { ipa: 'e', mnemonic: 'e', example: 'mesa', aliases: ['ɛ', 'e̞'] },
  { ipa: 'i', mnemonic: 'i', example: 'hijo' },
  { ipa: 'o', mnemonic: 'o', example: 'ocho', aliases: ['ɔ', 'o̞'] },
  { ipa: 'u', mnemonic: 'u', example: 'luna' },
  { ipa: 'aɪ', mnemonic: 'aI', example: 'aire', aliases: ['ai', 'aj'] },
  { ipa: 'eɪ', mnemonic: 'eI', example: 'reina', aliases: ['ei', 'ej'] },
  { ipa: 'oɪ', mnemonic: 'oI', example: 'hoy', aliases: ['oi', 'oj'] },
  { ipa: 'aʊ', mnemonic: 'aU', example: 'causa', aliases: ['au', 'aw'] },
  { ipa: 'eʊ', mnemonic: 'eU', example: 'deuda', aliases: ['eu', 'ew'] },
];

export const es: PronouncedLanguage = {
  name: 'Spanish',
  espeakVoice: 'es-419',
  femaleVoices: ['es', 'es-419', 'es-mx'],
  accents: [['es', 'Spain']],
  defaultStress: -2,
  reduced: [],
  sibilantClusters: false,
  rows: [
    ...COMMON,
    { ipa: 's', mnemonic: 's', example: 'zapato', aliases: ['z', 's̪', 's̺'] },
    { ipa: 'ʝ', mnemonic: 'J^', example: 'llave', aliases: ['ɟʝ', 'ʝ̞'] },
  ],
};

export const esCastilian: PronouncedLanguage = {
  name: 'Castilian Spanish',
  espeakVoice: 'es',
  femaleVoices: ['es-es', 'es-castilian'],
  accents: [['es-419', 'Latin America']],
  defaultStress: -2,
  reduced: [],
  sibilantClusters: false,
  rows: [
    ...COMMON,
    { ipa: 'θ', mnemonic: 'T', example: 'zapato' },
    { ipa: 's', mnemonic: 's', example: 'casa', aliases: ['z', 's̪', 's̺'] },
    { ipa: 'ʎ', mnemonic: 'l^', example: 'llave' },
    { ipa: 'ʝ', mnemonic: 'J^', example: 'yo', aliases: ['ɟʝ', 'ʝ̞'] },
  ],
};
