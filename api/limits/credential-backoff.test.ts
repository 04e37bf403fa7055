import { expect, test } from 'vitest';
import { refusal } from '../errors/api-error.ts';
import { CredentialBackoff } from './credential-backoff.ts';
import { MemoryStore } from './memory-store.ts';

const MINE = '203.0.113.7';
const OTHERS = '203.0.113.8';

function setup(perMinute = 3) {
  const clock = { ms: 0 };
  const backoff = new CredentialBackoff({ perMinute, store: new MemoryStore(() => clock.ms) });
  let looks = 0;
  /** Returns the status that a credential gets. `right` ones are valid. */
  const status = async (credential: string | null, address = MINE, kind?: 'jwt_expired' | 'jwt_invalid') => {
    const check = async (): Promise<void> => {
      looks++;
      if (!credential?.startsWith('right')) throw refusal(kind ?? 'jwt_invalid');
    };
    return backoff.guard(address, credential, check).then(
      () => 200,
      (error) => error.status,
    );
  };
  return { clock, backoff, status, looks: () => looks };
}

test('after too many wrong credentials of a network, its others are not checked for some time', async () => {
  const { clock, status, looks } = setup();
  for (let i = 0; i < 3; i++) expect(await status(`wrong ${i}`)).toBe(401);
  expect(await status('wrong')).toBe(429);
  expect(await status('right, but not known yet')).toBe(429);
  expect(looks()).toBe(3);
  expect(await status('wrong', OTHERS)).toBe(401);
  clock.ms += 20_000;
  expect(await status('right, but not known yet')).toBe(200);
  expect(await status('wrong')).toBe(401);
  expect(await status('wrong')).toBe(429);
});

test('a credential that was valid before is still checked, unless it has become invalid', async () => {
  const { status, backoff } = setup();
  expect(await status('right', OTHERS)).toBe(200);
  for (let i = 0; i < 5; i++) await status(`wrong ${i}`);
  expect(await status('right')).toBe(200);
  const revoked = () => backoff.guard(MINE, 'right', () => Promise.reject(refusal('jwt_key_revoked')));
  await expect(revoked()).rejects.toMatchObject({ status: 429 });
  expect(await status('right')).toBe(429);
});

test('a valid JWT never waits, an invalid one is treated like a key', async () => {
  const { status, backoff } = setup();
  for (let i = 0; i < 3; i++) await status(`wrong ${i}`);
  const jwt = 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl';
  expect(await backoff.guard(MINE, jwt, async () => 'valid')).toBe('valid');
  expect(await status('eyJhbGciOiJIUzI1NiJ9.e30.Z3Vlc3NlZA')).toBe(429);
});

test('missing or expired credentials and other errors do not count as guesses', async () => {
  const { status, backoff } = setup();
  for (let i = 0; i < 10; i++) expect(await status('expired', MINE, 'jwt_expired')).toBe(401);
  for (let i = 0; i < 10; i++) expect(await status(null)).toBe(401);
  const fails = backoff.guard(MINE, 'any', () => Promise.reject(new Error('the database')));
  await expect(fails).rejects.toThrow('the database');
  expect(await status('wrong')).toBe(401);
});

test('a whole /64 is one network; 0 means no limit', async () => {
  const { status } = setup(1);
  expect(await status('wrong', '2001:db8::1')).toBe(401);
  expect(await status('wrong', '2001:db8::2')).toBe(429);
  const { status: unlimited } = setup(0);
  for (let i = 0; i < 100; i++) expect(await unlimited('wrong')).toBe(401);
});
