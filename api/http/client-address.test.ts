import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const PROXIES = ['10.0.0.0/8', '::1', '192.168.0.1'];

test.each([
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '198.51.100.1, 203.0.113.7, 10.9.9.9,192.168.0.1', '203.0.113.7'],
  ['10.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['::1', '2001:db8::1', '2001:db8::1'],
  ['::1', 'nonsense, 10.0.0.1', 'nonsense'],
])('from %s, forwarded for %s: %s', (peer, forwardedFor, client) => {
  expect(clientAddress(peer, forwardedFor, PROXIES)).toBe(client);
});

test('a client cannot choose its address, neither without a proxy nor behind one', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(clientAddress('203.0.113.9', header, PROXIES)).toBe('203.0.113.9');
      expect(clientAddress('10.0.0.1', `${header}, 203.0.113.7`, PROXIES)).toBe('203.0.113.7');
      expect(clientAddress('10.0.0.1', header, [])).toBe('10.0.0.1');
    }),
  );
});
