import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowedHost, isAllowedHost } from './allow-hosts.ts';
import { PinnedFetch } from './pinned-fetch.ts';
import { isPublicAddress } from './public-address.ts';

export { type AllowedHost, parseAllowHosts } from './allow-hosts.ts';

/** The address of an MCP server may not be used; the message says why, and holds nothing of the URL but its host. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** One address of a host. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. Rejects when it has none. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export interface AddressGuardOptions {
  /** Hosts that may be reached although their addresses are private. Default none. */
  readonly allowHosts?: readonly AllowedHost[];
  /** Default the system's resolver. */
  readonly resolve?: Resolve;
}

const MAX_URL_LENGTH = 2048;
// biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop them silently, which hides what is asked for
const ODD_CHARACTERS = /[\u0000-\u0020\u007f\\]/;

/**
 * Keeps the server from being used to reach into its own network. URLs of MCP servers come with requests, so they are
 * hostile until shown otherwise: http(s) only, no credentials, no private address in any spelling, names resolved once
 * with every address checked, connections pinned to what was checked, redirects refused.
 */
export class AddressGuard {
  readonly #allowHosts: readonly AllowedHost[];
  readonly #resolve: Resolve;

  constructor({ allowHosts = [], resolve = resolveBySystem }: AddressGuardOptions = {}) {
    this.#allowHosts = allowHosts;
    this.#resolve = resolve;
  }

  /**
   * Everything that can be said without asking a name server.
   * @throws AddressError
   */
  check(text: string): URL {
    const url = parseUrl(text);
    if (isAllowedHost(this.#allowHosts, url)) return url;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const local = /^(.+\.)?localhost\.?$/.test(host);
    if (local || (isIP(host) !== 0 && !isPublicAddress(host))) throw privateAddress(url.hostname);
    return url;
  }

  /**
   * A fetch that reaches the origin of this URL and nothing else.
   * @throws AddressError as `check` does; the fetch itself rejects with one when the name leads to a private address
   */
  fetchFor(text: string): PinnedFetch {
    const url = this.check(text);
    return new PinnedFetch(url.origin, () => this.#addressesOf(url));
  }

  async #addressesOf(url: URL): Promise<readonly ResolvedAddress[]> {
    const addresses = await this.#resolve(url.hostname);
    if (addresses.length === 0) throw new AddressError(`${shown(url.hostname)} has no address`);
    if (!isAllowedHost(this.#allowHosts, url)) {
      // One private address among public ones is as bad: which of them gets used is not ours to choose.
      if (!addresses.every(({ address }) => isPublicAddress(address))) throw privateAddress(url.hostname);
    }
    return addresses;
  }
}

function parseUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH) {
    throw new AddressError(`the URL is longer than ${MAX_URL_LENGTH} characters`);
  }
  if (ODD_CHARACTERS.test(text)) {
    throw new AddressError('the URL holds blanks, control characters or backslashes');
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new AddressError('not a URL; write one such as "https://tools.example.org/mcp"');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AddressError('the URL must begin with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressError('the URL must not hold a user name or password');
  }
  if (/^\.|\.\./.test(url.hostname)) throw new AddressError(`${shown(url.hostname)} is no host name`);
  if (url.port === '0') throw new AddressError('port 0 cannot be reached');
  return url;
}

function privateAddress(host: string): AddressError {
  return new AddressError(
    `${shown(host)} is not a public address; whoever runs this server can allow it with MCP_ALLOW_HOSTS`,
  );
}

const shown = (host: string) => JSON.stringify(host.slice(0, 100));

async function resolveBySystem(host: string): Promise<readonly ResolvedAddress[]> {
  return systemLookup(host, { all: true });
}
