import type { InventoryKey } from '../../inventory/index.ts';
import { ENGLISH_HETERONYMS } from './english.ts';
import { ENGLISH_WORDS } from './english-words.ts';
import type { Heteronym, WordClasses } from './types.ts';

/** The heteronyms of a language, by the word in lower case, and what tells their readings apart. */
export interface HeteronymTable {
  readonly words: ReadonlyMap<string, Heteronym>;
  readonly classes: WordClasses;
}

const TABLES: Readonly<Partial<Record<InventoryKey, HeteronymTable>>> = {
  en: { words: ENGLISH_HETERONYMS, classes: ENGLISH_WORDS },
};

/** Null for languages without a table. */
export function heteronymsOf(key: InventoryKey): HeteronymTable | null {
  return TABLES[key] ?? null;
}
