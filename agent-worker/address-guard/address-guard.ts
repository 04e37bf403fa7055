import { lookup as systemLookup } from 'node:dns/promises';
import { AgentError } from '../errors.ts';
import { checkAddress, privateAddress, shownHost } from './address-rules.ts';
import { type AllowedHost, isAllowedHost } from './allowed-hosts.ts';
import { PinnedFetch, type ResolvedAddress } from './pinned-fetch.ts';
import { isPublicAddress } from './public-address.ts';

/** All addresses of a host name. Rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export interface AddressGuardOptions {
  /** Hosts that may be reached even though their addresses are private. Default none. */
  readonly allowHosts?: readonly AllowedHost[];
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
}

/**
 * Prevents the server from being used to reach into its own network (server-side request forgery). URLs of MCP servers
 * and of agents' own models come from requests and are not trusted: only http(s), no credentials, no private address in
 * any notation, names resolved once with every address checked, connections pinned to the checked addresses, redirects
 * refused.
 */
export class AddressGuard {
  readonly #allowHosts: readonly AllowedHost[];
  readonly #resolve: Resolve;

  constructor({ allowHosts = [], resolve = resolveBySystem }: AddressGuardOptions = {}) {
    this.#allowHosts = allowHosts;
    this.#resolve = resolve;
  }

  /**
   * Checks everything that needs no name server.
   * @throws AgentError describing what is wrong with the address
   */
  check(text: string): URL {
    return checkAddress(text, this.#allowHosts);
  }

  /**
   * Returns a fetch that reaches only the origin of this URL.
   * @param keepAliveMs how long an idle connection is kept; default: a few seconds
   * @throws AgentError as `check` does; the fetch itself rejects with one when the name resolves to a private address
   */
  fetchFor(text: string, keepAliveMs?: number): PinnedFetch {
    const url = this.check(text);
    return new PinnedFetch(url.origin, () => this.#addressesOf(url), keepAliveMs);
  }

  async #addressesOf(url: URL): Promise<readonly ResolvedAddress[]> {
    const addresses = await this.#resolve(url.hostname);
    if (addresses.length === 0) {
      throw new AgentError('address_missing', { host: shownHost(url.hostname) });
    }
    if (!isAllowedHost(this.#allowHosts, url)) {
      // A single private address among public ones is enough to refuse, because we cannot control which one is used.
      if (!addresses.every(({ address }) => isPublicAddress(address))) throw privateAddress(url.hostname);
    }
    return addresses;
  }
}

async function resolveBySystem(host: string): Promise<readonly ResolvedAddress[]> {
  return systemLookup(host, { all: true });
}
