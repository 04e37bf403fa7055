import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { AgentError } from '../errors.ts';
import { AddressGuard } from './address-guard.ts';
import { parseAllowHosts } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

const guard = new AddressGuard();
const LIMITS = { interruptAfterTimeLimit: 4_000, markInterruptAsFailure: false };

type Octets = readonly [number, number, number, number];

/** Metadata services and the like, by cloud provider. */
const METADATA = {
  'most providers': '169.254.169.254',
  'the time at AWS': '169.254.169.123',
  'containers at AWS': '169.254.170.2',
  'AWS over IPv6': 'fd00:ec2::254',
  Azure: '168.63.129.16',
  Alibaba: '100.100.100.200',
  Oracle: '192.0.0.192',
  'OpenStack over IPv6': 'fe80::a9fe:a9fe',
  Scaleway: '169.254.42.42',
  'Scaleway over IPv6': 'fd00:42::42',
  'Linode over IPv6': 'fd00:a9fe:a9fe::1',
  Tencent: '169.254.0.23',
  'DNS at IBM': '161.26.0.7',
  'services at IBM': '166.11.255.1',
};

/**
 * Addresses that are not on the Internet: IANA's special-purpose registries (RFC 6890), multicast, reserved ranges,
 * addresses that embed an IPv4 address, and the networks of cloud providers.
 */
const NOT_PUBLIC = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24',
  '224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 168.63.129.16/32 161.26.0.0/16 166.8.0.0/14',
  '::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001::/32 2001:db8::/32 2002::/16',
  '2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 4000::/3 8000::/1',
].flatMap((line) => line.split(' '));

/** Any address of a range. */
function addressIn(cidr: string): fc.Arbitrary<string> {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  const bytes = network.toByteArray();
  return fc.uint8Array({ minLength: bytes.length, maxLength: bytes.length }).map((random) => {
    const mixed = bytes.map((byte, i) => {
      const mask = (0xff00 >> Math.min(8, Math.max(0, bits - 8 * i))) & 0xff;
      return (byte & mask) | ((random[i] ?? 0) & ~mask & 0xff);
    });
    return ipaddr.fromByteArray(mixed).toString();
  });
}

/** First octets of ranges that are not public as a whole, and one generator for each narrower range. */
const privateV4 = fc.oneof(
  fc.constant<Octets>([168, 63, 129, 16]),
  fc.tuple(fc.constantFrom(0, 10, 127, 224, 239, 240, 255), fc.nat(255), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(198), fc.constantFrom(18, 19), fc.nat(255), fc.nat(255)),
);

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const asNumber = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const asGroups = (ip: Octets) => `${hex(asNumber(ip) >>> 16, 4)}:${hex(asNumber(ip) & 0xffff, 4)}`;

