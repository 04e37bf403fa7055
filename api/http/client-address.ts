import ipaddr from 'ipaddr.js';

/**
 * Where a request comes from: the last address in `X-Forwarded-For`, read from its end, that no trusted proxy has. The
 * address of the connection if that is not a trusted proxy's.
 * @param peer address of the connection
 * @param forwardedFor the header, in which each proxy appends the address it was called from
 * @param trusted addresses and ranges, as in TRUSTED_PROXIES
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  if (trusted.length === 0 || forwardedFor === undefined) return peer;
  let address = peer;
  for (const next of forwardedFor.split(',').reverse()) {
    if (!isTrusted(address, trusted)) return address;
    address = next.trim();
  }
  return address;
}

function isTrusted(text: string, trusted: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return trusted.some((range) => {
    const [network, bits] = rangeOf(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

function rangeOf(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (range.includes('/')) return ipaddr.parseCIDR(range);
  const address = ipaddr.process(range);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
