import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { createKey } from '../credentials/keys.ts';
import { ensureDefaultOwner } from './owners.ts';
import { addUsage, usageByDay } from './usage.ts';

eachDatabase((databases) => {
  test('usage of an owner adds up over keys and writes, day by day', async () => {
    const db = await databases.open();
    const { ownerId } = await ensureDefaultOwner(db);
    const [one, two] = [await createKey(db, ownerId, 'one'), await createKey(db, ownerId, 'two')];
    await addUsage(db, [
      { keyId: one.info.id, day: '2026-01-01', characters: 10, audioMs: 700, requests: 1 },
      { keyId: two.info.id, day: '2026-01-01', characters: 5, audioMs: 300, requests: 1 },
      { keyId: one.info.id, day: '2026-01-02', characters: 1, audioMs: 50, requests: 1 },
    ]);
    await addUsage(db, [{ keyId: one.info.id, day: '2026-01-01', characters: 2, audioMs: 1, requests: 3 }]);
    await addUsage(db, []);
    expect(await usageByDay(db, ownerId, '2026-01-01')).toEqual([
      { day: '2026-01-01', characters: 17, audioMs: 1001, requests: 5 },
      { day: '2026-01-02', characters: 1, audioMs: 50, requests: 1 },
    ]);
    expect(await usageByDay(db, ownerId, '2026-01-02')).toHaveLength(1);
    expect(await usageByDay(db, 'somebody else', '2026-01-01')).toEqual([]);
  });

  test('entries are written all or none', async () => {
    const db = await databases.open();
    const { ownerId } = await ensureDefaultOwner(db);
    const { info } = await createKey(db, ownerId, 'one');
    const entry = { day: '2026-01-01', characters: 1, audioMs: 1, requests: 1 };
    await expect(
      addUsage(db, [
        { keyId: info.id, ...entry },
        { keyId: 'no such key', ...entry },
      ]),
    ).rejects.toThrow();
    expect(await usageByDay(db, ownerId, '2026-01-01')).toEqual([]);
  });
});
