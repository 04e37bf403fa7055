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
