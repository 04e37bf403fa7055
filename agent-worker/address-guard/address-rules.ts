import { isIP } from 'node:net';
import { AgentError } from '../errors.ts';
import { type AllowedHost, isAllowedHost } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

const MAX_URL_LENGTH = 2048;
// biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop them silently, hiding the real address
const ODD_CHARACTERS = /[\u0000-\u0020\u007f\\]/;

/**
 * Every check of a URL that needs no name server: only http(s), no credentials, no private address in any notation.
 * @param allowHosts hosts that may be used even though their addresses are private
 * @throws AgentError describing what is wrong with the address
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
    throw new AgentError('url_too_long', { max: MAX_URL_LENGTH });
  }
  if (ODD_CHARACTERS.test(text)) {
    throw new AgentError('url_with_odd_characters');
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new AgentError('url_unreadable');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AgentError('url_scheme');
  }
  if (url.username !== '' || url.password !== '') {
    throw new AgentError('url_with_credentials');
  }
  if (/^\.|\.\./.test(url.hostname)) {
    throw new AgentError('host_malformed', { host: shownHost(url.hostname) });
  }
  if (url.port === '0') throw new AgentError('port_zero');
  return url;
}

/** The error for a host that is, or resolves to, a private address. */
export function privateAddress(host: string): AgentError {
  return new AgentError('address_private', { host: shownHost(host) });
}

/** Returns a host in a form that is safe to quote in a message. */
export const shownHost = (host: string) => JSON.stringify(host.slice(0, 100));
