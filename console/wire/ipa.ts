import { ask } from './http.ts';

export interface Suggestion {
  readonly ipa: string;
  readonly tokens: readonly string[];
  /** Where it comes from: a dictionary, a synthesizer. */
  readonly source: string;
  readonly note?: string;
}

export interface Suggestions {
  readonly word: string;
  readonly suggestions: readonly Suggestion[];
  readonly dropped: readonly { readonly ipa: string; readonly reason: string }[];
}

/** The languages whose sounds are known, and so can be written in IPA. */
export const IPA_KEYS = [
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
export type IpaKey = (typeof IPA_KEYS)[number];

/** The table of sounds for a language code; null where there is none. */
export function ipaTableOf(langCode: string): IpaKey | null {
  const code = langCode.toLowerCase();
  if (code === 'es-es') return 'es-castilian';
  return (
    IPA_KEYS.find((key) => key === code) ?? IPA_KEYS.find((key) => key === code.split(/[-_]/)[0]) ?? null
  );
}

/** How a word may be said. @param text its sentence, where `offset` says which occurrence is meant @throws WireError */
export function suggestIpa(
  body: {
    readonly word: string;
    readonly key: IpaKey;
    readonly text?: string;
    readonly offset?: number;
    readonly limit?: number;
  },
  signal?: AbortSignal,
): Promise<Suggestions> {
  return ask('/ipa/suggest', { method: 'POST', json: body, signal });
}

export interface Fault {
  readonly symbol: string;
  /** Offsets in the transcription as it was sent. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly nearest: readonly string[];
}

export interface Validation {
  readonly valid: boolean;
  readonly ipa: string;
  readonly errors: readonly Fault[];
}

/** Whether a phoneme tag of the language takes a transcription. @throws WireError */
export function validateIpa(ipa: string, key: IpaKey, signal?: AbortSignal): Promise<Validation> {
  return ask('/ipa/validate', { method: 'POST', json: { ipa, key }, signal });
}

export interface IpaSymbol {
  readonly symbol: string;
  readonly class: 'vowel' | 'diphthong' | 'consonant';
  readonly features: readonly string[];
  readonly example: string;
}

export interface Inventory {
  readonly version: string;
  readonly languages: Readonly<
    Record<string, { readonly name: string; readonly symbols: readonly IpaSymbol[] } | undefined>
  >;
}

let inventory: Promise<Inventory> | null = null;

/** The sounds of all languages; asked for once. @throws WireError */
export function ipaInventory(): Promise<Inventory> {
  inventory ??= ask<Inventory>('/ipa/inventory').catch((error: unknown) => {
    inventory = null;
    throw error;
  });
  return inventory;
}
