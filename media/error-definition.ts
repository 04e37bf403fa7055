/**
 * What the registries of errors are made of. Each layer has one (`media/errors.ts`, `engine/errors.ts`,
 * `agent-worker/errors.ts`, `api/errors/`); this stands in the lowest layer because all of them use it.
 */

/** One kind of error as its registry describes it. */
export interface ErrorDefinition {
  /** The sentence that people read, or how it is made of the values that it names. */
  readonly text: string | ((values: never) => string);
  /** What the reader can do about it, for docs/errors.md. */
  readonly remedy: string;
}

/** The values that the text of a definition names; `undefined` where it names none. */
export type ErrorValues<D extends ErrorDefinition> = D['text'] extends (values: infer V) => string
  ? V
  : undefined;

/** The arguments behind a kind: the values of its text, where it has any. */
export type ValueArguments<D extends ErrorDefinition> =
  ErrorValues<D> extends undefined ? [] : [values: ErrorValues<D>];

/** The sentence of a definition. */
export function errorText<D extends ErrorDefinition>({ text }: D, values: ErrorValues<D>): string {
  return typeof text === 'string' ? text : (text as (values: ErrorValues<D>) => string)(values);
}
