import { expect, test } from 'vitest';
import { createKey } from '../../credentials/keys.ts';
import { sharedRestSetup } from '../testing.ts';

const h = sharedRestSetup();

async function adminKey(): Promise<string> {
  const { ownerId } = await h().deps.authenticator.authenticate({ xApiKey: h().key });
  return (await createKey(h().deps.db, ownerId, 'admin', { isAdmin: true })).key;
}

test('only the key of an administrator may see and change models, and no JWT', async () => {
  const paths = [
    { method: 'GET', url: '/models' },
    { method: 'GET', url: '/models/de_DE-thorsten-medium' },
    { method: 'POST', url: '/models/de_DE-thorsten-medium?accept_license=true' },
    { method: 'DELETE', url: '/models/de_DE-thorsten-medium' },
  ] as const;
  const key = await adminKey();
  const identity = await h().deps.authenticator.authenticate({ xApiKey: key });
  const jwt = await h().deps.authenticator.issueToken(identity, 60);
  for (const path of paths) {
    expect(await h().call(path), path.url).toMatchObject({ status: 403 });
    const byJwt = await h().app.inject({ ...path, headers: { authorization: `Bearer ${jwt}` } });
    expect(byJwt.statusCode, path.url).toBe(403);
    expect((await h().app.inject(path)).statusCode).toBe(401);
  }
  const answer = await h().call({
    url: '/models?lang_code=de&search=thorsten',
    headers: { 'x-api-key': key },
  });
  expect(answer.body).toMatchObject({
    data: {
      models: expect.arrayContaining([
        expect.objectContaining({
          model_id: 'de_DE-thorsten-medium',
          kind: 'piper-voice',
          lang_code: 'de-DE',
          size_bytes: expect.any(Number),
          has_card: true,
          installed: false,
        }),
      ]),
    },
  });
});

test('an unknown model is a 404 with similar names, an unreachable hub a 503 with its address', async () => {
  const headers = { 'x-api-key': await adminKey() };
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect(await h().call({ method, url: '/models/thorsten', headers })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('de_DE-thorsten-medium') },
    });
  }
  const url = '/models/de_DE-thorsten-medium';
  for (const request of [{ url: `${url}/card` }, { method: 'POST', url }] as const) {
    expect(await h().call({ ...request, headers })).toMatchObject({
      status: 503,
      body: {
        detail: expect.stringContaining('http://127.0.0.1:9/rhasspy/piper-voices/resolve/v1.0.0/de/de_DE'),
      },
    });
  }
  expect(await h().call({ url: '/models/whisper-base/card', headers })).toMatchObject({
    body: { data: { license: 'MIT', card: '' } },
  });
});
