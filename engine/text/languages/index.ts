import { primaryLanguage } from '../../languages.ts';
import type { SpokenLanguage } from '../language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';

/** Languages whose numbers, dates and signs are put into words here. Others leave them to the synthesizer. */
const LANGUAGES: ReadonlyMap<string, SpokenLanguage> = new Map(
  [de, en, es, fr, hi, it, ko, nl, pt, ru].map((language) => [language.code, language]),
);

/** The grammar for a language code as sent ("en", "pt-br", "de_AT"); null for languages without one. */
export function spokenLanguage(lang: string): SpokenLanguage | null {
  const primary = primaryLanguage(lang);
  return LANGUAGES.get(primary) ?? null;
}

/**
 * Abbreviations of a language that end in a dot, as written ("Dr.", "z. B."), for whoever has to tell such a dot from the
 * end of a sentence. Empty for languages without a grammar here.
 */
export function abbreviationsOf(lang: string): string[] {
  const keys = Object.keys(spokenLanguage(lang)?.abbreviations ?? {});
  return keys.map((key) => key.replace(/ #$/, '')).filter((key) => key.endsWith('.'));
}
