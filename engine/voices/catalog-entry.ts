import { primaryLanguage } from '../../language/languages.ts';
import type { CatalogEntry } from '../synthesis/catalog-entry.ts';
import { familyOf } from '../synthesis/family-of.ts';
import type { Voice } from '../types.ts';

/** Whether a voice can be converted into another. */
export const isBase = ({ source }: CatalogEntry): boolean => familyOf(source).canBeConverted;

/** Whether a voice may read text of a language: any variety of a language reads the others. */
export function speaksFamily(voice: Voice, lang: string): boolean {
  return voice.langs.some((code) => primaryLanguage(code) === primaryLanguage(lang));
}
