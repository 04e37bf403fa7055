import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TokenLedger } from '../demo/token-ledger.ts';
import { Allowances } from './allowances.ts';

const MINUTE = 60_000;

describe('Allowances', () => {
  test('a minute may be used at once, and comes back evenly', () => {
    const clock = { ms: 0 };
    const allowances = new Allowances({ capacity: 6, perMinute: 6, what: 'visits', now: () => clock.ms });
    for (let i = 0; i < 6; i++) expect(allowances.take('a')).toEqual({ granted: true });
    const refused = {
      granted: false,
      refusal: { status: 429, detail: 'Too many visits from your address' },
      retryAfterSeconds: 10,
    };
    expect(allowances.take('a')).toMatchObject(refused);
    expect(allowances.take('b'), 'nobody else is meant').toEqual({ granted: true });
    clock.ms += 9_999;
    expect(allowances.take('a')).toMatchObject({ ...refused, retryAfterSeconds: 1 });
    clock.ms += 1;
    expect(allowances.take('a')).toEqual({ granted: true });
    expect(allowances.take('a')).toMatchObject({ granted: false });
  });

  test('what is given back can be taken again, and no more than that', () => {
    const allowances = new Allowances({ capacity: 5, perMinute: 5, what: 'visits', now: () => 0 });
    allowances.take('a', 4);
    allowances.giveBack('a', 4);
    allowances.giveBack('a', 100);
    allowances.giveBack('nobody');
    expect(allowances.take('a', 5)).toEqual({ granted: true });
    expect(allowances.take('a')).toMatchObject({ granted: false });
  });

  test('forgets only who has nothing to wait for, and lets newcomers wait when there is no place', () => {
    const clock = { ms: 0 };
    const allowances = new Allowances({
      capacity: 2,
      perMinute: 2,
      what: 'visits',
      maxNames: 3,
      now: () => clock.ms,
    });
    for (const name of ['a', 'b', 'c']) allowances.take(name, 2);
    expect(allowances.take('d')).toMatchObject({
      granted: false,
      refusal: { status: 429, detail: 'Too many visits at the moment' },
    });
    expect(allowances.take('a'), 'was not forgotten').toMatchObject({ granted: false });
    clock.ms += MINUTE;
    expect(allowances.take('d')).toEqual({ granted: true });
    expect(allowances.size).toBe(1);
  });

  test('never gives anybody more than the capacity and what came back, nor remembers more than it may', () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      amount: fc.nat(4),
      wait: fc.nat(20_000),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const clock = { ms: 0 };
        const allowances = new Allowances({
          capacity: 4,
          perMinute: 4,
          what: 'x',
          maxNames: 3,
          now: () => clock.ms,
        });
        const taken = new Map<string, number>();
        for (const { name, amount, wait } of steps) {
          clock.ms += wait;
          if (!allowances.take(name, amount).granted) continue;
          taken.set(name, (taken.get(name) ?? 0) + amount);
          expect(taken.get(name)).toBeLessThanOrEqual(4 + (clock.ms / MINUTE) * 4 + 1e-6);
          expect(allowances.size).toBeLessThanOrEqual(3);
        }
      }),
    );
  });
});

describe('TokenLedger', () => {
  const token = (id: string, expiresAtMs = 1000) => ({ id, expiresAtMs });

  test('counts requests and characters, each to its bound', () => {
    const ledger = new TokenLedger({ requestsPerToken: 3, charactersPerToken: 10, now: () => 0 });
    expect(ledger.spend(token('a'), 6)).toBe('spent');
    expect(ledger.spend(token('a'), 5)).toBe('used up');
    expect(ledger.spend(token('a'), 4)).toBe('spent');
    expect(ledger.spend(token('a'), 0)).toBe('spent');
    expect(ledger.spend(token('a'), 0)).toBe('used up');
    expect(ledger.spend(token('b'), 10)).toBe('spent');
  });

  test('takes back what was in vain', () => {
    const ledger = new TokenLedger({ requestsPerToken: 1, charactersPerToken: 10, now: () => 0 });
    expect(ledger.spend(token('a'), 10)).toBe('spent');
    ledger.refund(token('a'), 10);
    expect(ledger.spend(token('a'), 10)).toBe('spent');
    expect(ledger.spend(token('a'), 10)).toBe('used up');
  });

  test('keeps its bound, and no account before it has expired is lost', () => {
    const clock = { ms: 0 };
    const ledger = new TokenLedger({
      requestsPerToken: 1,
      charactersPerToken: 10,
      maxTokens: 2,
      now: () => clock.ms,
    });
    ledger.spend(token('a', 1000), 1);
    ledger.spend(token('b', 2000), 1);
    expect(ledger.spend(token('c', 3000), 1)).toBe('no room');
    expect(ledger.spend(token('a', 1000), 1)).toBe('used up');
    clock.ms = 1000;
    expect(ledger.spend(token('c', 3000), 1)).toBe('spent');
    expect(ledger.spend(token('b', 2000), 1)).toBe('used up');
    expect(ledger.size).toBe(2);
  });
});
