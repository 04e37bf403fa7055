import { describe, expect, test } from 'vitest';
import { UnreadWindow, type UnreadWindowOptions } from './unread-window.ts';

function open(beforeFirstPong: UnreadWindowOptions['beforeFirstPong']) {
  const far = { pings: [] as string[], buffered: 0 };
  const socket = {
    ping: (payload: string) => void far.pings.push(payload),
    get bufferedBytes() {
      return far.buffered;
    },
  };
  const window = new UnreadWindow(socket, { pingEveryBytes: 100, beforeFirstPong });
  return { far, window, pong: (payload: string) => window.pong(Buffer.from(payload, 'latin1')) };
}

describe('UnreadWindow', () => {
  test('counts bytes, not characters', () => {
    const { window } = open('unread');
    window.sent('é'.repeat(10));
    expect(window.unreadBytes).toBe(20);
  });

  test('pings after a number of bytes, and the pong tells how far the client has read', () => {
    const { far, window, pong } = open('unread');
    window.sent('a'.repeat(99));
    expect(far.pings).toEqual([]);
    window.sent('a');
    window.sent('a'.repeat(60));
    window.sent('a'.repeat(60));
    expect(far.pings).toEqual(['100', '220']);
    expect(pong('100')).toBe(true);
    expect(window.unreadBytes).toBe(120);
    expect(pong('220')).toBe(true);
    expect(window.unreadBytes).toBe(0);
  });

  test.each(['', '100', '99', '221', '1e9', 'Infinity', 'NaN', '-1', 'hello'])(
    'an unsolicited pong of the client with "%s" changes nothing',
    (payload) => {
      const { window, pong } = open('unread');
      window.sent('a'.repeat(100));
      pong('100');
      window.sent('a'.repeat(120));
      expect(pong(payload)).toBe(false);
      expect(window.unreadBytes).toBe(120);
    },
  );

  test('everything counts as unread for a client that never answers a ping', () => {
    const { window } = open('unread');
    for (let i = 0; i < 10; i++) window.sent('a'.repeat(100));
    expect(window.unreadBytes).toBe(1000);
  });

  test('for clients that may not answer pings, the unsent bytes count until the first pong', () => {
    const { far, window, pong } = open('unsent');
    window.sent('a'.repeat(10));
    window.sent('a'.repeat(50));
    expect(far.pings, 'asked with the first message').toEqual(['10']);
    far.buffered = 7;
    expect(window.unreadBytes).toBe(7);
    expect(pong('10')).toBe(true);
    expect(window.unreadBytes).toBe(50);
  });
});
