import type { LookupFunction } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Agent, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici';
import { AgentError } from '../errors.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Idle timeout of sockets. It does not apply to a socket that waits for an answer. */
const KEEP_ALIVE_MS = 10_000;

/** One address of a host, as returned by a resolver. */
export interface ResolvedAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/**
 * HTTP to one origin, over connections to the addresses resolved for the first of them. The name is unchanged in the
 * Host header, in TLS and in the certificate check; only the addresses are pinned, so a name that resolves differently
 * between the check and the connection (DNS rebinding) gains nothing.
 */
export class PinnedFetch {
  readonly #origin: string;
  readonly #agent: Agent;

  /**
   * @param addresses resolves the host and checks its addresses; called until it has succeeded once, then never again
   */
  constructor(
    origin: string,
    addresses: () => Promise<readonly ResolvedAddress[]>,
    keepAliveMs: number = KEEP_ALIVE_MS,
  ) {
    this.#origin = origin;
    this.#agent = new Agent({
      connect: { lookup: pinnedLookup(addresses), timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      // Calls have deadlines of their own, and an event stream may be silent for as long as a conversation.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Like the global fetch, without redirects. Rejects with AgentError or the network's error. */
  readonly fetch: FetchLike = async (target, init) => {
    const url = new URL(target);
    if (url.origin !== this.#origin) throw new Error('the server names an address outside its own origin');
    // The library's types differ from those of the global fetch in name only.
    const options = { ...init, dispatcher: this.#agent, redirect: 'manual' } as unknown as UndiciRequestInit;
    const response = await undiciFetch(url, options);
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel();
      // The target is not reported: the request may be probing what can be reached from here.
      throw new AgentError('redirected', { status: response.status });
    }
    return response as unknown as Response;
  };

  /** Closes every connection, including those in use. Idempotent. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function pinnedLookup(addresses: () => Promise<readonly ResolvedAddress[]>): LookupFunction {
  let pinned: Promise<readonly ResolvedAddress[]> | undefined;
  const ask = async () => {
    try {
      return await addresses();
    } catch (error) {
      pinned = undefined;
      throw error;
    }
  };
  return (_host, options, callback) => {
    pinned ??= ask();
    pinned.then(
      (found) => {
        const [first] = found;
        if (options.all) callback(null, [...found]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };
}
