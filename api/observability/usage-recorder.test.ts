import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createKey } from '../credentials/keys.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import { usageByDay } from '../storage/usage.ts';
import { temporaryDatabase } from '../testing.ts';
import { UsageRecorder } from './usage-recorder.ts';

async function setUp() {
  const clock = { ms: Date.parse('2026-03-01T23:59:59Z') };
  const db = await temporaryDatabase();
  const { ownerId } = await ensureDefaultOwner(db);
  const keyId = (await createKey(db, ownerId, 'test')).info.id;
  const recorder = new UsageRecorder(db, { now: () => clock.ms });
  return { clock, db, ownerId, keyId, recorder };
}

test('recorded usage is stored after closing, on the day it was used', async () => {
  const { clock, db, ownerId, keyId, recorder } = await setUp();
  recorder.record(keyId, { characters: 10, requests: 1 });
  recorder.record(keyId, { audioMs: 0.4 });
  recorder.record(keyId, { audioMs: 0.4 });
  clock.ms += 2000;
  recorder.record(keyId, { characters: 1 });
  await recorder.close();
  expect(await usageByDay(db, ownerId, '2026-03-01')).toEqual([
    { day: '2026-03-01', characters: 10, audioMs: 1, requests: 1 },
    { day: '2026-03-02', characters: 1, audioMs: 0, requests: 0 },
  ]);
});

test('a failed write loses nothing and counts nothing twice', async () => {
  const { db, ownerId, keyId, recorder } = await setUp();
  recorder.record(keyId, { characters: 10 });
  await sql`alter table usage rename to hidden`.execute(db);
  await expect(recorder.flush()).rejects.toThrow();
  recorder.record(keyId, { characters: 5 });
  await sql`alter table hidden rename to usage`.execute(db);
  await Promise.all([recorder.flush(), recorder.flush()]);
  await recorder.close();
  expect(await usageByDay(db, ownerId, '2026-01-01')).toMatchObject([{ characters: 15 }]);
});
