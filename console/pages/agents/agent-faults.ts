import { sortFaults } from '../../parts/faults.ts';
import type { Problem } from '../../wire/http.ts';
import { type Draft, FIELD_OF } from './agent-draft.ts';

/** Faults of the form's fields. Those of items of a list are under `transferTargets.0.number`. */
export type Faults = Readonly<Partial<Record<FaultAt, string>>>;
type FaultAt = keyof Draft | `${List}.${string}`;
type List = 'transferTargets' | 'handoff';

/** Separates faults of fields from other messages. */
export function sorted(error: unknown): { readonly found: Faults; readonly others: string } {
  return sortFaults(error, placeOf);
}

function placeOf([, name, ...inner]: Problem['loc']): FaultAt | undefined {
  const field = FIELD_OF[String(name)];
  const isList = field === 'transferTargets' || field === 'handoff';
  return isList && inner.length > 0 ? `${field}.${inner.join('.')}` : field;
}
