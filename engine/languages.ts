/**
 * The languages with full support: their numbers and dates are read out, words may be spelled in their IPA, and agents
 * converse in them. Each part has a `Record<Language, ...>` with one file per language, so that anything missing for a
 * language listed here is a type error. Other languages (espeak-ng speaks a hundred) do without.
 */
export const LANGUAGES = ['en', 'de', 'nl', 'fr', 'it', 'es', 'pt', 'ru', 'hi', 'ko'] as const;

/** ISO 639-1 code of one of these languages. */
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag, without its region (RFC 5646 section 2.1): "pt" for "pt-BR" and "pt_br". */
export function primaryLanguage(lang: string): string {
  return lang.toLowerCase().split(/[-_]/)[0] ?? '';
}

/** Which of `LANGUAGES` a tag belongs to ("pt" for "pt-BR"); null for none of them. */
export function languageOf(lang: string): Language | null {
  const primary = primaryLanguage(lang);
  return LANGUAGES.find((code) => code === primary) ?? null;
}
