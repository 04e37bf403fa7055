/** Which models a server brings: those of the setting MODELS, fetched at its start if they are missing. */
import { DEFAULT_MODELS } from './manifest.ts';
import { ALL_MODELS } from './public-models.ts';
import { findModel } from './search.ts';

/** Stands for `DEFAULT_MODELS` in a list. */
const DEFAULT = 'default';
/** A list of this alone is empty. */
const NONE = 'none';
/** Before a name: leave it out. */
const WITHOUT = '-';

/** The names of the recognisers that this server can hear with. */
export const RECOGNISERS: readonly string[] = ALL_MODELS.filter(({ kind }) => kind === 'recogniser').map(
  ({ id }) => id,
);

/**
 * The models that a comma-separated list names, without duplicates and without those that it names with a minus.
 * @param text undefined or empty for `default`
 * @throws ModelError 'model_unknown'
 */
export function wantedModels(text: string | undefined): readonly string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 1 && names[0] === NONE) return [];
  const ids = (name: string) => (name === DEFAULT ? DEFAULT_MODELS : [findModel(ALL_MODELS, name).id]);
  const wanted = names.filter((name) => !name.startsWith(WITHOUT)).flatMap(ids);
  const left = names.filter((name) => name.startsWith(WITHOUT)).flatMap((name) => ids(name.slice(1).trim()));
  // A list of nothing but what to leave out begins with the default ones.
  const all = wanted.length > 0 ? wanted : DEFAULT_MODELS;
  return [...new Set(all)].filter((id) => !left.includes(id));
}
