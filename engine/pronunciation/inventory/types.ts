/** What the IPA inventories are made of. */
import type { Features, PhonemeClass } from './features.ts';

/** The ten languages that accept IPA, and the two regional variants that `ipa_key` selects. */
export const INVENTORY_KEYS = [
  'en',
  'de',
  'nl',
  'fr',
  'it',
  'es',
  'es-castilian',
  'pt',
  'pt-br',
  'ru',
  'hi',
  'ko',
] as const;
export type InventoryKey = (typeof INVENTORY_KEYS)[number];

/** How the synthesizers are told to say a symbol. */
export interface Realisation {
  /** Exactly what espeak-ng prints for it in IPA mode in this language's voice (NFD); may differ from standard IPA. */
  readonly espeakIpa: string;
  /** espeak-ng mnemonic in this language's voice, without stress; sometimes two mnemonics in a row ("v;"). */
  readonly mnemonic: string;
}

/** A row of a language's table as it is written; everything else is derived from it. */
export interface SymbolRow {
  /** Standard IPA without ties. Unique within the language. */
  readonly ipa: string;
  readonly mnemonic: string;
  /** A common word of the language that contains the sound. */
  readonly example: string;
  /** Other spellings found in dictionaries, without ties; no spelling belongs to two symbols. */
  readonly aliases?: readonly string[];
  /** Only where espeak-ng prints something else than `ipa`. */
  readonly espeakIpa?: string;
  /** Only where espeak-ng has a sound of its own for the stressed syllable. */
  readonly stressed?: Realisation;
  /** Only where espeak-ng prints another sound between two vowels (Spanish "lobo"); its own rules find the mnemonic. */
  readonly betweenVowelsIpa?: string;
  /** Likewise at the beginning of a word, before a vowel. */
  readonly initialIpa?: string;
  /** Only where espeak-ng says nothing at all for a word made of this sound alone. */
  readonly silentAlone?: true;
}

export interface LanguageTable {
  /** English name of the language, for messages. */
  readonly name: string;
  /** Voice name to give to espeak-ng; this build knows neither "en-gb" nor "fr-fr". */
  readonly espeakVoice: string;
  /** Which vowel, counted from the front (0, 1) or from the end (-1, -2), is stressed when nothing is marked. */
  readonly defaultStress: number;
  /** Vowels that never carry stress; passed over when the default syllable is looked for. */
  readonly reduced?: readonly string[];
  readonly rows: readonly SymbolRow[];
}

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
  /** Whether a word made of it alone would be silent. */
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
