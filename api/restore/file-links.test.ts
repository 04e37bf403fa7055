import { expect, test } from 'vitest';
import type { Identity } from '../credentials/authenticator.ts';
import { temporaryDatabase } from '../testing.ts';
import { FILE_LINK_SECONDS, FileLinks } from './file-links.ts';

const JOB = '8f14e45f-ceea-467f-a1d3-2f1b7a1d8a35';

async function setup() {
  const clock = { ms: 1_800_000_000_000 };
  const valid = { all: true };
  const db = await temporaryDatabase();
  const authenticator = { isStillValid: async () => valid.all };
  const links = new FileLinks({ db, authenticator, now: () => clock.ms });
  const me: Identity = { ownerId: 'me', keyId: 'my key', expiresAtMs: null };
  const token = async (identity = me): Promise<string> =>
    new URL(await links.path(identity, JOB), 'http://x').searchParams.get('token') ?? '';
  return { clock, valid, links, me, token, db };
}

test('a link is a path, and identifies on whose behalf it is followed', async () => {
  const { links, me, token } = await setup();
  expect(await links.path(me, JOB)).toMatch(new RegExp(`^/restore/${JOB}/file\\?token=[\\w.-]+$`));
  expect(await links.verify(await token(), JOB)).toEqual(me);
});

test('it is valid for 15 minutes, and no longer than the JWT that it was issued for', async () => {
  const { clock, links, me, token } = await setup();
  const [plain, brief] = [await token(), await token({ ...me, expiresAtMs: clock.ms + 10_000 })];
  clock.ms += 9000;
  await links.verify(brief, JOB);
  clock.ms += 2000;
  await expect(links.verify(brief, JOB)).rejects.toMatchObject({ status: 401 });
  await links.verify(plain, JOB);
  clock.ms += FILE_LINK_SECONDS * 1000;
  await expect(links.verify(plain, JOB)).rejects.toThrow('has expired');
});

test('it is valid only for its job, and only while the key is', async () => {
  const { links, valid, token } = await setup();
  const one = await token();
  await expect(links.verify(one, 'another')).rejects.toThrow('another job');
  for (const forged of ['', 'x', `${one}x`, one.replace(/^[^.]*/, 'e30')])
    await expect(links.verify(forged, JOB)).rejects.toMatchObject({ status: 401 });
  valid.all = false;
  await expect(links.verify(one, JOB)).rejects.toThrow('revoked');
});
