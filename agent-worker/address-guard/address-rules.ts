import { isIP } from 'node:net';
import { type AllowedHost, isAllowedHost } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

/** An address may not be used; the message says why, and holds nothing of the URL but its host. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

const MAX_URL_LENGTH = 2048;
// biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop them silently, hiding what is asked for
const ODD_CHARACTERS = /[\u0000-\u0020\u007f\\]/;

/**
 * Everything that can be said of a URL without asking a name server: http(s) only, no credentials, no private address
 * in any spelling.
 * @param allowHosts hosts that may be used although their addresses are private
 * @throws AddressError
 */
export function checkAddress(text: string, allowHosts: readonly AllowedHost[]): URL {
  const url = parseUrl(text);
  if (isAllowedHost(allowHosts, url)) return url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const local = /^(.+\.)?localhost\.?$/.test(host);
  if (local || (isIP(host) !== 0 && !isPublicAddress(host))) throw privateAddress(url.hostname);
  return url;
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
  if (/^\.|\.\./.test(url.hostname)) throw new AddressError(`${shownHost(url.hostname)} is no host name`);
  if (url.port === '0') throw new AddressError('port 0 cannot be reached');
  return url;
}

/** The complaint about a host that is, or leads to, a private address. */
export function privateAddress(host: string): AddressError {
  return new AddressError(
    `${shownHost(host)} is not a public address; whoever runs this server can allow it with MCP_ALLOW_HOSTS`,
  );
}

/** A host as it may stand in a message. */
export const shownHost = (host: string) => JSON.stringify(host.slice(0, 100));