/** Ways to write an IPv4 address that URL parsers or operating systems understand. */
const SPELLINGS: readonly ((ip: Octets) => string)[] = [
  (ip) => ip.join('.'),
  (ip) => `${ip.join('.')}.`,
  (ip) => String(asNumber(ip)),
  (ip) => `0x${hex(asNumber(ip), 1)}`,
  (ip) => `0X${hex(asNumber(ip), 8).toUpperCase()}`,
  (ip) => `0${asNumber(ip).toString(8)}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `0x${hex(a, 1)}.${b}.${c * 256 + d}`,
  (ip) => ip.map((octet) => `0${octet.toString(8)}`).join('.'),
  (ip) => ip.join('。'),
  (ip) => ip.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (ip) => ip.join('.').replace(/\d/g, (digit) => `%3${digit}`),
  (ip) => `[::ffff:${ip.join('.')}]`,
  (ip) => `[::FFFF:${asGroups(ip)}]`,
  (ip) => `[0:0:0:0:0:ffff:${asGroups(ip)}]`,
  (ip) => `[::${ip.join('.')}]`,
  (ip) => `[::ffff:0:${ip.join('.')}]`,
  (ip) => `[64:ff9b::${ip.join('.')}]`,
  (ip) => `[64:ff9b:1::${asGroups(ip)}]`,
  (ip) => `[2002:${asGroups(ip)}::1]`,
  (ip) => `[2001:0:${asGroups(ip)}::]`,
];

describe('AddressGuard.check', () => {
  it('refuses every private IPv4 address in every spelling', () => {
    const url = fc.record({
      scheme: fc.constantFrom('http', 'https', 'HTTP'),
      userless: fc.constantFrom('//', '/', '///'),
      ip: privateV4,
      spell: fc.constantFrom(...SPELLINGS),
      rest: fc.constantFrom('', '/mcp', ':8080/mcp', '?x=1', '#x', ':443'),
    });
    fc.assert(
      fc.property(url, ({ scheme, userless, ip, spell, rest }) => {
        expect(() => guard.check(`${scheme}:${userless}${spell(ip)}${rest}`)).toThrow(AgentError);
      }),
      { numRuns: 400, ...LIMITS },
    );
  });

  it('answers any text with a safe URL or an AgentError', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom('http://', 'https:', '@', '\\', '[::', ']', '.', ':80', '#', '%00', 'localhost'),
      privateV4.map((ip) => ip.join('.')),
    );
    const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (given) => {
        let url: URL;
        try {
          url = guard.check(given);
        } catch (error) {
          expect(error).toBeInstanceOf(AgentError);
          return;
        }
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password).toBe('');
        const host = url.hostname.replace(/^\[|\]$/g, '');
        if (/^[\d.]+$|:/.test(host)) expect(isPublicAddress(host)).toBe(true);
      }),
      { numRuns: 400, ...LIMITS },
    );
  });

  it.each([
    'localhost',
    'LocalHost',
    'localhost.',
    'localhost:8080',
    'mcp.localhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'localhoſt',
    '[::]',
    '[::1]',
    '[0:0::0001]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[4000::1]',
    '0',
    '127.1',
    '0x7f.1',
    '2130706433',
    '192.0.2.1',
    '203.0.113.9',
  ])('refuses %s as no public address', (host) => {
    expect(() => guard.check(`http://${host}/mcp`)).toThrow(/is not a public address.*MCP_ALLOW_HOSTS/);
  });

  it.each([
    ['ftp://tools.example.org', 'http:// or https://'],
    ['file:///etc/passwd', 'http:// or https://'],
    ['javascript:alert(1)', 'http:// or https://'],
    ['tools.example.org/mcp', 'not a URL'],
    ['', 'not a URL'],
    ['https://me@tools.example.org', 'user name'],
    ['https://:secret@tools.example.org', 'password'],
    ['https://tools.example.org@127.0.0.1/', 'user name'],
    ['https://tools.example.org\\@127.0.0.1/', 'backslashes'],
    ['https://tools.example.org\t.evil.example/', 'control characters'],
    [' https://tools.example.org', 'spaces'],
    ['https://tools.example.org:0/', 'port 0'],
    ['https://tools.example.org:65536/', 'not a URL'],
    ['https://256.1.1.1/', 'not a URL'],
    ['https://.', 'is not a host name'],
    ['https://tools..example.org', 'is not a host name'],
    [`https://tools.example.org/${'x'.repeat(2048)}`, 'longer than 2048'],
  ])('refuses %s and says why', (url, why) => {
    expect(() => guard.check(url)).toThrow(AgentError);
    expect(() => guard.check(url)).toThrow(why);
  });

  it('never repeats credentials, paths or queries', () => {
    for (const url of ['https://u:hush@127.0.0.1/hush', 'https://10.0.0.1/hush?key=hush', 'hush:hush']) {
      expect(() => guard.check(url)).toThrow(expect.not.objectContaining({ message: /hush/ }));
    }
  });

  it.each([
    'https://tools.example.org/mcp',
    'http://tools.example.org:8080',
    'https://bücher.example/mcp',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/mcp',
    'https://localhost.example.org/',
  ])('accepts %s', (url) => {
    expect(guard.check(url).href).toBe(new URL(url).href);
  });

  it('accepts an allowed name with any address, and nothing else', () => {
    const allowing = new AddressGuard({
      allowHosts: parseAllowHosts('Tools.LAN, 10.0.0.1:8080 [::1]:9000 fd00::5 localhost:443'),
    });
    for (const url of [
      'http://tools.lan/mcp',
      'https://TOOLS.lan:9999/mcp',
      'http://10.0.0.1:8080/mcp',
      'http://0xa.1:8080/mcp',
      'http://[::1]:9000',
      'http://[fd00:0::5]:1234',
      'https://localhost/',
    ]) {
      expect(allowing.check(url).href).toBe(new URL(url).href);
    }
    for (const url of [
      'http://10.0.0.1/',
      'http://10.0.0.1:8081/',
      'http://10.0.0.2:8080/',
      'http://[::1]/',
      'http://localhost/',
      'https://localhost.:443/',
      'https://x.localhost/',
    ]) {
      expect(() => allowing.check(url)).toThrow(AgentError);
    }
    expect(() => allowing.check('http://me:pw@tools.lan/')).toThrow('user name');
    expect(() => allowing.check('ftp://tools.lan/')).toThrow('http://');
  });
});

describe('isPublicAddress', () => {
  it('knows public addresses', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2a00:1450::1']) {
      expect(isPublicAddress(address)).toBe(true);
    }
  });

  it.each(Object.entries(METADATA))('does not take the metadata of %s for one', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
    const host = address.includes(':') ? `[${address}]` : address;
    expect(() => guard.check(`http://${host}/latest/meta-data`)).toThrow('is not a public address');
  });

  it.each(NOT_PUBLIC)('takes no address in %s for one', (range) => {
    fc.assert(
      fc.property(addressIn(range), (address) => {
        expect(isPublicAddress(address), address).toBe(false);
      }),
      { numRuns: 50, ...LIMITS },
    );
  });

  it('takes nothing else for one', () => {
    for (const address of ['', 'x', '1.1.1', 'fe80::1%eth0', '1.1.1.1.1', '[2a00::1]']) {
      expect(isPublicAddress(address)).toBe(false);
    }
  });
});

describe('parseAllowHosts', () => {
  it('is empty when nothing is set', () => {
    expect(parseAllowHosts(undefined)).toEqual([]);
    expect(parseAllowHosts(' , ')).toEqual([]);
  });

  it.each([
    'http://x',
    'x/y',
    'x:0',
    'x:65536',
    'x:y',
    '*',
    '*.lan',
    'a@b',
    '[::1',
    '[::g]',
    '10.0.0.0/8',
    ':80',
  ])('refuses %s and names it', (entry) => {
    expect(() => parseAllowHosts(`ok.lan,${entry}`)).toThrow(`MCP_ALLOW_HOSTS: ${JSON.stringify(entry)}`);
  });

  it('answers any text with hosts that a URL can have, or with an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ01.:[]-/@, %*x') }), (text) => {
        try {
          for (const { host, port } of parseAllowHosts(text)) {
            expect(new URL(`http://${host}:${port ?? 1}/`).hostname).toBe(host);
          }
        } catch (error) {
          expect((error as Error).message).toMatch(/^MCP_ALLOW_HOSTS: /);
        }
      }),
      { numRuns: 400, ...LIMITS },
    );
  });
});
