import type { IncomingHttpHeaders } from 'node:http';

/** The scheme of a request to this port. */
export type Scheme = 'http' | 'https';

/** Set by the front on every request that it passes on. Replaces any value from the client. */
export const SCHEME_HEADER = 'x-parley-scheme';

/** A Host header that is safe in a command line and in a link (RFC 9112 section 3.2). */
const PLAIN_HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

/** Parts of a request: its headers, and the host and protocol, from a trusted proxy if there is one. */
interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly host: string;
  readonly protocol: string;
}

/**
 * Returns the address at which a client reaches this server, for links in responses: `PUBLIC_URL`, or else the address
 * that the client used.
 * @returns without a slash at the end
 */
export function ownAddress({ headers, host, protocol }: Asked, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const isSecure = protocol === 'https' || headers[SCHEME_HEADER] === 'https';
  return `${isSecure ? 'https' : 'http'}://${PLAIN_HOST.test(host) ? host : '127.0.0.1:8000'}`;
}
