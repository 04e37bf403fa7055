import { isIP } from 'node:net';
import { type AllowedHost, isAllowedHost } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { refusal } from '../errors/api-error.ts';
import { isLoopback } from '../settings/loopback.ts';
import type { Settings } from '../settings/settings.ts';

/** `uri-host [":" port]` (RFC 9110 section 7.2), as far as it can be put into a URL. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@\\,:[\]]+)(?::\d{0,5})?$/i;

/**
 * The names that the server answers to. A web page can make its own name resolve to this machine (DNS rebinding).
 * Browsers then let it read the responses, but `Host` and `Origin` still contain its name. Addresses cannot be rebound.
 */
export class AllowedHosts {
  readonly #names: readonly AllowedHost[] | '*';
  readonly #takesAddresses: boolean;
  readonly #origins: readonly string[];

  constructor({ allowedHosts, host, corsOrigins }: Pick<Settings, 'allowedHosts' | 'host' | 'corsOrigins'>) {
    this.#names = allowedHosts;
    this.#takesAddresses = !isLoopback(host);
    this.#origins = corsOrigins;
  }

  /**
   * @param header `Host`
   * @throws ApiError 400 when there is not exactly one, 421 when it is not a name of this server
   */
  checkHost(header: string | undefined): void {
    const url = header !== undefined && HOST.test(header) ? toUrl(`http://${header}/`) : null;
    if (!url) throw refusal('host_header_malformed');
    if (!this.#isAllowed(url)) throw refusal('host_not_allowed', { values: { host: url.hostname } });
  }

  /**
   * Checks the origin of a WebSocket, because browsers let pages of all origins open WebSockets.
   * @param header `Origin`; programs other than browsers send none
   * @throws ApiError 403
   */
  checkOrigin(header: string | undefined): void {
    if (header === undefined || this.#origins.includes('*') || this.#origins.includes(header)) return;
    const url = toUrl(header);
    if (this.#names === '*' || (url?.hostname && this.#isAllowed(url))) return;
    throw refusal('origin_not_allowed');
  }

  #isAllowed(url: URL): boolean {
    const address = url.hostname.replace(/^\[|\]$/g, '');
    if (this.#names === '*' || isLoopback(address)) return true;
    if (this.#takesAddresses && isIP(address) !== 0) return true;
    return isAllowedHost(this.#names, url);
  }
}

function toUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
