import { describe, expect, test } from 'vitest';
import { TokenLedger } from '../demo/token-ledger.ts';
import { Allowances } from './allowances.ts';
import { MemoryStore } from './memory-store.ts';

describe('Allowances', () => {
  const options = { kind: 'visits', what: 'visits', capacity: 6, perMinute: 6 };

  test('a refusal names the time to retry after, and concerns one visitor', async () => {
    const clock = { ms: 0 };
    const allowances = new Allowances(new MemoryStore(() => clock.ms), options);
    expect(await allowances.take('a', 6)).toEqual({ granted: true });
    const refused = {
      granted: false,
      refusal: { status: 429, detail: 'Too many visits from your address' },
      retryAfterSeconds: 10,
    };
    expect(await allowances.take('a')).toMatchObject(refused);
    expect(await allowances.take('b'), 'nobody else is meant').toEqual({ granted: true });
    clock.ms += 9_999;
    expect(await allowances.take('a')).toMatchObject({ ...refused, retryAfterSeconds: 1 });
    clock.ms += 1;
    expect(await allowances.take('a')).toEqual({ granted: true });
    expect(await allowances.take('a')).toMatchObject({ granted: false });
    allowances.giveBack('a');
    expect(await allowances.take('a')).toEqual({ granted: true });
  });

  test('new visitors wait when there is no room for them', async () => {
    const allowances = new Allowances(new MemoryStore(() => 0), { ...options, maxNames: 1 });
    await allowances.take('a');
    expect(await allowances.take('b')).toMatchObject({
      granted: false,
      refusal: { status: 429, detail: 'Too many visits at the moment' },
      retryAfterSeconds: 60,
    });
  });
});

describe('TokenLedger', () => {
  function ledgerOf(requestsPerToken: number, maxTokens = 100) {
    const clock = { ms: 0 };
    const options = { requestsPerToken, charactersPerToken: 10, tokenSeconds: 1, maxTokens };
    return { clock, ledger: new TokenLedger(new MemoryStore(() => clock.ms), options) };
  }

  test('counts requests and characters, each against its own bound', async () => {
    const { ledger } = ledgerOf(3);
    expect(await ledger.spend('a', 6)).toBe('spent');
    expect(await ledger.spend('a', 5)).toBe('used up');
    expect(await ledger.spend('a', 4)).toBe('spent');
    expect(await ledger.spend('a', 0)).toBe('spent');
    expect(await ledger.spend('a', 0)).toBe('used up');
    expect(await ledger.spend('b', 10)).toBe('spent');
  });

  test('refunds what was not used', async () => {
    const { ledger } = ledgerOf(1);
    expect(await ledger.spend('a', 10)).toBe('spent');
    ledger.refund('a', 10);
    expect(await ledger.spend('a', 10)).toBe('spent');
    expect(await ledger.spend('a', 10)).toBe('used up');
  });

  test('keeps its size limit, and drops no account before it has expired', async () => {
    const { clock, ledger } = ledgerOf(1, 2);
    await ledger.spend('a', 1);
    clock.ms = 500;
    await ledger.spend('b', 1);
    expect(await ledger.spend('c', 1)).toBe('no room');
    expect(await ledger.spend('a', 1)).toBe('used up');
    clock.ms = 1000;
    expect(await ledger.spend('c', 1)).toBe('spent');
    expect(await ledger.spend('b', 1)).toBe('used up');
  });
});
