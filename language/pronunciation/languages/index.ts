/** How each language is pronounced: one file for each, regional variants with their language. */
import type { InventoryKey } from '../inventory/types.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es, esCastilian } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pt, ptBr } from './pt.ts';
import { ru } from './ru.ts';
import type { PronouncedLanguage } from './types.ts';

export const PRONOUNCED_LANGUAGES: Readonly<Record<InventoryKey, PronouncedLanguage>> = {
  en,
  de,
  nl,
  fr,
  it,
  es,
  'es-castilian': esCastilian,
  pt,
  'pt-br': ptBr,
  ru,
  hi,
  ko,
};
