import type { SpokenLanguage } from '../language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';

/** Languages whose numbers, dates and signs are put into words here. Others leave them to the synthesizer. */
const LANGUAGES: ReadonlyMap<string, SpokenLanguage> = new Map(
  [de, en, es, fr, it, nl, pt, ru].map((language) => [language.code, language]),
);

/** The grammar for a language code as sent ("en", "pt-br", "de_AT"); null for languages without one. */
export function spokenLanguage(lang: string): SpokenLanguage | null {
  const primary = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  return LANGUAGES.get(primary) ?? null;
}
