import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { createKey } from '../credentials/keys.ts';
import {
  type CallRequest,
  cancelCall,
  claimCall,
  deleteExpiredCalls,
  endCall,
  findCall,
  findCallByKey,
  insertCall,
  isCallKnown,
  progressCall,
  releaseCall,
  renewCall,
  requestCall,
  requestHangUp,
  requeueCall,
} from './calls.ts';
import type { Database } from './database.ts';
import { ensureOwner } from './owners.ts';

const T0 = Date.UTC(2026, 0, 1);
const LEASE_MS = 15_000;
const request = { to: '+4930123456', variables: {} } as unknown as CallRequest;
const options = (nowMs: number, maxPerOwner = 2) => ({ nowMs, leaseMs: LEASE_MS, maxPerOwner });

/** An owner, and a function that adds calls. */
async function somebody(db: Database, name: string) {
  const { ownerId } = await ensureOwner(db, name);
  const keyId = (await createKey(db, ownerId, name)).info.id;
  const call = { ownerId, keyId, agentId: 'agent', request, credentialExpiresAt: null };
  const add = (availableAtMs = T0, idempotencyKey: string | null = null) =>
    insertCall(db, { ...call, id: randomUUID(), idempotencyKey, availableAtMs }, T0);
  return { ownerId, add };
}

eachDatabase((databases) => {
  test('each call is claimed once, and no owner has more than allowed at a time', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const ben = await somebody(db, 'Ben');
    for (let i = 0; i < 5; i++) await ada.add(T0 + i);
    await ben.add(T0 + 100);
    await ben.add(T0 + 1_000_000);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimCall(db, options(T0 + 1000))));
    const claimed = claims.filter((claim) => claim !== undefined);
    // A process that finds every row taken tries again later.
    for (let more = await claimCall(db, options(T0 + 1000)); more; ) {
      claimed.push(more);
      more = await claimCall(db, options(T0 + 1000));
    }
    const owners = claimed.map(({ call }) => call.ownerId);
    expect(new Set(claimed.map(({ call }) => call.id)).size).toBe(claimed.length);
    expect(owners.filter((id) => id === ada.ownerId)).toHaveLength(2);
    expect(owners.filter((id) => id === ben.ownerId)).toHaveLength(1);
    expect(claimed.every(({ isNew, call }) => isNew && call.status === 'dialing')).toBe(true);
  });

  test('a call whose lease is not renewed goes to another process, with its state', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    await ada.add();
    const first = (await claimCall(db, options(T0)))!;
    const attempts = [{ dialingAt: new Date(T0).toISOString(), providerId: 'CA1' }];
    expect(await requestCall(db, first, attempts, T0)).toBe(true);
    expect(await progressCall(db, first, { status: 'ringing', attempts })).toBe(true);
    expect(await isCallKnown(db, 'CA1')).toBe(true);
    expect(await renewCall(db, first, { nowMs: T0 + 5000, leaseMs: LEASE_MS })).toBe(true);
    expect(await claimCall(db, options(T0 + LEASE_MS))).toBeUndefined();
    const second = (await claimCall(db, options(T0 + 5000 + LEASE_MS)))!;
    expect(second).toMatchObject({ isNew: false, call: { status: 'ringing', attempts } });
    expect(second.call.requestedAt).not.toBeNull();
    const end = { status: 'busy', reason: 'busy', attempts, nowMs: T0, expiresAtMs: T0 + 1000 } as const;
    expect(await endCall(db, first, end)).toBe(false);
    expect(await releaseCall(db, second, T0)).toBe(true);
    const third = (await claimCall(db, options(T0)))!;
    expect(await endCall(db, third, end)).toBe(true);
    expect(await claimCall(db, options(T0 + 10 * LEASE_MS))).toBeUndefined();
    expect(await deleteExpiredCalls(db, T0 + 1000)).toBe(1);
  });

  test('a call that is hung up does not return to the queue', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const call = (await ada.add())!;
    const claim = (await claimCall(db, options(T0)))!;
    const end = { nowMs: T0 + 1, expiresAtMs: T0 + 1000, reason: 'canceled' };
    expect(await cancelCall(db, call.id, end)).toBe(false);
    await requestHangUp(db, call.id, T0 + 1);
    expect(await findCall(db, ada.ownerId, call.id)).toMatchObject({
      status: 'dialing',
      hangUpAt: expect.any(String),
    });
    expect(await requeueCall(db, claim, { attempts: [], reason: null, atMs: T0 })).toBe(false);
    const waiting = (await ada.add())!;
    expect(await cancelCall(db, waiting.id, end)).toBe(true);
    expect(await findCall(db, ada.ownerId, waiting.id)).toMatchObject({
      status: 'ended',
      reason: 'canceled',
    });
  });

  test('a key identifies one call of its owner', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const ben = await somebody(db, 'Ben');
    const calls = await Promise.all([ada.add(T0, 'k'), ada.add(T0, 'k'), ben.add(T0, 'k')]);
    expect(calls.filter((call) => call !== undefined)).toHaveLength(2);
    expect((await findCallByKey(db, ada.ownerId, 'k'))?.ownerId).toBe(ada.ownerId);
  });
});
