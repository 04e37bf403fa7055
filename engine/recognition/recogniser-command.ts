import { primaryLanguage } from '../../language/languages.ts';
import { ENGLISH_RECOGNISER, MULTILINGUAL_RECOGNISER } from '../../model-files/manifest.ts';
import { FAMILIES } from './families.ts';
import type { Recogniser } from './types.ts';

/**
 * The command that installs a recogniser for a language, also while the server runs; null if no model in the catalogue
 * knows it.
 */
export function recogniserCommand(lang: string): string | null {
  if (FAMILIES.every((family) => family.language(lang, true) === null)) return null;
  const id = primaryLanguage(lang) === 'en' ? ENGLISH_RECOGNISER : MULTILINGUAL_RECOGNISER;
  return `npm run models -- pull ${id}`;
}

/** The languages that a recogniser understands, among those that any family's models know. */
export function recognisableLanguages(recogniser: Pick<Recogniser, 'supports'>): readonly string[] {
  const languages = new Set(FAMILIES.flatMap((family) => family.languages));
  return [...languages].filter((lang) => recogniser.supports(lang));
}
