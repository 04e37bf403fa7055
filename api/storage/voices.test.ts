import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { VoiceReference } from '../../cloning/index.ts';
import { eachDatabase } from '../../test/kit/databases.ts';
import type { Database } from './database.ts';
import { ensureDefaultOwner } from './owners.ts';
import { deleteVoice, findVoice, insertVoice, listVoices, readReference, updateVoice } from './voices.ts';

const NAME_TAKEN = { kind: 'voice_name_taken', status: 400 };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function makeReference(transcript: string, bytes = 1000): VoiceReference {
  const markers = [{ text: transcript, startMs: 0, endMs: 450.5 }];
  return {
    lang: 'en',
    transcript,
    markers: { slow: markers, normal: markers, fast: [] },
    codes: new Uint8Array(randomBytes(bytes)),
    report: { seconds: 7.5, base: 'joe', accepted: true, notice: null },
  };
}

eachDatabase((databases) => {
  async function setUp(): Promise<{ db: Database; ownerId: string; otherId: string }> {
    const db = await databases.open();
    const { ownerId } = await ensureDefaultOwner(db);
    const otherId = 'the other owner';
    await db
      .insertInto('owners')
      .values({ id: otherId, name: 'other', created_at: '2026-01-01T00:00:00Z' })
      .execute();
    return { db, ownerId, otherId };
  }

  test('a voice is returned as it was stored, with its reference unchanged to the byte', async () => {
    const { db, ownerId } = await setUp();
    const reference = makeReference('Grüße, 世界 \u{1f600} "quoted"', 300_001);
    const voice = { ownerId, name: 'Ünal', langCode: 'de', tags: ['warm', 'a,b'] };
    const stored = await insertVoice(db, voice, reference);
    expect(stored).toMatchObject({ ...voice, assisted: false, selected: false, assistedReport: null });
    expect(stored.id).toMatch(UUID);
    expect(new Date(stored.createdAt).toISOString()).toBe(stored.createdAt);
    expect(stored.updatedAt).toBe(stored.createdAt);
    expect(await findVoice(db, ownerId, stored.id)).toEqual(stored);
    expect(await listVoices(db, ownerId)).toEqual([stored]);
    const read = await readReference(db, stored.referenceId);
    // Compared in one call, because the matcher would take seconds.
    expect(Buffer.compare(read?.codes ?? new Uint8Array(), reference.codes)).toBe(0);
    expect({ ...read, codes: null }).toEqual({ ...reference, codes: null });
  });

  test('any text can be stored and requested', async () => {
    const { db, ownerId } = await setUp();
    for (const odd of ['nul \0', 'half a pair \ud800', "quote ' and $1", '\u202e\u0301', '']) {
      const voice = { ownerId, name: odd, langCode: odd, tags: [odd], assistedReport: { odd } };
      const reference = { ...makeReference(odd), report: { odd } };
      const { id, referenceId } = await insertVoice(db, voice, reference);
      expect(await findVoice(db, ownerId, id)).toMatchObject({ tags: [odd], assistedReport: { odd } });
      expect(await readReference(db, referenceId)).toMatchObject({ report: { odd } });
      expect(await findVoice(db, ownerId, odd)).toBeUndefined();
      expect(await readReference(db, odd)).toBeUndefined();
      expect(await updateVoice(db, ownerId, odd, { name: odd })).toBeUndefined();
      expect(await deleteVoice(db, ownerId, odd)).toBe(false);
    }
  });

  test('codes in shared or borrowed memory are stored alike, and are returned aligned for numbers', async () => {
    const { db, ownerId } = await setUp();
    const shared = new Uint8Array(new SharedArrayBuffer(64)).fill(7);
    const part = new Uint8Array(new ArrayBuffer(64), 3, 40).fill(9);
    for (const codes of [shared, part]) {
      const voice = { ownerId, name: `voice ${codes[0]}`, langCode: 'en', tags: [] };
      const { referenceId } = await insertVoice(db, voice, { ...makeReference('x'), codes });
      const read = await readReference(db, referenceId);
      expect(read?.codes).toEqual(Uint8Array.from(codes));
      expect(read?.codes.byteOffset).toBe(0);
    }
  });

  test('assisted voices keep their report and whether they are selected', async () => {
    const { db, ownerId } = await setUp();
    const assistedReport = { rank: 1, reference: { score: 0.25, sentences: ['One.', 'Two.'] } };
    const voice = { ownerId, name: 'a', langCode: 'en', tags: [], assisted: true, assistedReport };
    const { id } = await insertVoice(db, voice, makeReference('x'));
    expect(await findVoice(db, ownerId, id)).toMatchObject({
      assisted: true,
      selected: false,
      assistedReport,
    });
    const chosen = { ...assistedReport, top_k: 10 };
    await updateVoice(db, ownerId, id, { selected: true, assistedReport: chosen });
    expect(await findVoice(db, ownerId, id)).toMatchObject({ selected: true, assistedReport: chosen });
    expect((await updateVoice(db, ownerId, id, { assistedReport: null }))?.assistedReport).toBeNull();
  });

  test('a change keeps the fields that it does not name', async () => {
    const { db, ownerId } = await setUp();
    const reference = makeReference('x');
    const before = await insertVoice(db, { ownerId, name: 'a', langCode: 'en', tags: ['t'] }, reference);
    const renamed = await updateVoice(db, ownerId, before.id, { name: 'b' });
    expect(renamed).toEqual({ ...before, name: 'b', updatedAt: renamed?.updatedAt });
    expect(await updateVoice(db, ownerId, before.id, { tags: [] })).toMatchObject({ name: 'b', tags: [] });
    expect(await readReference(db, before.referenceId)).toEqual(reference);
  });

  test('a replaced reference has a new id, and nothing is left of the old one', async () => {
    const { db, ownerId } = await setUp();
    const voice = { ownerId, name: 'a', langCode: 'en', tags: ['t'] };
    const before = await insertVoice(db, voice, makeReference('old'));
    const reference = makeReference('new');
    const after = await updateVoice(db, ownerId, before.id, { langCode: 'de' }, reference);
    expect(after).toMatchObject({ ...voice, id: before.id, langCode: 'de', createdAt: before.createdAt });
    expect(after?.referenceId).not.toBe(before.referenceId);
    expect(await readReference(db, before.referenceId)).toBeUndefined();
    expect(await readReference(db, after?.referenceId ?? '')).toEqual(reference);
    expect(await findVoice(db, ownerId, before.id)).toEqual(after);
  });

  test('names are unique within a library, not among libraries', async () => {
    const { db, ownerId, otherId } = await setUp();
    const make = (owner: string, name: string) =>
      insertVoice(db, { ownerId: owner, name, langCode: 'en', tags: [] }, makeReference(name));
    await make(ownerId, 'a');
    const b = await make(ownerId, 'b');
    await expect(make(ownerId, 'a')).rejects.toMatchObject(NAME_TAKEN);
    await expect(make(otherId, 'a')).resolves.toBeDefined();
    await expect(updateVoice(db, ownerId, b.id, { name: 'a' }, makeReference('new'))).rejects.toMatchObject(
      NAME_TAKEN,
    );
    expect(await findVoice(db, ownerId, b.id)).toEqual(b);
    expect(await readReference(db, b.referenceId)).toMatchObject({ transcript: 'b' });
    await expect(updateVoice(db, ownerId, b.id, { name: 'b' })).resolves.toBeDefined();
    const racing = await Promise.allSettled(Array.from({ length: 5 }, () => make(ownerId, 'c')));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listVoices(db, ownerId)).toHaveLength(3);
  });

  test("another owner's voice can be neither found, changed nor deleted", async () => {
    const { db, ownerId, otherId } = await setUp();
    const mine = await insertVoice(db, { ownerId, name: 'a', langCode: 'en', tags: [] }, makeReference('x'));
    expect(await findVoice(db, otherId, mine.id)).toBeUndefined();
    expect(await listVoices(db, otherId)).toEqual([]);
    expect(await updateVoice(db, otherId, mine.id, { name: 'b' }, makeReference('y'))).toBeUndefined();
    expect(await deleteVoice(db, otherId, mine.id)).toBe(false);
    expect(await findVoice(db, ownerId, mine.id)).toEqual(mine);
    expect(await readReference(db, mine.referenceId)).toMatchObject({ transcript: 'x' });
  });

  test('deleting leaves no row behind, and succeeds once', async () => {
    const { db, ownerId } = await setUp();
    const voice = { ownerId, name: 'a', langCode: 'en', tags: [] };
    const { id, referenceId } = await insertVoice(db, voice, makeReference('x'));
    expect(await deleteVoice(db, ownerId, id)).toBe(true);
    expect(await deleteVoice(db, ownerId, id)).toBe(false);
    expect(await findVoice(db, ownerId, id)).toBeUndefined();
    expect(await readReference(db, referenceId)).toBeUndefined();
    expect(await db.selectFrom('voice_references').selectAll().execute()).toEqual([]);
    expect(await updateVoice(db, ownerId, id, { name: 'b' }, makeReference('y'))).toBeUndefined();
    await expect(insertVoice(db, voice, makeReference('x'))).resolves.toBeDefined();
  });

  test('a voice without an owner is not stored, nor its reference', async () => {
    const { db } = await setUp();
    const voice = { ownerId: 'nobody', name: 'a', langCode: 'en', tags: [] };
    await expect(insertVoice(db, voice, makeReference('x'))).rejects.toThrow(/foreign key/i);
    expect(await db.selectFrom('voice_references').selectAll().execute()).toEqual([]);
  });

  test('several voices change in the transaction of a caller, or none', async () => {
    const { db, ownerId } = await setUp();
    const one = await insertVoice(db, { ownerId, name: 'one', langCode: 'en', tags: [] }, makeReference('x'));
    const work = db.transaction().execute(async (transaction) => {
      await updateVoice(transaction, ownerId, one.id, { selected: true });
      await insertVoice(transaction, { ownerId, name: 'two', langCode: 'en', tags: [] }, makeReference('y'));
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await listVoices(db, ownerId)).toEqual([one]);
  });

  test('concurrent changes of one voice are serialised, and readers never see a part of one', async () => {
    const { db, ownerId } = await setUp();
    const { id } = await insertVoice(
      db,
      { ownerId, name: 'a', langCode: 'en', tags: ['0'] },
      makeReference('0'),
    );
    const versions = Array.from({ length: 12 }, (_, index) => String(index + 1));
    const changed = versions.map((version) =>
      updateVoice(db, ownerId, id, { tags: [version] }, makeReference(version, 100_000)),
    );
    const found = versions.map(async () => (await listVoices(db, ownerId)).map((voice) => voice.id));
    expect(await Promise.all(found)).toEqual(versions.map(() => [id]));
    await Promise.all(changed);
    const [voice, ...others] = await listVoices(db, ownerId);
    expect(others).toEqual([]);
    const reference = await readReference(db, voice?.referenceId ?? '');
    expect(voice?.tags).toEqual([reference?.transcript]);
    expect(await db.selectFrom('voice_references').select('id').execute()).toHaveLength(1);
  });

  test('a voice that is changed and deleted concurrently is deleted completely', async () => {
    const { db, ownerId } = await setUp();
    for (let round = 0; round < 5; round++) {
      const voice = { ownerId, name: `voice ${round}`, langCode: 'en', tags: [] };
      const { id } = await insertVoice(db, voice, makeReference('x'));
      const [, deleted] = await Promise.all([
        updateVoice(db, ownerId, id, {}, makeReference('y', 100_000)),
        deleteVoice(db, ownerId, id),
      ]);
      expect(deleted).toBe(true);
    }
    expect(await listVoices(db, ownerId)).toEqual([]);
    expect(await db.selectFrom('voice_references').select('id').execute()).toEqual([]);
  });
});
