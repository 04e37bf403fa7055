import { expect, test } from 'vitest';
import { createKey } from '../../credentials/keys.ts';
import { ensureOwner } from '../../storage/owners.ts';
import { restSetup } from '../testing.ts';

interface KeyAnswer {
  readonly data: { readonly api_key: string; readonly key: { readonly key_id: string } };
}

async function setup() {
  const { app, call, deps, key } = await restSetup();
  const { ownerId } = await deps.authenticator.authenticate({ xApiKey: key });
  const admin = await createKey(deps.db, ownerId, 'admin', { isAdmin: true });
  const headers = { 'x-api-key': admin.key };
  return { app, call, deps, admin, headers, ownerId };
}

test('a key is created, works, is listed without its secret, and is revoked', async () => {
  const { call, headers, admin } = await setup();
  const payload = { name: 'website', scopes: ['speak'], expires_in_days: 90 };
  const made = await call({ method: 'POST', url: '/keys', payload, headers });
  const { api_key: apiKey, key } = (made.body as KeyAnswer).data;
  expect(made.headers['cache-control']).toBe('no-store');
  expect(key).toMatchObject({ name: 'website', admin: false, scopes: ['speak'], revoked_at: null });
  const asks = () => call({ method: 'POST', url: '/sse/auth', headers: { 'x-api-key': apiKey } });
  expect((await asks()).status).toBe(200);

  const listed = await call({ url: '/keys', headers });
  expect(listed.body).toMatchObject({
    data: { keys: [{ name: 'test' }, { key_id: admin.info.id, current: true }, { current: false }] },
  });
  expect(JSON.stringify(listed.body)).not.toContain(apiKey);

  const url = `/keys/${key.key_id}`;
  expect((await call({ method: 'DELETE', url, headers })).status).toBe(200);
  expect((await call({ method: 'DELETE', url, headers })).status).toBe(404);
});

test('nobody can grant more than they have, revoke their own key, or reach keys of other owners', async () => {
  const { app, call, deps, headers, admin, ownerId } = await setup();
  const limited = await createKey(deps.db, ownerId, 'limited', { isAdmin: true, scopes: ['manage'] });
  const post = (payload: object, key = admin.key) =>
    call({ method: 'POST', url: '/keys', payload, headers: { 'x-api-key': key } });
  expect((await post({ name: 'more', scopes: ['speak'] }, limited.key)).status).toBe(403);
  expect((await post({ name: 'same' }, limited.key)).body).toMatchObject({
    data: { key: { scopes: ['manage'] } },
  });
  expect((await post({ name: 'x', scopes: ['speak'], admin: true })).status).toBe(422);
  expect((await post({})).status).toBe(422);
  const own = `/keys/${admin.info.id}`;
  expect((await call({ method: 'DELETE', url: own, headers })).status).toBe(409);

  const { ownerId: other } = await ensureOwner(deps.db, 'other');
  const theirs = await createKey(deps.db, other, 'theirs');
  expect((await call({ method: 'DELETE', url: `/keys/${theirs.info.id}`, headers })).status).toBe(404);
  expect(JSON.stringify((await call({ url: '/keys', headers })).body)).not.toContain('theirs');

  const jwt = await deps.authenticator.issueToken(
    await deps.authenticator.authenticate({ xApiKey: admin.key }),
    60,
    ['manage'],
  );
  const byJwt = await app.inject({ url: '/keys', headers: { authorization: `Bearer ${jwt}` } });
  expect(byJwt.statusCode).toBe(403);
  expect((await call({ url: '/keys' })).status).toBe(403);
});
