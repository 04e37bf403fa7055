/** The files of an installed dictionary. */
import { join } from 'node:path';
import type { Accent } from './symbols.ts';

/** Names by accent, the better part first. Compressed JSON. */
export const DICTIONARY_FILES: Readonly<Record<Accent, readonly string[]>> = {
  american: ['us-gold.json.gz', 'us-silver.json.gz'],
  british: ['gb-gold.json.gz', 'gb-silver.json.gz'],
};

/** The paths of the dictionary of an accent in a folder, the best first. */
export const dictionaryPaths = (folder: string, accent: Accent): readonly string[] =>
  DICTIONARY_FILES[accent].map((name) => join(folder, name));
