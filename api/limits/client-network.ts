import { isIPv4, isIPv6 } from 'node:net';

const GROUP_BITS = 16;
/** A household or a machine can choose addresses from a whole /64 (RFC 6177, RFC 8981). */
const NETWORK_GROUPS = 4;
/** Also stands for anything that is not an address: all of those share one allowance. */
const UNKNOWN = 'unknown';

/**
 * Returns the network that limits are counted for: an IPv4 address itself, even when written as IPv6 (RFC 4291 section
 * 2.5.5.2), or the /64 of an IPv6 address. Never throws.
 */
export function clientNetwork(address: string): string {
  if (isIPv4(address)) return address;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return UNKNOWN;
  const groups = groupsOf(withoutZone);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/${NETWORK_GROUPS * GROUP_BITS}`;
}

/** Returns the eight groups of a valid address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = parse(head);
  const after = parse(tail ?? '');
  const zeros = new Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0);
  return [...before, ...zeros, ...after];
}

function parse(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
