/** The engine's entry point for pronunciation: phoneme inventories, custom pronunciations, suggestions. */
export { featureWords } from '../language/pronunciation/inventory/feature-words.ts';
export {
  INVENTORY_KEYS,
  INVENTORY_VERSION,
  type InventoryKey,
  inventory,
  inventoryTokens,
  ipaToken,
} from '../language/pronunciation/inventory/index.ts';
export { inventoryKey } from '../language/pronunciation/ipa.ts';
export {
  isOneWord,
  keysIn,
  type Lexicon,
  type LexiconEntries,
  lexiconKey,
} from '../language/pronunciation/lexicon.ts';
export {
  STRESS_KEYS,
  STRESS_SOURCES,
  stressKey,
  suggestStress,
} from '../language/pronunciation/stress/suggest-stress.ts';
export { SOURCES } from '../language/pronunciation/suggest/suggest.ts';
export { validateIpa } from '../language/pronunciation/validate.ts';
