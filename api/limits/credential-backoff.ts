import { createHash } from 'node:crypto';
import { ApiError, refusal } from '../errors/api-error.ts';
import { clientNetwork } from './client-network.ts';
import type { Buckets, LimitStore } from './limit-store.ts';

export interface CredentialBackoffOptions {
  /** Wrong credentials per minute and network; 0 means no limit. */
  readonly perMinute: number;
  readonly store: LimitStore;
}

/** 401s that are not the result of guessing. */
const NO_GUESSES: ReadonlySet<string> = new Set([
  'credentials_missing',
  'jwt_expired',
  'link_expired',
  'demo_token_missing',
  'demo_token_expired',
]);
/** JWTs (RFC 7519), also behind "Bearer". A signature cannot be guessed, so a valid JWT never has to wait. */
const SIGNED = /(?:^|[\s:])eyJ[\w-]*\.[\w-]*\.[\w-]*$/;
/** Maximum number of valid credentials that are remembered. */
const MAX_KNOWN = 10_000;

/**
 * Slows down guessing: a network that sent too many wrong credentials has to wait before further ones are checked. API
 * keys that were valid before, and valid JWTs, are accepted in any case, so that a client that shares an address with a
 * guesser is not affected. Memory is bounded.
 */
export class CredentialBackoff {
  readonly #wrong: Buckets | null;
  readonly #perMinute: number;
  /** Hashes, least recently used first. */
  readonly #known = new Set<string>();

  constructor({ perMinute, store }: CredentialBackoffOptions) {
    this.#perMinute = perMinute;
    const options = { kind: 'wrong-credentials', capacity: perMinute, perMinute };
    this.#wrong = perMinute === 0 ? null : store.buckets(options);
  }

  /**
   * Checks a credential, unless its sender has to wait.
   * @param address of the client
   * @param credential as sent; null when there is none
   * @throws ApiError 429; whatever `check` throws
   */
  async guard<T>(address: string, credential: string | null, check: () => Promise<T>): Promise<T> {
    if (this.#wrong === null || credential === null) return check();
    const network = clientNetwork(address);
    const hash = createHash('sha256').update(credential).digest('base64');
    const isTrusted = this.#known.has(hash) || SIGNED.test(credential);
    if (!isTrusted) await this.#mayTry(this.#wrong, network);
    try {
      const checked = await check();
      this.#remember(hash);
      return checked;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 403) this.#remember(hash);
      if (error.status === 401) {
        this.#known.delete(hash);
        if (isTrusted) await this.#mayTry(this.#wrong, network);
        if (!NO_GUESSES.has(error.kind)) await this.#wrong.take(network, 1);
      }
      throw error;
    }
  }

  /** @throws ApiError 429 */
  async #mayTry(wrong: Buckets, network: string): Promise<void> {
    const missing = await wrong.missing(network, 1);
    // A network for which there is no room is not counted.
    if (missing === 0 || missing === Number.POSITIVE_INFINITY) return;
    const retryAfterSeconds = Math.ceil((missing / this.#perMinute) * 60);
    throw refusal('credentials_at_limit', { retryAfterSeconds });
  }

  #remember(hash: string): void {
    this.#known.delete(hash);
    this.#known.add(hash);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}
