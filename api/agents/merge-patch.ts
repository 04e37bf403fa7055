import { isObject } from '../http/fields.ts';

/**
 * Applies a JSON merge patch (RFC 7396): members replace those of the same name, objects are merged, null removes. Does
 * not change the target.
 * @param patch its depth must have been limited like that of any JSON from clients
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
  // Object.fromEntries defines own properties, even for names such as `__proto__`.
  return Object.fromEntries(merged);
}
