import { familyOf } from './family-of.ts';
import type { BaseSource } from './voice-source.ts';

/**
 * Identifies the timbre of a base voice in the codes of cloned voices: by names of files, so that a library can move to
 * another machine.
 */
export const baseKey = (source: BaseSource): string => familyOf(source).keyOf(source);
