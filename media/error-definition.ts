/**
 * The building blocks of the error registries. Each layer has one (`media/decode/decode-error.ts`,
 * `language/markup/error-table.ts`, `engine/error-table.ts`, `agent-worker/errors.ts`, `api/errors/`); they are in the
 * lowest layer because all of them use it.
 */

/** The definition of one kind of error. */
export interface ErrorDefinition {
  /** The message, or a function that makes it from the values it contains. */
  readonly text: string | ((values: never) => string);
  /** Remedy for docs/errors.md, if the text does not contain it. */
  readonly remedy?: string;
}

/** The values that a definition's text contains; `undefined` when it contains none. */
export type ErrorValues<D extends ErrorDefinition> = D['text'] extends (values: infer V) => string
  ? V
  : undefined;

/** The arguments that follow a kind: the values of its text, if any. */
export type ValueArguments<D extends ErrorDefinition> =
  ErrorValues<D> extends undefined ? [] : [values: ErrorValues<D>];

/** The message of a definition. */
export function errorText<D extends ErrorDefinition>({ text }: D, values: ErrorValues<D>): string {
  return typeof text === 'string' ? text : (text as (values: ErrorValues<D>) => string)(values);
}
