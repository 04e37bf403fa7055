import type { InventoryKey } from '../../inventory/index.ts';
import { type HeteronymTable, readTable } from './table.ts';
import german from './tables/de.json' with { type: 'json' };
import english from './tables/en.json' with { type: 'json' };
import french from './tables/fr.json' with { type: 'json' };
import hindi from './tables/hi.json' with { type: 'json' };
import italian from './tables/it.json' with { type: 'json' };
import korean from './tables/ko.json' with { type: 'json' };
import dutch from './tables/nl.json' with { type: 'json' };
import portuguese from './tables/pt.json' with { type: 'json' };
import russian from './tables/ru.json' with { type: 'json' };

export type { HeteronymTable } from './table.ts';

/** Spanish has none: its spelling shows stress and vowels. */
const TABLES: Readonly<Partial<Record<InventoryKey, HeteronymTable>>> = {
  en: readTable(english),
  de: readTable(german),
  nl: readTable(dutch),
  fr: readTable(french),
  it: readTable(italian),
  pt: readTable(portuguese),
  'pt-br': readTable(portuguese, 'variant'),
  ru: readTable(russian),
  hi: readTable(hindi),
  ko: readTable(korean),
};

/** Null for languages without a table. */
export function heteronymsOf(key: InventoryKey): HeteronymTable | null {
  return TABLES[key] ?? null;
}
