import { type ErrorValues, errorText, type ValueArguments } from '../../media/error-definition.ts';
import { FIELD_FAULTS, type FieldFaultDefinition } from './field-faults.ts';
import type { RefusalDefinition } from './refusals/refusal.ts';
import { REFUSALS } from './refusals.ts';

export type RefusalKind = keyof typeof REFUSALS;
export type FieldFaultKind = keyof typeof FIELD_FAULTS;

/** One fault in a request: where it is, a message, and a stable type. */
export interface ValidationItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export type ErrorDetail = string | readonly ValidationItem[];

/** The part of a request that a `loc` begins with. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** The body of every error response. */
export interface ErrorBody {
  readonly detail: ErrorDetail;
}

/**
 * An error response before the first byte: status, body and extra headers. `refusal` makes one for a whole request,
 * `invalid` and `invalidFields` for its fields, `toApiError` from errors of other layers. Its kinds are in refusals.ts
 * and field-faults.ts.
 *
 * Other error classes exist only for what never reaches a client unchanged: UnavailableError (the driver's message, for
 * the log), ClientGone and LeaseLost (work that nobody waits for), UnsealError and ChallengeError (for the log; the
 * response has another kind), SettingsError and StorageError (why a command or the server does not start).
 */
export class ApiError extends Error {
  /** The kind in a registry; `fields` for a list of faults, whose items have their own types. */
  readonly kind: string;
  readonly status: number;
  readonly detail: ErrorDetail;
  /** Lower-case header names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The key that was refused, for the audit log. */
  readonly keyId: string | undefined;

  constructor(
    kind: string,
    status: number,
    detail: ErrorDetail,
    { headers = {}, cause, keyId }: Pick<RefusalOptions, 'headers' | 'cause' | 'keyId'> = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map((item) => item.msg).join('; '), { cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.detail = detail;
    this.headers = headers;
    this.keyId = keyId;
  }

  get body(): ErrorBody {
    return { detail: this.detail };
  }
}

/** Options that depend on the request. */
export interface RefusalOptions {
  /** For Retry-After; rounded up to whole seconds, at least 1 (RFC 9110 section 10.2.3). */
  readonly retryAfterSeconds?: number;
  /** Lower-case header names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The key that is refused, for the audit log. */
  readonly keyId?: string | undefined;
  /** For the log, which only records causes of server errors. */
  readonly cause?: unknown;
}

/**
 * Rejects a whole request, with the status and text of its kind.
 * @param details the values of the text, if it has any, and the options that depend on the request
 */
export function refusal<K extends RefusalKind>(
  kind: K,
  ...details: ErrorValues<(typeof REFUSALS)[K]> extends undefined
    ? [options?: RefusalOptions]
    : [options: RefusalOptions & { readonly values: ErrorValues<(typeof REFUSALS)[K]> }]
): ApiError {
  const definition: RefusalDefinition = REFUSALS[kind];
  const options: RefusalOptions & { readonly values?: unknown } = details[0] ?? {};
  const headers = {
    ...definition.headers,
    ...options.headers,
    ...(options.retryAfterSeconds !== undefined && retryAfter(options.retryAfterSeconds)),
  };
  const text = errorText(definition, options.values as never);
  return new ApiError(kind, definition.status, text, { headers, cause: options.cause, keyId: options.keyId });
}

/** The header Retry-After in whole seconds, at least 1. */
export function retryAfter(seconds: number): { readonly 'retry-after': string } {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

/** Returns the fault of one field as it is reported. */
export function fieldFault<K extends FieldFaultKind>(
  loc: ValidationItem['loc'],
  kind: K,
  ...values: ValueArguments<(typeof FIELD_FAULTS)[K]>
): ValidationItem {
  const definition: FieldFaultDefinition = FIELD_FAULTS[kind];
  return { loc, msg: errorText(definition, values[0] as never), type: definition.type };
}

/** Returns a 422 for a single field. */
export function invalid<K extends FieldFaultKind>(
  loc: ValidationItem['loc'],
  kind: K,
  ...values: ValueArguments<(typeof FIELD_FAULTS)[K]>
): ApiError {
  return new ApiError(kind, 422, [fieldFault(loc, kind, ...values)]);
}

/** Returns a 422 for several faults at once. */
export function invalidFields(items: readonly ValidationItem[]): ApiError {
  return new ApiError('fields', 422, items);
}
