import { messageOf, type Problem, WireError } from '../wire/http.ts';

/** Faults of a form by field, and a message for the others. */
interface SortedFaults {
  readonly found: Readonly<Record<string, string>>;
  readonly others: string;
}

/**
 * Separates faults of fields from other messages.
 * @param placeOf the field of a fault; undefined for one that the form does not have
 */
export function sortFaults(
  error: unknown,
  placeOf: (loc: Problem['loc']) => string | undefined,
): SortedFaults {
  const problems: readonly Problem[] = error instanceof WireError ? error.problems : [];
  if (problems.length === 0) return { found: {}, others: messageOf(error) };
  const found: Record<string, string> = {};
  const others: string[] = [];
  for (const { loc, msg } of problems) {
    const at = placeOf(loc);
    if (at === undefined) others.push(msg);
    else found[at] = found[at] ? `${found[at]}. ${msg}` : msg;
  }
  return { found, others: others.join('. ') };
}
