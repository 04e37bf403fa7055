import type { LookupFunction } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Agent, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici';
import { AgentError } from '../errors.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Idle sockets go away by themselves; one that waits for an answer does not. */
const KEEP_ALIVE_MS = 10_000;

/** One address of a host, as a resolver gives it. */
export interface ResolvedAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/**
 * HTTP to one origin, over connections to the addresses found at the first of them. The name stays what it was in
 * Host, in TLS and in the certificate; only where it leads is pinned, so that a name that changes its mind between the
 * check and the connection (DNS rebinding) gains nothing.
 */
export class PinnedFetch {
  readonly #origin: string;
  readonly #agent: Agent;

  /** @param addresses resolves and checks; asked until it has succeeded once, and never again */
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
      // Calls have deadlines of their own, and a stream of events may be silent for as long as a conversation.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** As the global fetch, less redirects. Rejects with AgentError, or what the network says. */
  readonly fetch: FetchLike = async (target, init) => {
    const url = new URL(target);
    if (url.origin !== this.#origin) throw new Error('the server names an address outside its own origin');
    // The library's types are those of the global fetch in all but name.
    const options = { ...init, dispatcher: this.#agent, redirect: 'manual' } as unknown as UndiciRequestInit;
    const response = await undiciFetch(url, options);
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel();
      // Where to is not told: it may be a probe of what can be reached from here.
      throw new AgentError('redirected', { status: response.status });
    }
    return response as unknown as Response;
  };

  /** Ends every connection, whatever is under way on it. Idempotent. */
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
