import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast, RFC 4291 section 2.4: the only IPv6 addresses allocated for use on the Internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * Addresses that no registry reserves, but that lead into the network of a cloud provider when the server runs there.
 * Those at 169.254.0.0/16, 100.64.0.0/10, 192.0.0.0/24 and in fd00::/8 need no entry, because whole ranges of them are
 * refused.
 */
const CLOUD_NETWORKS: readonly { readonly range: string; readonly reason: string }[] = [
  {
    range: '168.63.129.16/32',
    reason: 'Azure: the host of the machine, with its agent settings and certificates',
  },
  { range: '161.26.0.0/16', reason: 'IBM Cloud: services that are reached from inside only' },
  { range: '166.8.0.0/14', reason: 'IBM Cloud: private endpoints of services' },
];
const CLOUD_RANGES = CLOUD_NETWORKS.map(({ range }) => ipaddr.parseCIDR(range));

/**
 * Whether an IP address is on the public Internet. Refuses private, loopback, link-local, carrier-grade NAT, multicast,
 * unspecified, documentation and reserved ranges (IANA's special-purpose registries, RFC 6890), the internal addresses
 * of cloud providers, and IPv6 addresses that embed an IPv4 one (mapped, NAT64, 6to4, Teredo), because someone else
 * decides where those lead.
 * @param address from a resolver or a URL, without brackets; anything that is not an address is not public
 */
export function isPublicAddress(address: string): boolean {
  // The library also accepts short and octal forms, which no resolver returns.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (CLOUD_RANGES.some((range) => parsed.kind() === range[0].kind() && parsed.match(range))) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}
