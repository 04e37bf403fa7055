import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { Authenticator } from '../credentials/authenticator.ts';
import { createKey } from '../credentials/keys.ts';
import { temporaryDatabase } from '../testing.ts';
import { copyDatabase } from './copy.ts';
import { ensureDefaultOwner, ensureOwner } from './owners.ts';
import { addUsage, usageByDay } from './usage.ts';
import { insertVoice, listVoices, readReference } from './voices.ts';

eachDatabase((databases) => {
  test('all rows of an SQLite file are copied to the other database, once', async () => {
    const from = await temporaryDatabase();
    const { ownerId } = await ensureDefaultOwner(from);
    const ada = await ensureOwner(from, 'Ada');
    const { key, info } = await createKey(from, ownerId, 'one');
    await addUsage(from, [
      { keyId: info.id, day: '2026-01-01', characters: 5, audioMs: 2 ** 40, requests: 1 },
    ]);
    for (let i = 0; i < 5; i++) {
      await insertVoice(
        from,
        { ownerId: i % 2 === 0 ? ownerId : ada.ownerId, name: `voice ${i}`, langCode: 'en', tags: ['a'] },
        {
          lang: 'en',
          transcript: `words ${i}`,
          markers: { slow: [], normal: [{ text: 'words', startMs: 0, endMs: 1.5 }], fast: [] },
          codes: new Uint8Array(1000).fill(i),
          report: { i },
        },
      );
    }
    const authenticator = await Authenticator.open(from);
    const jwt = await authenticator.issueToken(await authenticator.authenticate({ xApiKey: key }), 60);
    await authenticator.close();

    const to = await databases.open();
    expect(await copyDatabase(from, to)).toMatchObject({ owners: 2, api_keys: 1, voices: 5 });
    for (const owner of [ownerId, ada.ownerId]) {
      const voices = await listVoices(from, owner);
      expect(await listVoices(to, owner)).toEqual(voices);
      for (const { referenceId } of voices) {
        expect(await readReference(to, referenceId)).toEqual(await readReference(from, referenceId));
      }
    }
    expect(await usageByDay(to, ownerId, '2026-01-01')).toEqual(
      await usageByDay(from, ownerId, '2026-01-01'),
    );
    const there = await Authenticator.open(to);
    await expect(there.authenticate({ jwtQuery: jwt })).resolves.toMatchObject({ ownerId });
    await there.close();

    await expect(copyDatabase(from, to)).rejects.toThrow('database to copy to is not empty');
    expect(await listVoices(to, ownerId)).toHaveLength(3);
  });

  test('a copy that fails leaves the other database empty', async () => {
    const from = await temporaryDatabase();
    const { ownerId } = await ensureDefaultOwner(from);
    await createKey(from, ownerId, 'one');
    const to = await databases.open();
    await to.insertInto('secrets').values({ name: 'jwt', value: 'x', created_at: 'now' }).execute();
    await expect(copyDatabase(from, to)).rejects.toThrow('table secrets');
    expect(await to.selectFrom('owners').select('id').execute()).toEqual([]);
  });
});
