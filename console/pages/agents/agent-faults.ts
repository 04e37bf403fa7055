import { messageOf, type Problem, WireError } from '../../wire/http.ts';
import { type Draft, FIELD_OF } from './agent-draft.ts';

/** Faults of the form's fields. Those of a transfer target are under `transferTargets.0.number`. */
export type Faults = Readonly<Partial<Record<FaultAt, string>>>;
type FaultAt = keyof Draft | `transferTargets.${string}`;

/** Separates faults of fields from other messages. */
export function sorted(error: unknown): { readonly found: Faults; readonly others: string } {
  const problems: readonly Problem[] = error instanceof WireError ? error.problems : [];
  if (problems.length === 0) return { found: {}, others: messageOf(error) };
  const found: Partial<Record<FaultAt, string>> = {};
  const others: string[] = [];
  for (const { loc, msg } of problems) {
    const at = placeOf(loc);
    if (at) found[at] = found[at] ? `${found[at]}. ${msg}` : msg;
    else others.push(msg);
  }
  return { found, others: others.join('. ') };
}

function placeOf([, name, ...inner]: Problem['loc']): FaultAt | undefined {
  const field = FIELD_OF[String(name)];
  return field === 'transferTargets' && inner.length > 0 ? `${field}.${inner.join('.')}` : field;
}
