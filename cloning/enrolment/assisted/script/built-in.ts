/** The scripts that the server includes, and the sentences with which new voices are previewed. */
import { type Language, primaryLanguage } from '../../../../language/languages.ts';
import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import { hi } from './languages/hi.ts';
import { hr } from './languages/hr.ts';
import { it } from './languages/it.ts';
import { ko } from './languages/ko.ts';
import { nl } from './languages/nl.ts';
import { pt } from './languages/pt.ts';
import { ru } from './languages/ru.ts';
import { sr } from './languages/sr.ts';
import type { Script } from './types.ts';

export type { Script } from './types.ts';

const BY_CODE: Readonly<Record<Language | 'hr' | 'sr', Script>> = {
  ...{ en, de, nl, fr, it, es, pt, ru, hi, ko },
  ...{ hr, sr },
};
const SCRIPTS: ReadonlyMap<string, Script> = new Map(Object.entries(BY_CODE));

/** Languages that have a script, as primary subtags. Regional variants share it. */
export const SCRIPT_LANGUAGES: readonly string[] = [...SCRIPTS.keys()];

/**
 * The script of a language, as sentences.
 * @param lang BCP 47 tag; its region does not matter ("pt-BR" and "pt-PT" have the same script)
 * @returns null for a language without a script
 */
export function scriptFor(lang: string): Script | null {
  return SCRIPTS.get(primaryLanguage(lang)) ?? null;
}

/** The whole script as one text, with single spaces between sentences; null for a language without a script. */
export function builtInScript(lang: string): string | null {
  return scriptFor(lang)?.sentences.join(' ') ?? null;
}

/** A friendly sentence of some 4 s in the language; in English for a language without a script. */
export function previewText(lang: string): string {
  return (scriptFor(lang) ?? en).preview;
}
