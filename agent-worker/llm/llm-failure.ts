import { APIConnectionError } from 'openai';

/** Delay before the one retry, unless the endpoint says otherwise. */
const RETRY_MS = 200;
/** An endpoint that asks for a longer delay is not retried. */
const MAX_RETRY_AFTER_MS = 2000;

/**
 * Why there is no complete answer. The message contains nothing from the conversation or from the endpoint's response.
 */
export class LlmFailure extends Error {
  override readonly name = 'LlmFailure';
  /** Delay after which retrying makes sense; null when it does not. */
  readonly retryAfterMs: number | null;
  /** The endpoint does not support counting the tokens of a stream. */
  readonly refusesUsage: boolean;

  constructor(reason: string, options: { retryAfterMs?: number | null; refusesUsage?: boolean } = {}) {
    super(reason);
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.refusesUsage = options.refusesUsage ?? false;
  }

  /** A failure that is likely to be temporary. */
  static passing(reason: string): LlmFailure {
    return new LlmFailure(reason, { retryAfterMs: RETRY_MS });
  }

  /**
   * For a response with an HTTP error status. Only the status is reported.
   * @param body the part of the endpoint's response that was read
   */
  static ofStatus(status: number, headers: { get(name: string): string | null }, body: string): LlmFailure {
    const passes = status >= 500 || status === 429 || status === 408;
    return new LlmFailure(`the endpoint answered with HTTP ${status}`, {
      retryAfterMs: passes ? retryAfterMs(headers.get('retry-after')) : null,
      refusesUsage: (status === 400 || status === 422) && /stream_options|include_usage/.test(body),
    });
  }

  /** From any error thrown by the client or the connection. */
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
