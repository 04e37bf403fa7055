import { expect, test } from 'vitest';
import { Authenticator } from '../credentials/authenticator.ts';
import { listKeys, revokeKey } from '../credentials/keys.ts';
import { temporaryDatabase } from '../testing.ts';
import { firstRun } from './first-run.ts';

const CHOSEN = 'chosen-by-the-operator';

test('the first start creates one key that works, later starts create none', async () => {
  const db = await temporaryDatabase();
  const { newKey, ownerId } = await firstRun(db, null);
  expect(newKey).toMatch(/^pk_/);
  expect(await firstRun(db, null)).toEqual({ ownerId, newKey: null, warnings: [] });
  const authenticator = await Authenticator.open(db);
  expect(await authenticator.authenticate({ xApiKey: newKey ?? '' })).toMatchObject({ ownerId });
  await authenticator.close();
  expect(await listKeys(db)).toHaveLength(1);
});

test('a bootstrap key works, is stored once over restarts and is the only key', async () => {
  const db = await temporaryDatabase();
  for (let start = 0; start < 3; start++) {
    expect(await firstRun(db, CHOSEN)).toMatchObject({ newKey: null, warnings: [] });
  }
  expect(await listKeys(db)).toMatchObject([{ name: 'bootstrap', prefix: '', revokedAt: null }]);
  const authenticator = await Authenticator.open(db);
  await expect(authenticator.authenticate({ apiKeyQuery: CHOSEN })).resolves.toBeDefined();
  await authenticator.close();
});

test('changing the bootstrap key revokes the previous one and no other', async () => {
  const db = await temporaryDatabase();
  await firstRun(db, null);
  await firstRun(db, CHOSEN);
  const { warnings } = await firstRun(db, `${CHOSEN}-2`);
  expect(warnings).toEqual([expect.stringContaining('has changed')]);
  // Keys of the same millisecond have no defined order.
  const keys = (await listKeys(db)).map(({ name, revokedAt }) => `${name} ${revokedAt === null}`);
  expect(keys.sort()).toEqual(['bootstrap false', 'bootstrap true', 'first true']);
});

test('a revoked bootstrap key stays revoked, and the operator is warned', async () => {
  const db = await temporaryDatabase();
  await firstRun(db, CHOSEN);
  const [key] = await listKeys(db);
  await revokeKey(db, key?.id ?? '');
  const { warnings } = await firstRun(db, CHOSEN);
  expect(warnings).toEqual([expect.stringContaining('revoked')]);
  expect(warnings.join()).not.toContain(CHOSEN);
});
