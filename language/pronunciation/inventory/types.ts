/** Types of the IPA inventories. */

import { IPA_KEYS, type IpaKey } from '../../../language/types.ts';
import { LANGUAGES, type Language } from '../../languages.ts';
import type { Realisation } from '../languages/types.ts';
import type { Features, PhonemeClass } from './features.ts';

/** Languages with an inventory, and the two regional variants that `ipa_key` selects. */
export type InventoryKey = Language | IpaKey;

/** The language of each variant. */
export const IPA_KEY_LANGUAGES: Readonly<Record<IpaKey, Language>> = { 'es-castilian': 'es', 'pt-br': 'pt' };

/** Each language, followed by its variants. */
export const INVENTORY_KEYS: readonly InventoryKey[] = LANGUAGES.flatMap((language) => [
  language,
  ...IPA_KEYS.filter((key) => IPA_KEY_LANGUAGES[key] === language),
]);

export interface InventorySymbol extends Realisation {
  /** Standard IPA, NFC. */
  readonly ipa: string;
  readonly class: PhonemeClass;
  readonly features: Features;
  readonly example: string;
  readonly aliases: readonly string[];
  readonly stressed: Realisation | null;
  readonly betweenVowelsIpa: string | null;
  readonly initialIpa: string | null;
  /** Whether a word of this sound alone would be silent. */
  readonly silentAlone: boolean;
}

export interface Inventory {
  readonly key: InventoryKey;
  readonly name: string;
  readonly espeakVoice: string;
  readonly defaultStress: number;
  readonly reduced: ReadonlySet<string>;
  readonly symbols: readonly InventorySymbol[];
  /** Every accepted spelling (NFD, no ties), symbols and aliases alike. */
  readonly spellings: ReadonlyMap<string, InventorySymbol>;
  /** Length in UTF-16 units of the longest spelling. */
  readonly longest: number;
}
