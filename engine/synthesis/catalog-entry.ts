import type { Voice } from '../types.ts';
import type { BaseSource } from './voice-source.ts';

/** A voice and its sound source. */
export interface CatalogEntry {
  readonly voice: Voice;
  readonly source: BaseSource;
}

/** A model that speaks in the voice of a recording. */
export interface PromptedEntry extends CatalogEntry {
  readonly model: string;
}
