import type { InventoryKey } from '../../inventory/index.ts';
import { ENGLISH_HETERONYMS } from './english.ts';
import { ENGLISH_WORDS } from './english-words.ts';
import { DUTCH_HETERONYMS } from './languages/dutch.ts';
import { FRENCH_HETERONYMS } from './languages/french.ts';
import { GERMAN_HETERONYMS } from './languages/german.ts';
import { HINDI_HETERONYMS } from './languages/hindi.ts';
import { ITALIAN_HETERONYMS } from './languages/italian.ts';
import { KOREAN_HETERONYMS } from './languages/korean.ts';
import { BRAZILIAN_HETERONYMS, PORTUGUESE_HETERONYMS } from './languages/portuguese.ts';
import { RUSSIAN_HETERONYMS } from './languages/russian.ts';
import type { Heteronym, WordClasses } from './types.ts';

/** The heteronyms of a language, by the word in lower case, and what tells their readings apart. */
export interface HeteronymTable {
  readonly words: ReadonlyMap<string, Heteronym>;
  /** Null where each reading names its neighbours itself. */
  readonly classes: WordClasses | null;
}

const table = (words: Readonly<Record<string, Heteronym>>): HeteronymTable => ({
  words: new Map(Object.entries(words)),
  classes: null,
});

/** Spanish has none: it writes the stress, and one vowel in one way. */
const TABLES: Readonly<Partial<Record<InventoryKey, HeteronymTable>>> = {
  en: { words: ENGLISH_HETERONYMS, classes: ENGLISH_WORDS },
  de: table(GERMAN_HETERONYMS),
  nl: table(DUTCH_HETERONYMS),
  fr: table(FRENCH_HETERONYMS),
  it: table(ITALIAN_HETERONYMS),
  pt: table(PORTUGUESE_HETERONYMS),
  'pt-br': table(BRAZILIAN_HETERONYMS),
  ru: table(RUSSIAN_HETERONYMS),
  hi: table(HINDI_HETERONYMS),
  ko: table(KOREAN_HETERONYMS),
};

/** Null for languages without a table. */
export function heteronymsOf(key: InventoryKey): HeteronymTable | null {
  return TABLES[key] ?? null;
}
