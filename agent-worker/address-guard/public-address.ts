import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast, RFC 4291 section 2.4: the only IPv6 addresses allocated for use on the Internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * Whether an IP address is on the public Internet. Refuses private, loopback, link-local, carrier-grade NAT, multicast,
 * unspecified, documentation and reserved ranges (IANA's special-purpose registries, RFC 6890), and IPv6 addresses that
 * embed an IPv4 one (mapped, NAT64, 6to4, Teredo), because someone else decides where those lead.
 * @param address from a resolver or a URL, without brackets; anything that is not an address is not public
 */
export function isPublicAddress(address: string): boolean {
  // The library also accepts short and octal forms, which no resolver returns.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}
