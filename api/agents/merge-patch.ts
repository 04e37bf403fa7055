import { isObject } from '../http/fields.ts';

/**
 * Applies a JSON merge patch (RFC 7396): members replace those of the same name, objects are merged, null removes. The
 * target is left as it is.
 * @param patch not nested deeper than JSON from elsewhere may be
 */
export function mergePatch(
  target: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const old = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(isObject(old) ? old : {}, value) : value);
  }
  // Sets own properties alone, whatever they are called.
  return Object.fromEntries(merged);
}
