/** The engine's entry point for pronunciation: phoneme inventories, custom pronunciations, suggestions. */
export { featureWords } from './pronunciation/inventory/feature-words.ts';
export {
  INVENTORY_KEYS,
  INVENTORY_VERSION,
  type InventoryKey,
  inventory,
  inventoryTokens,
  ipaToken,
} from './pronunciation/inventory/index.ts';
export { inventoryKey } from './pronunciation/ipa.ts';
export { isOneWord, keysIn, type Lexicon, type LexiconEntries, lexiconKey } from './pronunciation/lexicon.ts';
export {
  STRESS_KEYS,
  STRESS_SOURCES,
  stressKey,
  suggestStress,
} from './pronunciation/stress/suggest-stress.ts';
export { SOURCES } from './pronunciation/suggest/suggest.ts';
export { validateIpa } from './pronunciation/validate.ts';
