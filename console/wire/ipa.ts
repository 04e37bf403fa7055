import { ask } from './http.ts';

export interface Suggestion {
  readonly ipa: string;
  readonly tokens: readonly string[];
  /** The source: a dictionary or a synthesizer. */
  readonly source: string;
  readonly note?: string;
}

export interface Suggestions {
  readonly word: string;
  readonly suggestions: readonly Suggestion[];
  readonly dropped: readonly { readonly ipa: string; readonly reason: string }[];
}

/** The languages whose sounds are known, so that they can be written in IPA. */
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

/** Returns the key of the sound table for a language code; null if there is none. */
export function ipaTableOf(langCode: string): IpaKey | null {
  const code = langCode.toLowerCase();
  if (code === 'es-es') return 'es-castilian';
  return (
    IPA_KEYS.find((key) => key === code) ?? IPA_KEYS.find((key) => key === code.split(/[-_]/)[0]) ?? null
  );
}

/**
 * Suggests how a word may be pronounced.
 * @param text its sentence, in which `offset` selects the occurrence
 * @throws WireError
 */
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

/**
 * Checks whether a phoneme tag of the language accepts a transcription.
 * @throws WireError
 */
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

/**
 * Returns the sounds of all languages, requested once.
 * @throws WireError
 */
export function ipaInventory(): Promise<Inventory> {
  inventory ??= ask<Inventory>('/ipa/inventory').catch((error: unknown) => {
    inventory = null;
    throw error;
  });
  return inventory;
}
