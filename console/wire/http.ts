import { apiKey, forgetKey } from '../app/session.ts';
import { t } from '../i18n/i18n.ts';

/** One fault of a request, in the server's format. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** A request that was refused, or could not be sent. */
export class WireError extends Error {
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly problems: readonly Problem[];

  constructor(status: number, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly yaml?: string;
  readonly accept?: string;
  /** The requested range of a file, such as `100-` for all except its first 100 bytes. */
  readonly range?: string;
  /** Idempotency key: the same for all repetitions of a request that must take effect only once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the message to show for anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Sends a request with the key of the tab.
 * @throws WireError; the browser's AbortError
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', query = {}, json, form, yaml, accept, range, idempotencyKey, signal } = options;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const headers = new Headers({ 'x-api-key': apiKey.value ?? '' });
  if (accept) headers.set('accept', accept);
  if (range !== undefined) headers.set('range', `bytes=${range}`);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (json !== undefined) headers.set('content-type', 'application/json');
  if (yaml !== undefined) headers.set('content-type', 'application/yaml');
  const body = json === undefined ? (form ?? yaml ?? null) : JSON.stringify(json);
  const url = search.size > 0 ? `${path}?${search}` : path;
  let answer: Response;
  try {
    answer = await fetch(url, { method, headers, body, signal: signal ?? null });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new WireError(0, t('The server cannot be reached. Is it running?'));
  }
  if (answer.ok) return answer;
  throw await refusal(answer);
}

/**
 * Sends a request, and returns the `data` of the response.
 * @throws WireError; the browser's AbortError
 */
export async function ask<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const answer = await send(path, { accept: 'application/json', ...options });
  const body = (await answer.json()) as { readonly data: T };
  return body.data;
}

async function refusal(answer: Response): Promise<WireError> {
  const error = await refusalOf(answer);
  if (error.status === 401) {
    const wasThere = apiKey.value !== null;
    forgetKey(
      wasThere ? t('The server does not accept this key, or no longer does. Paste a valid one.') : null,
    );
  }
  return error;
}

/** Reads the `detail` of an error response, or the `error` of one in OpenAI's format. */
export async function refusalOf(answer: Response): Promise<WireError> {
  const fallback = t('The server answered with status {status}', { status: String(answer.status) });
  const body: unknown = await answer.json().catch(() => null);
  const { detail = null, error } = (body ?? {}) as { detail?: unknown; error?: { message?: unknown } };
  if (typeof error?.message === 'string') return new WireError(answer.status, error.message);
  if (typeof detail === 'string') return new WireError(answer.status, detail);
  if (!Array.isArray(detail)) return new WireError(answer.status, fallback);
  const problems = detail as Problem[];
  const message = problems.map(({ msg }) => msg).join('. ');
  return new WireError(answer.status, message || fallback, problems);
}

const tokens = new Map<string, { readonly key: string; readonly text: string; readonly untilMs: number }>();
const TOKEN_SECONDS = 3600;

/**
 * A short-lived token for the URL of a conversation or a transcription, which must not contain the key itself.
 * @throws WireError
 */
export async function jwt(scope: 'converse' | 'speak' = 'converse'): Promise<string> {
  const key = apiKey.value ?? '';
  const now = Date.now();
  const token = tokens.get(scope);
  if (token && token.key === key && token.untilMs > now) return token.text;
  const { jwt_token: text } = await ask<{ readonly jwt_token: string }>('/sse/auth', {
    method: 'POST',
    query: { expiration: TOKEN_SECONDS, scope },
  });
  // A conversation ends with its token, so each one begins with a new token.
  tokens.set(scope, { key, text, untilMs: now + (TOKEN_SECONDS * 1000) / 4 });
  return text;
}
