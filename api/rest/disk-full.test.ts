/** The disk of the database is full: writes are refused with the reason, everything else continues. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toApiError } from '../errors/to-api-error.ts';
import { restSetup } from './testing.ts';

test('a full disk is a 507, reads still work, and writes work again once there is room', async () => {
  const { call, deps, lines } = await restSetup();
  const create = () =>
    call({ method: 'POST', url: '/agents', payload: { name: 'Ada', prompt: 'p'.repeat(50_000) } });
  expect((await create()).status).toBe(200);
  // SQLite returns SQLITE_FULL, as with a full disk.
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(deps.db);
  await sql.raw(`PRAGMA max_page_count = ${rows[0]!.page_count}`).execute(deps.db);
  const refused = await create();
  expect(refused).toMatchObject({
    status: 507,
    body: { detail: expect.stringContaining('The disk of the database is full') },
    headers: { 'retry-after': '60' },
  });
  expect(lines.join('\n')).toMatch(/SQLITE_FULL|database or disk is full/);
  const list = async () => (await call({ method: 'GET', url: '/agents' })).body;
  expect(((await list()) as { data: { agents: unknown[] } }).data.agents).toHaveLength(1);
  await sql.raw('PRAGMA max_page_count = 1000000').execute(deps.db);
  expect((await create()).status).toBe(200);
  expect(((await list()) as { data: { agents: unknown[] } }).data.agents).toHaveLength(2);
});

test.each([
  ['SQLITE_FULL', 507],
  ['53100', 507],
  ['SQLITE_BUSY', 503],
  ['SQLITE_IOERR_WRITE', 503],
  ['SQLITE_CORRUPT', 500],
  ['23505', 500],
])('the code %s of a database is a %i', (code, status) => {
  expect(toApiError(Object.assign(new Error('by the driver'), { code })).status).toBe(status);
});
