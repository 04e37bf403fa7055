/**
 * Errors of requests to the engine: one class, whose kinds are in error-table.ts.
 *
 * A few other classes exist internally; none of them reaches a caller unchanged. MarkupError is the parser's, which
 * does not know where its part of a text begins; CodesError becomes `voice_unreadable`; RecognitionError says whether
 * to retry, and EnhancerError why the built-in enhancer took over, both for the log; UnknownEspeakVoiceError is a bug;
 * ModelError belongs to the command that fetches models.
 */
import { type ErrorValues, errorText } from '../media/error-definition.ts';
import { ENGINE_ERRORS, type EngineErrorDefinition } from './error-table.ts';
import type { Span } from './types.ts';

export type EngineErrorKind = keyof typeof ENGINE_ERRORS;
type Values<K extends EngineErrorKind> = ErrorValues<(typeof ENGINE_ERRORS)[K]>;

/** Options that depend on the request. */
export interface EngineErrorOptions {
  /** Location in the text as sent; the message contains it as well. */
  readonly span?: Span;
  /** The location of the text at fault. */
  readonly contextId?: string | null;
  /** Replaces the value of the kind. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** A kind, and what depends on the request: the values of its text are required if it has any. */
export type EngineErrorArguments = {
  [K in EngineErrorKind]: Values<K> extends undefined
    ? [kind: K, options?: EngineErrorOptions]
    : [kind: K, options: EngineErrorOptions & { readonly values: Values<K> }];
}[EngineErrorKind];

/** An error to report. `status` and `field` let the API choose its format without parsing the message. */
export class EngineError extends Error {
  readonly kind: EngineErrorKind;
  readonly status: EngineErrorDefinition['status'];
  /** The request field at fault: "text", "voice_id", "lang_code", "voice_file"... */
  readonly field: string;
  /** Coarser than the kind, for clients and metrics: "markup", "phoneme_foreign", "too_short", "overloaded"... */
  readonly type: string;
  /** Location in the text as sent, if the fault has one. */
  readonly span: Span | null;
  readonly contextId: string | null;
  readonly retryAfterMs: number | null;
  readonly #values: unknown;

  constructor(...[kind, options = {}]: EngineErrorArguments) {
    const definition: EngineErrorDefinition = ENGINE_ERRORS[kind];
    const { span, contextId = null, retryAfterMs, cause }: EngineErrorOptions = options;
    const values: unknown = 'values' in options ? options.values : undefined;
    const text = errorText(definition, values as never);
    super(span ? `${text} (at character ${span.start})` : text, { cause });
    this.name = 'EngineError';
    this.kind = kind;
    this.status = definition.status;
    this.field = definition.field;
    this.type = definition.type;
    this.span = span ?? null;
    this.contextId = contextId;
    this.retryAfterMs = retryAfterMs ?? definition.retryAfterMs ?? null;
    this.#values = values;
  }

  /** The same error for text of the given context. */
  in(contextId: string | null): EngineError {
    if (contextId === this.contextId) return this;
    const { kind, span, retryAfterMs, cause } = this;
    return engineError(kind, this.#values, {
      contextId,
      cause,
      ...(span && { span }),
      ...(retryAfterMs !== null && { retryAfterMs }),
    });
  }

  /** What another thread needs to recreate the error. */
  get sendable(): SendableError {
    return { kind: this.kind, values: this.#values };
  }
}

/** An error sent between threads. */
export interface SendableError {
  readonly kind: EngineErrorKind;
  readonly values: unknown;
}

/** Recreates an error that another thread sent. */
export const receivedError = ({ kind, values }: SendableError): EngineError => engineError(kind, values);

/** Creates an error whose kind is known only at run time, with the values that came with it. */
export function engineError(
  kind: EngineErrorKind,
  values: unknown,
  options: EngineErrorOptions = {},
): EngineError {
  return new EngineError(
    ...([kind, values === undefined ? options : { ...options, values }] as EngineErrorArguments),
  );
}
