import ipaddr from 'ipaddr.js';

/**
 * Returns the client address of a request: the last address in `X-Forwarded-For`, read from its end, that is not a
 * trusted proxy's. If the connection does not come from a trusted proxy, its own address.
 * @param peer address of the connection
 * @param forwardedFor the header, to which each proxy appends the address that it was called from
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
