import { APIConnectionError } from 'openai';

/** Before the one retry, unless the endpoint says otherwise. */
const RETRY_MS = 200;
/** An endpoint that wants to be left alone for longer is left alone. */
const MAX_RETRY_AFTER_MS = 2000;

/**
 * Why there is no (whole) answer. The message holds nothing of the conversation and nothing that the endpoint wrote.
 */
export class LlmFailure extends Error {
  override readonly name = 'LlmFailure';
  /** After how long it is worth trying again; null when it is not. */
  readonly retryAfterMs: number | null;
  /** The endpoint does not know how to count tokens of a stream. */
  readonly refusesUsage: boolean;

  constructor(reason: string, options: { retryAfterMs?: number | null; refusesUsage?: boolean } = {}) {
    super(reason);
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.refusesUsage = options.refusesUsage ?? false;
  }

  /** One that may well not happen again. */
  static passing(reason: string): LlmFailure {
    return new LlmFailure(reason, { retryAfterMs: RETRY_MS });
  }

  /**
   * For an answer with an HTTP status that says no. Nothing but the status is told.
   * @param body what the endpoint wrote, as far as it was read
   */
  static ofStatus(status: number, headers: { get(name: string): string | null }, body: string): LlmFailure {
    const passes = status >= 500 || status === 429 || status === 408;
    return new LlmFailure(`the endpoint answered with HTTP ${status}`, {
      retryAfterMs: passes ? retryAfterMs(headers.get('retry-after')) : null,
      refusesUsage: (status === 400 || status === 422) && /stream_options|include_usage/.test(body),
    });
  }

  /** From whatever the client or the connection threw. */
  static from(error: unknown): LlmFailure {
    let code: string | null = null;
    for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
      if (at instanceof LlmFailure) return at;
      if ('code' in at && typeof at.code === 'string' && /^[A-Z0-9_]{1,40}$/.test(at.code)) code = at.code;
    }
    if (code !== null) return LlmFailure.passing(`the connection to the endpoint failed (${code})`);
    if (error instanceof APIConnectionError || error instanceof TypeError) {
      return LlmFailure.passing('the connection to the endpoint failed');
    }
    return new LlmFailure(`unexpected ${error instanceof Error ? error.name : typeof error}`);
  }
}

/** @param header Retry-After: seconds or a date (RFC 9110, section 10.2.3) */
function retryAfterMs(header: string | null): number | null {
  if (!header) return RETRY_MS;
  const seconds = Number(header);
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  if (Number.isNaN(waitMs)) return RETRY_MS;
  return waitMs > MAX_RETRY_AFTER_MS ? null : Math.max(RETRY_MS, waitMs);
}
