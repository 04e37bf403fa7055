import { expect, test } from 'vitest';
import { Authenticator } from '../credentials/authenticator.ts';
import { createKey, revokeKey } from '../credentials/keys.ts';
import { ensureOwner } from '../storage/owners.ts';
import { temporaryDatabase } from '../testing.ts';
import { StreamLinks } from './stream-links.ts';

async function links() {
  const db = await temporaryDatabase();
  const clock = { ms: Date.now() };
  const now = () => clock.ms;
  const { ownerId } = await ensureOwner(db, 'Ada');
  const { key, info } = await createKey(db, ownerId, 'test');
  const authenticator = await Authenticator.open(db, now);
  const open = () => new StreamLinks({ db, authenticator, now });
  return { db, clock, key, keyId: info.id, authenticator, ownerId, ours: open(), theirs: open() };
}

test('a link is valid until it expires, in every process', async () => {
  const { clock, ours, theirs, ownerId, keyId } = await links();
  const identity = { ownerId, keyId, expiresAtMs: null };
  const { token, expiresInSeconds } = await ours.sign(identity, 'agent', 60);
  expect(expiresInSeconds).toBe(60);
  clock.ms += 59_000 - (clock.ms % 1000);
  expect(await theirs.verify(token, 'agent')).toEqual(identity);
  clock.ms += 2000;
  await expect(theirs.verify(token, 'agent')).rejects.toMatchObject({
    status: 401,
    detail: 'The stream URL has expired',
  });
});

test('a link for one use is accepted once by all processes together, unless its use is undone', async () => {
  const { db, clock, ours, theirs, ownerId, keyId } = await links();
  const identity = { ownerId, keyId, expiresAtMs: null };
  const { token } = await ours.sign(identity, 'agent', 60, true);
  const used = { status: 401, detail: 'The stream URL has been used; it is good for one use' };
  const giveBack = await ours.use(token, 'agent');
  await expect(theirs.use(token, 'agent')).rejects.toMatchObject(used);
  await giveBack();
  const again = await Promise.allSettled([ours.use(token, 'agent'), theirs.use(token, 'agent')]);
  expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { token: reusable } = await ours.sign(identity, 'agent', 60);
  await ours.use(reusable, 'agent');
  await ours.use(reusable, 'agent');
  clock.ms += 61_000;
  await ours.use((await ours.sign(identity, 'agent', 60, true)).token, 'agent');
  expect(await db.selectFrom('used_links').select('id').execute()).toHaveLength(1);
});

test('a link dies with its key', async () => {
  const { db, clock, ours, ownerId, keyId } = await links();
  const { token } = await ours.sign({ ownerId, keyId, expiresAtMs: null }, 'agent', 600);
  await ours.verify(token, 'agent');
  await revokeKey(db, keyId);
  clock.ms += 1000;
  await expect(ours.verify(token, 'agent')).rejects.toMatchObject({ status: 401 });
});

test('a changed link, and the JWTs of callers, open no stream', async () => {
  const { authenticator, ours, ownerId, keyId, key } = await links();
  const { token } = await ours.sign({ ownerId, keyId, expiresAtMs: null }, 'agent', 600);
  const jwt = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 600);
  const [header, payload, signature = ''] = token.split('.');
  const forged = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  const other = Buffer.from(JSON.stringify({ sub: ownerId, key_id: keyId, agent_id: 'agent' }));
  for (const wrong of [
    jwt,
    `${header}.${payload}.${forged}`,
    `${header}.${other.toString('base64url')}.${signature}`,
  ]) {
    await expect(ours.verify(wrong, 'agent')).rejects.toMatchObject({ status: 401 });
  }
  await expect(authenticator.authenticate({ jwtQuery: token })).rejects.toMatchObject({ status: 401 });
});
