import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast, RFC 4291 section 2.4: the only IPv6 addresses that are handed out for use on the Internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * Whether an IP address is one of the public Internet's. Refused are private, loopback, link-local, carrier-grade NAT,
 * multicast, unspecified, documentation and reserved ranges (IANA's special-purpose registries, RFC 6890), and IPv6
 * addresses that carry an IPv4 one (mapped, NAT64, 6to4, Teredo), because where those lead is another's decision.
 * @param address as a resolver or a URL gives it, without brackets; a text that is no address is not public
 */
export function isPublicAddress(address: string): boolean {
  // The library also reads short and octal forms, which no resolver gives.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}
