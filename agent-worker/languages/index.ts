/** What agents say by themselves and listen for, one file per language. */
import { LANGUAGES, type Language, languageOf } from '../../engine/index.ts';
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
import type { AgentLanguage } from './types.ts';

const AGENT_LANGUAGES: Readonly<Record<Language, AgentLanguage>> = { en, de, nl, fr, it, es, pt, ru, hi, ko };

/** @param lang a language tag ("en", "pt-br"); only its language counts. Null for a language without a table */
export function agentLanguage(lang: string): AgentLanguage | null {
  const language = languageOf(lang);
  return language === null ? null : AGENT_LANGUAGES[language];
}

/** The table of a language; English for languages without one. */
export function agentLanguageOrEnglish(lang: string): AgentLanguage {
  return agentLanguage(lang) ?? en;
}

/** The lists of all languages combined, for words that have a meaning in every conversation. */
export function inAnyLanguage(list: (language: AgentLanguage) => readonly string[]): ReadonlySet<string> {
  return new Set(LANGUAGES.flatMap((code) => list(AGENT_LANGUAGES[code])));
}

/** The entries of a comma-separated list. */
export function entriesOf(list: string): string[] {
  return list.split(',').map((entry) => entry.replace(/\s+/g, ' ').trim());
}

/** The words of a whitespace-separated list. */
export function wordsIn(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}
