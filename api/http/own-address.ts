import type { IncomingHttpHeaders } from 'node:http';

/** How a request came to this port. */
export type Scheme = 'http' | 'https';

/** Set by the front on every request that it passes on, over what a client may have sent under this name. */
export const SCHEME_HEADER = 'x-parley-scheme';

/** A Host header that is safe in a command line and in a link (RFC 9112 section 3.2). */
const PLAIN_HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

/** Of a request: its headers, and the host and protocol that a trusted proxy says, if there is one. */
interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly host: string;
  readonly protocol: string;
}

/**
 * The address at which a client reaches this server, for links in answers: `PUBLIC_URL`, or what the client asked for.
 * @returns without a slash at the end
 */
export function ownAddress({ headers, host, protocol }: Asked, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const isSecure = protocol === 'https' || headers[SCHEME_HEADER] === 'https';
  return `${isSecure ? 'https' : 'http'}://${PLAIN_HOST.test(host) ? host : '127.0.0.1:8000'}`;
}
