/**
 * Sounds that espeak-ng writes differently from the inventories: as two phonemes, with transitional sounds between
 * them, or without assimilation to their neighbours.
 */
import type { InventoryKey } from '../../engine/phonetics.ts';

export interface Spellings {
  /**
   * Sounds by espeak's mnemonics without stress; two in a row are separated by a space. A phoneme without a sound of
   * its own has an empty list. "_|" is the silence before a vowel at the start of a word.
   */
  readonly said: Readonly<Record<string, readonly string[]>>;
  /** Applies the influence of neighbours to the sounds of a word. */
  readonly inWord?: (sounds: readonly string[]) => readonly string[];
}

type Neighbours = (sound: string, before: string | undefined, after: string | undefined) => readonly string[];

const eachOf =
  (rule: Neighbours) =>
  (sounds: readonly string[]): readonly string[] =>
    sounds.flatMap((sound, at) => rule(sound, sounds[at - 1], sounds[at + 1]));

const isVowel = (sound: string | undefined): boolean => /^[aeiouyøœəɛɔɐɑɪʊɨʉɵ]/u.test(sound ?? '');
const isVelar = (sound: string | undefined): boolean => /^[kɡ]/u.test(sound ?? '');

const LONG_ITALIAN = ['f', 'v', 's', 'm', 'n', 'l'].map((one) => [`${one} ${one}`, [`${one}ː`]] as const);
/** Always long between vowels. */
const ALWAYS_LONG: ReadonlySet<string> = new Set(['ʃ', 'ɲ', 'ʎ', 'ts', 'dz']);

const PORTUGUESE: Spellings['said'] = {
  '@-': [],
  A: ['a'],
  'eI N': ['ẽj̃'],
  'e N': ['ẽ'],
  'i N': ['ĩ'],
  'i~ N': ['ĩ'],
  'o N': ['õ'],
  'o~ N': ['õ'],
  'u N': ['ũ'],
  'u~ N': ['ũ'],
  '&~ N': ['ɐ̃'],
  '&~ j': ['ɐ̃j̃'],
  '&~ y': ['ɐ̃j̃'],
  'o~ j': ['õj̃'],
  'o w': ['oʊ'],
};

/** The diphthong occurs at the end of a word. After a nasal vowel, a velar nasal precedes a velar stop. */
const nasal: Neighbours = (sound, _, after) => {
  const spoken = sound === 'ẽj̃' && after !== undefined ? 'ẽ' : sound;
  return isVelar(after) && /^(?:ẽ|ĩ|õ|ũ|ɐ̃)$/u.test(spoken) ? [spoken, 'ŋ'] : [spoken];
};

/** Dark at the end of a syllable. */
const darkL: Neighbours = (sound, _, after) => [sound === 'l' && !isVowel(after) ? 'ɫ' : sound];

export const SPELLINGS: Readonly<Partial<Record<InventoryKey, Spellings>>> = {
  de: { said: { '_|': ['ʔ'], 'p f': ['pf'], 't S': ['tʃ'] } },
  nl: { said: { '_|': ['ʔ'] } },
  fr: {
    said: { 'a-': ['a'], 'e-': ['e'], 'y-': ['y'], '@-': ['ə'] },
    // The vowel and the glide have one mnemonic.
    inWord: eachOf((sound, _, after) => [sound === 'ɥ' && !isVowel(after) ? 'y' : sound]),
  },
  it: {
    said: {
      ...Object.fromEntries(LONG_ITALIAN),
      '@-': [],
      'S S': ['ʃː'],
      'n^ n^': ['ɲː'],
      'l^ l^': ['ʎː'],
      'R *': ['rː'],
      'a U': ['aʊ'],
      'e U': ['eʊ'],
      'E U': ['eʊ'],
      'o i': ['oɪ'],
      'O i': ['oɪ'],
    },
    inWord: eachOf((sound, before, after) => {
      if (sound === 'n' && isVelar(after)) return ['ŋ'];
      return [ALWAYS_LONG.has(sound) && isVowel(before) && isVowel(after) ? `${sound}ː` : sound];
    }),
  },
  pt: {
    said: PORTUGUESE,
    inWord: (sounds) => eachOf(darkL)(eachOf(nasal)(sounds)),
  },
  'pt-br': { said: { ...PORTUGUESE, 'l j': ['ʎ'] }, inWord: eachOf(nasal) },
  ru: {
    said: { '@-': [], ja: ['j', 'a'], ju: ['j', 'u'], 'R I^': ['rʲ'] },
    inWord: eachOf((sound, _, after) => [sound === 'x' && /^[ie]/u.test(after ?? '') ? 'xʲ' : sound]),
  },
  hi: { said: { 'k:': ['k'], 't.:': ['ʈ'], 'r. h': ['ɽʱ'], 'r. H': ['ɽʱ'] } },
  ko: {
    said: {
      't h': ['tʰ'],
      'tS h': ['tɕʰ'],
      'u- j': ['ɰi'],
      'd-': ['t'],
      'k-': ['k͈'],
      Ld: ['ɭ', 'd'],
    },
  },
};
