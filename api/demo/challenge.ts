import { Agent, type Dispatcher, request } from 'undici';

/** Distinguishes visitors from bots. */
export interface Challenge {
  /**
   * @param answer the token that the visitor's browser got for passing
   * @param address the visitor's address
   * @returns whether it is valid
   * @throws ChallengeError when that cannot be determined; the signal's reason
   */
  isPassed(answer: string, address: string, signal: AbortSignal): Promise<boolean>;
}

/**
 * The verification service gave no verdict. The message is for the log: it contains neither the secret nor the
 * visitor's address.
 */
export class ChallengeError extends Error {
  override readonly name = 'ChallengeError';
}

export interface SiteVerifyOptions {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
}

const CONNECT_MS = 3000;
/** Limit of a response, which has only a few fields. */
const MAX_ANSWER_BYTES = 16_384;
/** Error codes of a misconfigured server, which the visitor cannot repair. */
const OUR_FAULTS = ['missing-input-secret', 'invalid-input-secret'];

/** Accepts all visitors, for a demo that only this machine can reach. */
export const OPEN_DOOR: Challenge = { isPassed: async () => true };

/**
 * Queries a `siteverify` service such as Turnstile, hCaptcha or reCAPTCHA: a POSTed form with `secret`, `response` and
 * `remoteip`, answered with JSON whose `success` is the verdict. Does not follow redirects, since the form contains the
 * secret.
 */
export class SiteVerify implements Challenge {
  readonly #options: SiteVerifyOptions;

  constructor(options: SiteVerifyOptions) {
    this.#options = options;
  }

  async isPassed(answer: string, address: string, signal: AbortSignal): Promise<boolean> {
    if (answer === '') return false;
    const slow = AbortSignal.timeout(this.#options.timeoutMs);
    // One per request, so that an abandoned request does not hold a connection.
    const dispatcher = new Agent({ connectTimeout: CONNECT_MS, headersTimeout: 0, bodyTimeout: 0 });
    try {
      return await this.#ask(answer, address, dispatcher, AbortSignal.any([signal, slow]));
    } catch (error) {
      signal.throwIfAborted();
      if (slow.aborted) throw new ChallengeError('the service did not answer in time');
      if (error instanceof ChallengeError) throw error;
      throw new ChallengeError('the service cannot be reached');
    } finally {
      await dispatcher.destroy();
    }
  }

  async #ask(answer: string, address: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<boolean> {
    const { url, secret } = this.#options;
    const response = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret, response: answer, remoteip: address }).toString(),
      dispatcher,
      signal,
      reset: true,
    });
    // The body also emits an error when it is destroyed, after all listeners are gone.
    response.body.on('error', () => undefined);
    if (response.statusCode !== 200) {
      throw new ChallengeError(`the service answered with status ${response.statusCode}`);
    }
    return verdict(await readText(response));
  }
}

async function readText({ body }: Dispatcher.ResponseData): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new ChallengeError('the response of the service is far too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function verdict(text: string): boolean {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ChallengeError('the response of the service is not JSON');
  }
  const { success, 'error-codes': codes } = (answer ?? {}) as Record<string, unknown>;
  if (typeof success !== 'boolean')
    throw new ChallengeError('the response of the service contains no verdict');
  if (!success && Array.isArray(codes) && codes.some((code) => OUR_FAULTS.includes(String(code)))) {
    throw new ChallengeError('the service does not know DEMO_SECRET_KEY');
  }
  return success;
}
