import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { Authenticator } from '../credentials/authenticator.ts';
import { importSigningKey } from '../credentials/jwt.ts';
import { createKey } from '../credentials/keys.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import { ensureSecret } from '../storage/secrets.ts';
import { temporaryDatabase } from '../testing.ts';
import { DemoTokens } from './demo-tokens.ts';

const HOME = '192.0.2.7';

async function open() {
  const clock = { ms: 1_700_000_000_500 };
  const db = await temporaryDatabase();
  return { clock, db, tokens: await DemoTokens.open(db, () => clock.ms) };
}

test('a token is valid for the address that it was issued for until it expires, in every process', async () => {
  const { clock, db, tokens } = await open();
  const token = await tokens.issue(HOME, 600);
  const id = await tokens.verify(token, HOME);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const elsewhere = await DemoTokens.open(db, () => clock.ms);
  expect(await elsewhere.verify(token, HOME)).toBe(id);
  await expect(tokens.verify(token, '192.0.2.8')).rejects.toMatchObject({ status: 401 });
  clock.ms = 1_700_000_599_999;
  await tokens.verify(token, HOME);
  clock.ms = 1_700_000_600_000;
  await expect(tokens.verify(token, HOME)).rejects.toMatchObject({
    status: 401,
    detail: expect.stringContaining('expired'),
  });
});

test('two tokens are counted separately, and neither reveals the address', async () => {
  const { tokens } = await open();
  const [one, other] = [await tokens.issue(HOME, 600), await tokens.issue(HOME, 600)];
  expect(await tokens.verify(one, HOME)).not.toBe(await tokens.verify(other, HOME));
  expect(Buffer.from(one.split('.')[1]!, 'base64url').toString()).not.toContain(HOME);
});

test('an unsigned token, or one signed by another party, is refused', async () => {
  const { clock, db, tokens } = await open();
  const good = await tokens.issue(HOME, 600);
  const [head = '', claims = '', signature = ''] = good.split('.');
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const ours = await importSigningKey(await ensureSecret(db, 'demo'));
  const signed = (header: Record<string, string>, more: object, key = ours): Promise<string> =>
    new SignJWT({ ...payload, ...more }).setProtectedHeader({ alg: 'HS256', ...header }).sign(key);
  const typ = 'parley-demo+jwt';
  expect(await tokens.verify(await signed({ typ }, {}), HOME), 'signed as it should be').toBeDefined();
  const wrong = [
    undefined,
    '',
    'x',
    'x'.repeat(5000),
    `${head}.${encoded({ ...payload, exp: payload.exp + 1 })}.${signature}`,
    `${encoded({ alg: 'none', typ })}.${claims}.`,
    await signed({ typ: 'JWT' }, {}),
    await signed({ typ }, { aud: 'another' }),
    await signed({ typ }, { exp: undefined }),
    await signed({ typ }, { jti: undefined }),
    await signed({ typ }, { net: undefined }),
    await signed({ typ }, {}, await importSigningKey(await ensureSecret(db, 'jwt'))),
    await signed({ typ }, {}, await importSigningKey(new Uint8Array(32))),
  ];
  clock.ms += 1000;
  for (const token of wrong) {
    await expect(tokens.verify(token, HOME), String(token)).rejects.toMatchObject({ status: 401 });
  }
});

test('neither kind of JWT is accepted as the other', async () => {
  const { clock, db, tokens } = await open();
  const { ownerId } = await ensureDefaultOwner(db);
  const { key } = await createKey(db, ownerId, 'test');
  const authenticator = await Authenticator.open(db, () => clock.ms);
  const jwt = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 600);
  await expect(tokens.verify(jwt, HOME)).rejects.toMatchObject({ status: 401 });
  const token = await tokens.issue(HOME, 600);
  for (const input of [{ authorization: `Bearer ${token}` }, { jwtQuery: token }, { xApiKey: token }]) {
    const presented = {
      xApiKey: undefined,
      authorization: undefined,
      apiKeyQuery: undefined,
      jwtQuery: undefined,
    };
    await expect(authenticator.authenticate({ ...presented, ...input })).rejects.toMatchObject({
      status: 401,
    });
  }
  await authenticator.close();
});
