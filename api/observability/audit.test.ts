import { expect, test } from 'vitest';
import { createKey, revokeKey } from '../credentials/keys.ts';
import { refusal } from '../errors/api-error.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import { temporaryDatabase } from '../testing.ts';
import { Audit } from './audit.ts';
import { KeyWatch } from './key-watch.ts';
import { createLog } from './log.ts';

function setUp() {
  const clock = { ms: 0 };
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { clock, lines, audit: new Audit(log, () => clock.ms) };
}

const unknown = refusal('api_key_unknown', { values: { place: 'header x-api-key' } });

test('a refusal is logged with the network, the operation and the key, if it is known', () => {
  const { lines, audit } = setUp();
  audit.refused(unknown, { client: '2001:db8:1:2:3:4:5:6', operation: 'GET /voices' });
  audit.refused(refusal('jwt_key_revoked', { keyId: 'key 1' }), {
    client: '192.0.2.1',
    operation: 'WebSocket',
  });
  audit.refused(refusal('not_found'), { client: '192.0.2.1', operation: 'GET /x' });
  audit.refused(new Error('internal'), { client: '192.0.2.1', operation: 'GET /x' });
  expect(lines).toEqual([
    expect.objectContaining({
      audit: true,
      event: 'refused',
      status: 401,
      reason: 'api_key_unknown',
      network: '2001:db8:1:2::/64',
      operation: 'GET /voices',
    }),
    expect.objectContaining({ reason: 'jwt_key_revoked', network: '192.0.2.1', keyId: 'key 1' }),
  ]);
});

test('a flood is counted: a few lines for each network, and a limited number in all', () => {
  const { clock, lines, audit } = setUp();
  for (let i = 0; i < 1000; i++) audit.refused(unknown, { client: '192.0.2.1', operation: 'x' });
  expect(lines).toHaveLength(5);
  for (let i = 0; i < 100_000; i++) {
    audit.refused(unknown, { client: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, operation: 'x' });
  }
  expect(lines).toHaveLength(100);
  clock.ms += 60_000;
  audit.refused(unknown, { client: '192.0.2.1', operation: 'x' });
  expect(lines.slice(100)).toMatchObject([
    { audit: true, event: 'refused_more', count: 100_900 },
    { event: 'refused', network: '192.0.2.1' },
  ]);
});

test('keys that any process creates or revokes are logged, once', async () => {
  const { lines, audit } = setUp();
  const db = await temporaryDatabase();
  const { ownerId } = await ensureDefaultOwner(db);
  const { info: old } = await createKey(db, ownerId, 'old');
  const watch = await KeyWatch.start(db, audit);
  await watch.look();
  const { key, info } = await createKey(db, ownerId, 'new');
  await revokeKey(db, old.id);
  await watch.look();
  await watch.look();
  watch.close();
  expect(lines).toHaveLength(2);
  expect(lines).toContainEqual(expect.objectContaining({ event: 'key_created', keyId: info.id, ownerId }));
  expect(lines).toContainEqual(expect.objectContaining({ event: 'key_revoked', keyId: old.id, ownerId }));
  expect(JSON.stringify(lines)).not.toContain(key);
});
