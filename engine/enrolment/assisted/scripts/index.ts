/** The scripts that come with the service, and what a new voice is heard with. */
import { primaryLanguage } from '../../../languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { hr } from './hr.ts';
import { it } from './it.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import type { Script } from './script.ts';
import { sr } from './sr.ts';

export type { Script } from './script.ts';

const SCRIPTS: ReadonlyMap<string, Script> = new Map(
  Object.entries({ en, de, nl, fr, it, es, pt, ru, hi, ko, hr, sr }),
);

/** Languages that have a script: primary subtags, regional variants share them. */
export const SCRIPT_LANGUAGES: readonly string[] = [...SCRIPTS.keys()];

/**
 * The sentences to be read for a language.
 * @param lang BCP 47 tag; its region does not matter ("pt-BR" and "pt-PT" read the same)
 * @returns null for a language without a script
 */
export function scriptFor(lang: string): Script | null {
  return SCRIPTS.get(primaryLanguage(lang)) ?? null;
}

/** The whole script as one text, its sentences parted by single spaces; null for a language without a script. */
export function builtInScript(lang: string): string | null {
  return scriptFor(lang)?.sentences.join(' ') ?? null;
}

/** A friendly sentence of some 4 s in the language; in English for a language without a script. */
export function previewText(lang: string): string {
  return (scriptFor(lang) ?? en).preview;
}
