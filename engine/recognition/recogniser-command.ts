import { primaryLanguage } from '../languages.ts';
import { ENGLISH_RECOGNISER, MULTILINGUAL_RECOGNISER } from '../models/manifest.ts';
import { FAMILIES } from './families.ts';
import type { Recogniser } from './types.ts';

/** What makes a server recognise a language, also while it runs; null where no model in the catalogue knows it. */
export function recogniserCommand(lang: string): string | null {
  if (FAMILIES.every((family) => family.language(lang, true) === null)) return null;
  const id = primaryLanguage(lang) === 'en' ? ENGLISH_RECOGNISER : MULTILINGUAL_RECOGNISER;
  return `npm run models -- pull ${id}`;
}

/** Which languages a recogniser understands, of those that a model of any family knows. */
export function recognisableLanguages(recogniser: Pick<Recogniser, 'supports'>): readonly string[] {
  const languages = new Set(FAMILIES.flatMap((family) => family.languages));
  return [...languages].filter((lang) => recogniser.supports(lang));
}
