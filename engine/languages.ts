/**
 * The languages that Parley knows throughout: their numbers and dates are put into words, words may be spelled in their
 * IPA, and agents converse in them. Each part keeps a `Record<Language, ...>` of one file per language, so that
 * whatever is missing for a language listed here is a type error. Others (espeak-ng speaks a hundred) get by without.
 */
export const LANGUAGES = ['en', 'de', 'nl', 'fr', 'it', 'es', 'pt', 'ru', 'hi', 'ko'] as const;

/** ISO 639-1 code of one of them. */
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag, without its region (RFC 5646 section 2.1): "pt" of "pt-BR" and of "pt_br". */
export function primaryLanguage(lang: string): string {
  return lang.toLowerCase().split(/[-_]/)[0] ?? '';
}

/** Which of `LANGUAGES` a tag is of ("pt" for "pt-BR"); null when it is of none. */
export function languageOf(lang: string): Language | null {
  const primary = primaryLanguage(lang);
  return LANGUAGES.find((code) => code === primary) ?? null;
}
