/** Reads the setting MODELS: the models that a server fetches when it starts, if they are missing. */
import { DEFAULT_MODELS } from './manifest.ts';
import { ALL_MODELS } from './public-models.ts';
import { findModel } from './search.ts';

/** Stands for `DEFAULT_MODELS` in a list. */
const DEFAULT = 'default';
/** As the only name, it stands for an empty list. */
const NONE = 'none';
/** Prefix of a name to leave out. */
const WITHOUT = '-';

/** Names of the recognisers that a server can use. */
export const RECOGNISERS: readonly string[] = ALL_MODELS.filter(({ kind }) => kind === 'recogniser').map(
  ({ id }) => id,
);

/**
 * The models that a comma-separated list names, without duplicates and names with a minus.
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
  // A list that only leaves models out starts from the default models.
  const all = wanted.length > 0 ? wanted : DEFAULT_MODELS;
  return [...new Set(all)].filter((id) => !left.includes(id));
}
