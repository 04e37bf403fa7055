import type { RefusalKind, ValidationItem } from './api-error.ts';
import { toApiError } from './to-api-error.ts';

/** The body of an error response under /v1, in the format that OpenAI's clients read. */
export interface OpenAiErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    /** The faulty field. */
    readonly param: string | null;
    readonly code: string | null;
  };
}

export interface OpenAiAnswer {
  readonly status: number;
  /** Lower-case header names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OpenAiErrorBody;
}

/** OpenAI's names for fields that have other names in the engine. */
const FIELDS: Readonly<Record<string, string>> = { text: 'input', voice_id: 'voice', lang_code: 'language' };

/** Whether errors at a path, with or without its query, have this format. */
export function isOpenAiPath(path: string): boolean {
  return /^\/v1(?![^/?])/.test(path);
}

/** Returns the error response for anything thrown, by the rules of `toApiError`. A 422 elsewhere is a 400 here. */
export function toOpenAiAnswer(thrown: unknown): OpenAiAnswer {
  const error = toApiError(thrown);
  const { status, headers } = error;
  if (error.kind === NO_MODEL) {
    const body = {
      error: { message: error.message, type: REQUEST[0], param: 'model', code: 'model_not_found' },
    };
    return { status, headers, body };
  }
  if (typeof error.detail === 'string') {
    const [type, code] = KINDS[status] ?? (status >= 500 ? SERVER : REQUEST);
    return { status, headers, body: { error: { message: error.detail, type, param: null, code } } };
  }
  const [first] = error.detail;
  const message = error.detail.map(inWords).join('; ');
  const body = {
    error: { message, type: REQUEST[0], param: first ? fieldOf(first) : null, code: first?.type ?? null },
  };
  return { status: status === 422 ? 400 : status, headers, body };
}

const NO_MODEL: RefusalKind = 'no_such_model';
const REQUEST = ['invalid_request_error', null] as const;
const SERVER = ['server_error', null] as const;
const KINDS: Readonly<Record<number, readonly [string, string | null]>> = {
  401: ['authentication_error', 'invalid_api_key'],
  403: ['permission_error', 'insufficient_scope'],
  404: ['invalid_request_error', 'not_found'],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
  503: ['server_error', 'unavailable'],
};

/** The name of a request field; null for the body as a whole. */
function fieldOf({ loc }: ValidationItem): string | null {
  const [, field] = loc;
  return typeof field === 'string' ? (FIELDS[field] ?? field) : null;
}

function inWords(item: ValidationItem): string {
  const field = fieldOf(item);
  return field === null ? item.msg : `${field}: ${item.msg}`;
}
