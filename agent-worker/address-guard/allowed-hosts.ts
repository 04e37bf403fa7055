/** A host that MCP servers may run on even though its address is private. */
export interface AllowedHost {
  /** As in `URL.hostname`: lower case, IPv6 in brackets. */
  readonly host: string;
  /** Null for every port. */
  readonly port: number | null;
}

/** A host with an optional port; an IPv6 address is in brackets, or has no brackets and no port. */
const ENTRY = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*$/i;

/**
 * Parses MCP_ALLOW_HOSTS: `host` or `host:port`, separated by commas or spaces.
 * @throws Error naming the entry that is neither a host nor host:port
 */
export function parseAllowHosts(text: string | undefined): readonly AllowedHost[] {
  return (text ?? '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseEntry);
}

function parseEntry(entry: string): AllowedHost {
  const [, written, port] = ENTRY.exec(BARE_IPV6.test(entry) ? `[${entry}]` : entry) ?? [];
  const host = written === undefined ? null : normalised(written);
  const portNumber = port === undefined ? null : Number(port);
  if (host === null || (portNumber !== null && (portNumber < 1 || portNumber > 65_535))) {
    throw new Error(
      `MCP_ALLOW_HOSTS: ${JSON.stringify(entry)} is not a host; ` +
        'write "host" or "host:port", such as "tools.lan" or "[::1]:8080"',
    );
  }
  return { host, port: portNumber };
}

/** The host as `URL` normalises it, so that the two can be compared; null when it is not a valid host. */
function normalised(host: string): string | null {
  if (/[/?#@\\%*]/.test(host)) return null;
  try {
    return new URL(`http://${host}/`).hostname || null;
  } catch {
    return null;
  }
}

/** Whether the host and port of a URL are allowed. Exact match; host names are case-insensitive. */
export function isAllowedHost(allowed: readonly AllowedHost[], url: URL): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return allowed.some((entry) => entry.host === url.hostname && (entry.port === null || entry.port === port));
}
