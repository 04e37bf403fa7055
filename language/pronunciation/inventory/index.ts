/** The IPA inventories: the sounds of each language, their spellings in dictionaries, and their espeak-ng mnemonics. */
import { PRONOUNCED_LANGUAGES } from '../languages/index.ts';
import type { SymbolRow } from '../languages/types.ts';
import { classOf, describe } from './features.ts';
import { INVENTORY_KEYS, type Inventory, type InventoryKey, type InventorySymbol } from './types.ts';

export {
  INVENTORY_KEYS,
  type Inventory,
  type InventoryKey,
  type InventorySymbol,
  IPA_KEY_LANGUAGES,
} from './types.ts';

/** Changes whenever a symbol is added, removed or renamed. */
export const INVENTORY_VERSION = '1';

function symbolOf(row: SymbolRow): InventorySymbol {
  const features = describe(row.ipa.normalize('NFD'));
  if (features === null) throw new Error(`inventory row without an IPA letter: ${row.ipa}`);
  return {
    ipa: row.ipa.normalize('NFC'),
    class: classOf(features),
    features,
    example: row.example,
    aliases: (row.aliases ?? []).map((alias) => alias.normalize('NFC')),
    espeakIpa: (row.espeakIpa ?? row.ipa).normalize('NFD'),
    mnemonic: row.mnemonic,
    stressed: row.stressed ?? null,
    betweenVowelsIpa: row.betweenVowelsIpa ?? null,
    initialIpa: row.initialIpa ?? null,
    silentAlone: row.silentAlone ?? false,
  };
}

function build(key: InventoryKey): Inventory {
  const table = PRONOUNCED_LANGUAGES[key];
  const symbols = table.rows.map(symbolOf);
  const spellings = new Map<string, InventorySymbol>();
  for (const symbol of symbols) {
    for (const spelling of [symbol.ipa, ...symbol.aliases]) {
      const decomposed = spelling.normalize('NFD');
      if (spellings.has(decomposed)) throw new Error(`${key}: ${spelling} belongs to two symbols`);
      spellings.set(decomposed, symbol);
    }
  }
  return {
    key,
    name: table.name,
    espeakVoice: table.espeakVoice,
    defaultStress: table.defaultStress,
    reduced: new Set(table.reduced.map((ipa) => ipa.normalize('NFC'))),
    symbols,
    spellings,
    longest: Math.max(...[...spellings.keys()].map((spelling) => spelling.length)),
  };
}

const built = new Map<InventoryKey, Inventory>();

/** The inventory of a language or variant. Built once, immutable. */
export function inventory(key: InventoryKey): Inventory {
  let found = built.get(key);
  if (found === undefined) {
    found = build(key);
    built.set(key, found);
  }
  return found;
}

/**
 * The symbol for one phoneme of espeak-ng's output, in both notations without stress marks; null if it belongs to no
 * symbol (linking marks, sounds of another language). Converts espeak-ng's pronunciations back to IPA.
 */
export function symbolSaid(key: InventoryKey, mnemonic: string, espeakIpa: string): InventorySymbol | null {
  const { symbols, spellings } = inventory(key);
  const printed = espeakIpa.normalize('NFD');
  return (
    symbols.find((symbol) => symbol.mnemonic === mnemonic || symbol.stressed?.mnemonic === mnemonic) ??
    symbols.find((symbol) => symbol.espeakIpa === printed) ??
    spellings.get(printed) ??
    null
  );
}

/** The wire token of a symbol or stress mark: "ʃ" is `<|IPA_ʃ|>`. */
export function ipaToken(symbol: string): string {
  return `<|IPA_${symbol}|>`;
}

/** All tokens of all languages without duplicates: both stress marks, then the others in code point order. */
export function inventoryTokens(): string[] {
  const symbols = new Set(
    INVENTORY_KEYS.flatMap((key) => inventory(key).symbols.map((symbol) => symbol.ipa)),
  );
  return ['ˈ', 'ˌ', ...[...symbols].sort()].map(ipaToken);
}
