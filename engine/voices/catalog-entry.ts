import { primaryLanguage } from '../languages.ts';
import type { BaseSource, PocketSource } from '../synthesis/voice-source.ts';
import type { Voice } from '../types.ts';

/** A voice and where its sound comes from. */
export interface CatalogEntry {
  readonly voice: Voice;
  readonly source: BaseSource | PocketSource;
}

/** A voice that can be converted into another. */
export interface BaseEntry extends CatalogEntry {
  readonly source: BaseSource;
}

export function isBase(entry: CatalogEntry): entry is BaseEntry {
  return entry.source.engine !== 'pocket';
}

/** The built-in English voice that clients of this wire format ask for unless told otherwise. */
export const DEFAULT_VOICE_ID = '8e9c4bc8-3979-48ab-8626-df53befc2090';

/** Whether a voice may read text of a language: any variety of a language reads the others. */
export function speaksFamily(voice: Voice, lang: string): boolean {
  return voice.langs.some((code) => primaryLanguage(code) === primaryLanguage(lang));
}
