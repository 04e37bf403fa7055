import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { openDatabase } from '../storage/database.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import { ensureSecret } from '../storage/secrets.ts';
import { Authenticator } from './authenticator.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

eachDatabase((databases) => {
  async function setUp() {
    const clock = { ms: Date.parse('2026-03-01T12:00:00Z') };
    const place = await databases.place();
    const db = await openDatabase(place);
    const { ownerId } = await ensureDefaultOwner(db);
    const { key, info } = await createKey(db, ownerId, 'test');
    const authenticator = await Authenticator.open(db, () => clock.ms);
    onTestFinished(async () => {
      await authenticator.close();
      await db.destroy();
    });
    return { clock, place, db, ownerId, key, keyId: info.id, authenticator };
  }

  const refused = (pattern: RegExp) =>
    expect.objectContaining({ status: 401, detail: expect.stringMatching(pattern) });

  describe('API keys', () => {
    test('a key is pk_ and 256 random bits, and only its hash is stored', async () => {
      const { key, db } = await setUp();
      expect(key).toMatch(/^pk_[\w-]{43}$/);
      const stored = JSON.stringify(await db.selectFrom('api_keys').selectAll().execute());
      expect(stored).not.toContain(key);
      expect(stored).not.toContain(key.slice(12));
    });

    test('a key is accepted in each place that may contain it', async () => {
      const { authenticator, key, ownerId, keyId } = await setUp();
      const scopes = ['speak', 'converse', 'manage'];
      const identity = { ownerId, keyId, expiresAtMs: null, scopes, credential: 'key' };
      expect(await authenticator.authenticate({ xApiKey: key })).toEqual(identity);
      expect(await authenticator.authenticate({ authorization: `Bearer ${key}` })).toEqual(identity);
      expect(await authenticator.authenticate({ apiKeyQuery: key })).toEqual(identity);
      await expect(authenticator.authenticate({ jwtQuery: key })).rejects.toEqual(refused(/JWT is invalid/));
    });

    test('the first credential decides, whether or not later ones are valid', async () => {
      const { authenticator, key, keyId } = await setUp();
      await expect(authenticator.authenticate({ xApiKey: 'pk_wrong', authorization: key })).rejects.toEqual(
        refused(/x-api-key is unknown/),
      );
      await expect(
        authenticator.authenticate({ authorization: 'pk_wrong', apiKeyQuery: key }),
      ).rejects.toEqual(refused(/authorization is unknown/));
      expect(
        await authenticator.authenticate({ xApiKey: key, authorization: 'Basic nonsense here' }),
      ).toMatchObject({
        keyId,
      });
    });

    test('a refusal does not repeat the credential', async () => {
      const { authenticator } = await setUp();
      await expect(authenticator.authenticate({ xApiKey: 'pk_not-to-be-seen' })).rejects.toEqual(
        expect.objectContaining({ detail: expect.not.stringContaining('not-to-be-seen') }),
      );
    });

    test('a hot key costs no query', async () => {
      const { authenticator, key, db } = await setUp();
      await authenticator.authenticate({ xApiKey: key });
      await authenticator.close();
      await db.destroy();
      await expect(authenticator.authenticate({ xApiKey: key })).resolves.toBeDefined();
      await expect(authenticator.authenticate({ xApiKey: 'pk_other' })).rejects.toThrow(/destroyed/);
    });

    test('a key revoked through another connection is refused within a second', async () => {
      const { authenticator, key, keyId, clock, place } = await setUp();
      const jwt = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 3600);
      await authenticator.authenticate({ jwtQuery: jwt });
      const other = await openDatabase(place);
      expect(await revokeKey(other, keyId)).toBe(true);
      expect(await revokeKey(other, keyId)).toBe(false);
      await other.destroy();
      clock.ms += 1000;
      await expect(authenticator.authenticate({ xApiKey: key })).rejects.toEqual(refused(/revoked/));
      await expect(authenticator.authenticate({ jwtQuery: jwt })).rejects.toEqual(refused(/revoked/));
    });

    test('a key expires, and all of its JWTs expire with it', async () => {
      const { authenticator, clock, db, ownerId } = await setUp();
      const expiresAt = new Date(clock.ms + 60_000);
      const { key } = await createKey(db, ownerId, 'brief', { expiresAt });
      const caller = await authenticator.authenticate({ xApiKey: key });
      expect(caller.expiresAtMs).toBe(expiresAt.getTime());
      const jwt = await authenticator.issueToken(caller, 3600);
      expect(decodeJwt(jwt).exp).toBe(expiresAt.getTime() / 1000);
      // An identity that was stored with another expiry, such as that of a room conversation that began before the key
      // had one.
      const later = { ...caller, expiresAtMs: null };
      expect(await authenticator.isStillValid(later)).toBe(true);
      clock.ms += 60_000;
      expect(await authenticator.isStillValid(caller)).toBe(false);
      expect(await authenticator.isStillValid(later)).toBe(false);
      await expect(authenticator.authenticate({ xApiKey: key })).rejects.toEqual(refused(/expired/));
      await expect(authenticator.authenticate({ jwtQuery: jwt })).rejects.toEqual(refused(/expired/));
    });

    test('the time of last use is stored', async () => {
      const { authenticator, key, clock, db } = await setUp();
      await authenticator.authenticate({ xApiKey: key });
      await authenticator.close();
      expect((await listKeys(db))[0]?.lastUsedAt).toBe(new Date(clock.ms).toISOString());
    });
  });

  describe('JWTs', () => {
    test('a JWT is accepted for its key, in authorization and in jwt_token, until it expires', async () => {
      const { authenticator, key, keyId, ownerId, clock } = await setUp();
      const jwt = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 60);
      const scopes = ['speak', 'converse', 'manage'];
      const identity = { ownerId, keyId, expiresAtMs: clock.ms + 60_000, scopes, credential: 'jwt' };
      expect(await authenticator.authenticate({ authorization: `Bearer: ${jwt}` })).toEqual(identity);
      expect(await authenticator.authenticate({ jwtQuery: jwt })).toEqual(identity);
      clock.ms += 59_000;
      expect(await authenticator.authenticate({ jwtQuery: jwt })).toEqual(identity);
      clock.ms += 2000;
      await expect(authenticator.authenticate({ jwtQuery: jwt })).rejects.toEqual(refused(/expired/));
    });

    test('a JWT issued for a JWT expires no later than it', async () => {
      const { authenticator, key } = await setUp();
      const first = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 60);
      const second = await authenticator.issueToken(
        await authenticator.authenticate({ jwtQuery: first }),
        86_400,
      );
      expect(decodeJwt(second).exp).toBe(decodeJwt(first).exp);
    });

    test('a JWT has no scope that the credential it was issued for lacks', async () => {
      const { authenticator, key, db, ownerId } = await setUp();
      const forbidden = (scope: string) =>
        expect.objectContaining({ status: 403, detail: expect.stringContaining(`"${scope}"`) });
      const whole = await authenticator.authenticate({ xApiKey: key });
      const jwt = await authenticator.issueToken(whole, 60, ['speak', 'manage']);
      const caller = await authenticator.authorize({ jwtQuery: jwt }, 'manage');
      expect(caller.scopes).toEqual(['speak', 'manage']);
      await expect(authenticator.authorize({ jwtQuery: jwt }, 'converse')).rejects.toEqual(
        forbidden('converse'),
      );
      await expect(authenticator.issueToken(caller, 60, ['converse'])).rejects.toEqual(forbidden('converse'));
      const same = await authenticator.issueToken(caller, 60);
      expect((await authenticator.authenticate({ jwtQuery: same })).scopes).toEqual(['speak', 'manage']);
      const narrow = await authenticator.authenticate({
        jwtQuery: await authenticator.issueToken(caller, 60, ['speak']),
      });
      expect(narrow.scopes).toEqual(['speak']);
      await expect(authenticator.issueToken(narrow, 60, ['manage'])).rejects.toEqual(forbidden('manage'));
      const manager = await createKey(db, ownerId, 'manager', { scopes: ['manage'] });
      const managing = await authenticator.authenticate({ xApiKey: manager.key });
      const managers = await authenticator.issueToken(managing, 60);
      expect((await authenticator.authenticate({ jwtQuery: managers })).scopes).toEqual(['manage']);
    });

    test('without the claim it has the scopes of its key; an unknown scope grants nothing', async () => {
      const { authenticator, db, keyId, ownerId, clock } = await setUp();
      const secret = await ensureSecret(db, 'jwt');
      const claims = { key_id: keyId, sub: ownerId, iss: 'parley', exp: Math.floor(clock.ms / 1000) + 60 };
      const scopesOf = async (more: object) => {
        const jwt = new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'HS256' });
        return (await authenticator.authenticate({ jwtQuery: await jwt.sign(secret) })).scopes;
      };
      expect(await scopesOf({})).toEqual(['speak', 'converse', 'manage']);
      expect(await scopesOf({ scope: 'fly speak' })).toEqual(['speak']);
      expect(await scopesOf({ scope: '' })).toEqual([]);
    });

    test('it survives a restart', async () => {
      const { authenticator, key, db, clock } = await setUp();
      const jwt = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 60);
      const restarted = await Authenticator.open(db, () => clock.ms);
      await expect(restarted.authenticate({ jwtQuery: jwt })).resolves.toBeDefined();
      await restarted.close();
    });

    test('forged, unsigned, foreign and incomplete tokens are refused', async () => {
      const { authenticator, key, keyId, ownerId, db, clock } = await setUp();
      const secret = await ensureSecret(db, 'jwt');
      const good = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 60);
      const [head, , signature] = good.split('.');
      const sign = (claims: Record<string, unknown>, by: Uint8Array, alg = 'HS256') =>
        new SignJWT(claims).setProtectedHeader({ alg }).sign(by);
      const claims = { key_id: keyId, sub: ownerId, iss: 'parley', exp: Math.floor(clock.ms / 1000) + 60 };
      await expect(
        authenticator.authenticate({ jwtQuery: await sign(claims, secret) }),
      ).resolves.toBeDefined();
      const bad = [
        `${head}.${Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9 })).toString('base64url')}.${signature}`,
        new UnsecuredJWT(claims).encode(),
        await sign(claims, new Uint8Array(32).fill(7)),
        await sign(claims, Buffer.concat([secret, secret]), 'HS512'),
        await sign({ ...claims, iss: 'elsewhere' }, secret),
        await sign({ ...claims, exp: undefined }, secret),
        await sign({ ...claims, key_id: 7 }, secret),
        await sign({ ...claims, sub: 'somebody else' }, secret),
        await sign({ ...claims, key_id: 'no such key' }, secret),
        'eyJ..',
        'nonsense',
      ];
      for (const jwtQuery of bad) {
        await expect(authenticator.authenticate({ jwtQuery }), jwtQuery).rejects.toEqual(refused(/./));
      }
    });
  });
});
