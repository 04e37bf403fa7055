/**
 * Sounds of an inventory that a script need not have. The inventories contain them because phoneme tags may use them. A
 * story with all of them would not be read naturally.
 */
import type { InventoryKey } from '../../engine/phonetics.ts';

type Reasons = Readonly<Record<string, string>>;

const because = (reason: string, ...sounds: readonly string[]): Reasons =>
  Object.fromEntries(sounds.map((sound) => [sound, reason]));

const BORROWED = 'only in borrowed words';

export const NOT_NEEDED: Readonly<Partial<Record<InventoryKey, Reasons>>> = {
  en: {
    ...because(BORROWED, 'x'),
    ...because('the phonemizer always writes əm', 'm̩'),
  },
  de: {
    ...because(BORROWED, 'ʒ', 'dʒ', 'w', 'ɑ̃', 'ɔ̃', 'œ̃', 'i', 'e', 'o', 'u'),
    ...because('the phonemizer always writes ə before it', 'n̩', 'm̩', 'l̩'),
  },
  nl: because(BORROWED, 'ʒ', 'tʃ', 'dʒ', 'iː', 'ɛː', 'a', 'uː', 'yː', 'ɑ̃', 'ɔ̃'),
  fr: because(BORROWED, 'tʃ', 'dʒ', 'ŋ'),
  'pt-br': because('the phonemizer always writes ɾ or x', 'ɹ'),
  ru: because('only in a few old words, and not for all speakers', 'ɣ'),
  hi: {
    ...because(BORROWED, 'q', 'ɣ', 'ʒ', 'ɔ'),
    ...because('the phonemizer writes ʋ', 'w'),
    ...because('the phonemizer writes ə', 'ɛ'),
    ...because('the phonemizer writes a long vowel, or a nasal consonant after it', 'ə̃', 'ɪ̃', 'ʊ̃'),
  },
};
