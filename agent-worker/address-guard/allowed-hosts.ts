/** A host that MCP servers may be on although its address is private. */
export interface AllowedHost {
  /** As `URL.hostname` has it: lower case, IPv6 in brackets. */
  readonly host: string;
  /** Null for every port. */
  readonly port: number | null;
}

/** Host, and port where there is one; an IPv6 address stands in brackets, or alone and without a port. */
const ENTRY = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*$/i;

/**
 * Reads MCP_ALLOW_HOSTS: `host` or `host:port`, separated by commas or spaces.
 * @throws Error naming the entry that is neither
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

/** The host as a URL would have it, so that both can be compared. Null when it is none. */
function normalised(host: string): string | null {
  if (/[/?#@\\%*]/.test(host)) return null;
  try {
    return new URL(`http://${host}/`).hostname || null;
  } catch {
    return null;
  }
}

/** Whether the host and port of a URL are among those allowed. Exact; names of hosts know no case. */
export function isAllowedHost(allowed: readonly AllowedHost[], url: URL): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return allowed.some((entry) => entry.host === url.hostname && (entry.port === null || entry.port === port));
}
