import type { ErrorDefinition } from '../../../media/error-definition.ts';

/** The refusal of a whole request: the response is `{"detail": "<text>"}`. */
export interface RefusalDefinition extends ErrorDefinition {
  readonly status: number;
  /** Lower-case names. Headers that depend on the request are added where the error is thrown. */
  readonly headers?: Readonly<Record<string, string>>;
}
