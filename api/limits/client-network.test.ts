import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', '0:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', 'unknown'],
  ['unix:', 'unknown'],
  ['_hidden', 'unknown'],
  ['192.0.2.7:1234', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('addresses of one /64 count as one, those of two /64s as two', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(bytes(8), bytes(8), bytes(8), (prefix, one, other) => {
      const address = (host: Uint8Array): string =>
        Buffer.concat([prefix, host]).toString('hex').match(/.{4}/g)!.join(':');
      expect(clientNetwork(address(one))).toBe(clientNetwork(address(other)));
      const elsewhere = Uint8Array.from(prefix, (byte, i) => (i === 7 ? byte ^ 1 : byte));
      const far = Buffer.concat([elsewhere, one]).toString('hex').match(/.{4}/g)!.join(':');
      expect(clientNetwork(far)).not.toBe(clientNetwork(address(one)));
    }),
    { examples: [[new Uint8Array(8).fill(32), new Uint8Array(8), new Uint8Array(8).fill(1)]] },
  );
});

test('takes any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4()), (text) => {
      expect(clientNetwork(text)).toMatch(/^(unknown|[\d.]+|([\da-f]+:){4}:\/64)$/);
    }),
  );
});
