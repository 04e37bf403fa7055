/** How each language is read out: one folder for each. */
import { LANGUAGES, type Language, languageOf } from '../../languages.ts';
import type { WritingConventions } from './conventions.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { es } from './es/index.ts';
import { fr } from './fr/index.ts';
import { hi } from './hi/index.ts';
import { it } from './it/index.ts';
import { ko } from './ko/index.ts';
import { nl } from './nl/index.ts';
import { pt } from './pt/index.ts';
import { ru } from './ru/index.ts';
import type { SpokenLanguage } from './types.ts';

/** Languages whose numbers, dates and signs are put into words here. Others leave them to the synthesizer. */
const BY_CODE: Readonly<Record<Language, SpokenLanguage>> = { en, de, nl, fr, it, es, pt, ru, hi, ko };

/** The entries of all languages' lists, each once, for what is recognised in a text of any language. */
export function inAnyLanguage<T>(list: (writing: WritingConventions) => readonly T[]): T[] {
  return [...new Set(LANGUAGES.flatMap((code) => list(BY_CODE[code].writing)))];
}

/** The grammar for a language code as sent ("en", "pt-br", "de_AT"); null for languages without one. */
export function spokenLanguage(lang: string): SpokenLanguage | null {
  const language = languageOf(lang);
  return language === null ? null : BY_CODE[language];
}

/**
 * Abbreviations of a language that end in a dot, as written ("Dr.", "z. B."), for code that has to distinguish such a
 * dot from the end of a sentence. Empty for languages without a grammar here.
 */
export function abbreviationsOf(lang: string): string[] {
  const language = spokenLanguage(lang);
  const keys = [language?.abbreviations, language?.writing.dates.shortDays].flatMap((all) =>
    Object.keys(all ?? {}),
  );
  return keys.map((key) => key.replace(/ #$/, '')).filter((key) => key.endsWith('.'));
}
