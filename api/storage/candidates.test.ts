import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { VoiceReference } from '../../cloning/index.ts';
import { eachDatabase } from '../../test/kit/databases.ts';
import { isSetNameTaken, setName } from './candidate-sets.ts';
import {
  candidatesOf,
  chooseCandidate,
  insertCandidates,
  type NewCandidate,
  type NewCandidateSet,
  replaceCandidates,
  replaceReference,
} from './candidates.ts';
import type { Database } from './database.ts';
import { ensureDefaultOwner } from './owners.ts';
import { deleteVoice, findVoice, insertVoice, listVoices, readReference, updateVoice } from './voices.ts';

const NAME_TAKEN = { kind: 'voice_name_taken', status: 400 };

const DEFAULT = { top_k: null, temperature: null };
const asIs = () => DEFAULT;

function makeReference(transcript: string): VoiceReference {
  const markers = { slow: [], normal: [], fast: [] };
  return { lang: 'en', transcript, markers, codes: new TextEncoder().encode(transcript), report: {} };
}

/** Candidates with these names, all from one take. */
const candidates = (take: string, ...names: string[]): NewCandidate[] =>
  names.map((name) => ({
    id: randomUUID(),
    name,
    reference: makeReference(`${name} of ${take}`),
    report: (id) => ({ offer: { name, take, candidates: names.length }, id, chosen: null }),
  }));

eachDatabase((databases) => {
  async function setUp(): Promise<{ db: Database; ownerId: string; set: NewCandidateSet }> {
    const db = await databases.open();
    const { ownerId } = await ensureDefaultOwner(db);
    const set = { id: randomUUID(), ownerId, name: 'Ada', langCode: 'en', tags: ['candidates'] };
    return { db, ownerId, set };
  }

  const sets = (db: Database) => db.selectFrom('candidate_sets').select('name').execute();
  const named = async (db: Database, ownerId: string) =>
    Object.fromEntries((await listVoices(db, ownerId)).map((voice) => [voice.name, voice]));

  test('a set is returned as it was stored, with no choice', async () => {
    const { db, ownerId, set } = await setUp();
    const offered = candidates('one', 'A', 'B');
    const records = await insertCandidates(db, set, offered);
    expect(records).toMatchObject(
      offered.map(({ id, name }) => ({
        id,
        ownerId,
        name,
        langCode: 'en',
        tags: ['candidates'],
        assisted: true,
        selected: false,
        candidateSet: set.id,
        assistedReport: { offer: { name, take: 'one', candidates: 2 }, id, chosen: null },
      })),
    );
    const inOrder = records.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(await candidatesOf(db, set.id)).toEqual(inOrder);
    expect((await readReference(db, records[1]!.referenceId))?.transcript).toBe('B of one');
    expect(await setName(db, ownerId, set.id)).toBe('Ada');
    expect(await setName(db, 'somebody else', set.id)).toBeUndefined();
    expect([await isSetNameTaken(db, ownerId, 'Ada'), await isSetNameTaken(db, 'else', 'Ada')]).toEqual([
      true,
      false,
    ]);
  });

  test('a set is stored completely or not at all', async () => {
    const { db, ownerId, set } = await setUp();
    await insertVoice(db, { ownerId, name: 'B', langCode: 'en', tags: [] }, makeReference('plain'));
    await expect(insertCandidates(db, set, candidates('one', 'A', 'B'))).rejects.toMatchObject(NAME_TAKEN);
    expect(Object.keys(await named(db, ownerId))).toEqual(['B']);
    expect(await sets(db)).toEqual([]);
    await insertCandidates(db, set, candidates('one', 'A'));
    const other = { ...set, id: randomUUID() };
    await expect(insertCandidates(db, other, candidates('two', 'C'))).rejects.toMatchObject(NAME_TAKEN);
    expect(Object.keys(await named(db, ownerId)).sort()).toEqual(['A', 'B']);
  });

  test('when a set is learned again, voices with the same names are kept', async () => {
    const { db, ownerId, set } = await setUp();
    const [a, b] = await insertCandidates(db, set, candidates('one', 'A', 'B'));
    await chooseCandidate(db, ownerId, a!.id, asIs);
    await updateVoice(db, ownerId, a!.id, { name: 'Renamed', tags: ['mine'] });
    const before = await candidatesOf(db, set.id);
    const stored = await replaceCandidates(db, { ...set, langCode: 'de' }, candidates('two', 'C', 'A'));
    expect(stored?.before).toEqual(before);
    expect(stored?.records.map(({ name, id }) => [name, id])).toEqual([
      ['C', expect.any(String)],
      ['Renamed', a!.id],
    ]);
    const after = await named(db, ownerId);
    expect(Object.keys(after).sort()).toEqual(['C', 'Renamed']);
    expect(after.Renamed).toMatchObject({
      tags: ['mine'],
      langCode: 'de',
      selected: false,
      assistedReport: { offer: { name: 'A', take: 'two' }, id: a!.id, chosen: null },
    });
    expect(after.Renamed?.referenceId).not.toBe(a!.referenceId);
    expect((await readReference(db, after.Renamed!.referenceId))?.transcript).toBe('A of two');
    for (const old of [a, b]) expect(await readReference(db, old!.referenceId)).toBeUndefined();
  });

  test('when learning a set again fails, nothing changes', async () => {
    const { db, ownerId, set } = await setUp();
    await insertVoice(db, { ownerId, name: 'C', langCode: 'en', tags: [] }, makeReference('plain'));
    const [a] = await insertCandidates(db, set, candidates('one', 'A', 'B'));
    await chooseCandidate(db, ownerId, a!.id, asIs);
    const before = await listVoices(db, ownerId);
    await expect(replaceCandidates(db, set, candidates('two', 'B', 'C'))).rejects.toMatchObject(NAME_TAKEN);
    expect(await listVoices(db, ownerId)).toEqual(before);
    expect(await replaceCandidates(db, { ...set, ownerId: 'else' }, candidates('two', 'B'))).toBeUndefined();
    expect(await replaceCandidates(db, { ...set, id: randomUUID() }, candidates('two', 'B'))).toBeUndefined();
    expect(await listVoices(db, ownerId)).toEqual(before);
  });

  test('choosing one deselects the others, and leaves other sets unchanged', async () => {
    const { db, ownerId, set } = await setUp();
    const [a, b] = await insertCandidates(db, set, candidates('one', 'A', 'B'));
    const other = { ...set, id: randomUUID(), name: 'Bob' };
    const [c] = await insertCandidates(db, other, candidates('one', 'C'));
    await chooseCandidate(db, ownerId, c!.id, asIs);
    for (const [voice, sampling] of [
      [a, { top_k: 10, temperature: null }],
      [a, DEFAULT],
      [b, { top_k: 3, temperature: 0.5 }],
    ] as const) {
      expect(await chooseCandidate(db, ownerId, voice!.id, () => sampling)).toEqual(sampling);
      const voices = Object.values(await named(db, ownerId));
      const chosen = voices.filter(({ selected }) => selected).map(({ name }) => name);
      expect(chosen.sort()).toEqual([voice!.name, 'C']);
      for (const { name, assistedReport } of voices) {
        const wanted = name === voice!.name ? sampling : name === 'C' ? DEFAULT : null;
        expect(assistedReport?.chosen).toEqual(wanted);
      }
    }
    expect((await findVoice(db, ownerId, b!.id))?.referenceId).toBe(b!.referenceId);
  });

  test('a variant that is not offered, a plain voice or an unknown one cannot be chosen', async () => {
    const { db, ownerId, set } = await setUp();
    const [a] = await insertCandidates(db, set, candidates('one', 'A'));
    const plain = await insertVoice(
      db,
      { ownerId, name: 'plain', langCode: 'en', tags: [] },
      makeReference('plain'),
    );
    const before = await listVoices(db, ownerId);
    expect(await chooseCandidate(db, ownerId, a!.id, () => undefined)).toBeUndefined();
    expect(await chooseCandidate(db, ownerId, plain.id, asIs)).toBeNull();
    expect(await chooseCandidate(db, ownerId, randomUUID(), asIs)).toBeUndefined();
    expect(await chooseCandidate(db, 'else', a!.id, asIs)).toBeUndefined();
    expect(await listVoices(db, ownerId)).toEqual(before);
  });

  test('a candidate that is learned again by itself stays one, with its offer and the choice', async () => {
    const { db, ownerId, set } = await setUp();
    const [a] = await insertCandidates(db, set, candidates('one', 'A', 'B'));
    // The record from before the choice.
    await chooseCandidate(db, ownerId, a!.id, asIs);
    const learned = { langCode: 'de', report: { enhancer: 'own' } };
    const after = await replaceReference(db, ownerId, a!, learned, makeReference('new'));
    expect(after).toMatchObject({ selected: true, langCode: 'de', candidateSet: set.id });
    expect(after?.assistedReport).toEqual({
      offer: { name: 'A', take: 'one', candidates: 2 },
      id: a!.id,
      chosen: DEFAULT,
      reference: { enhancer: 'own' },
    });
    expect((await readReference(db, after!.referenceId))?.transcript).toBe('new');
    for (const { id } of await candidatesOf(db, set.id)) await deleteVoice(db, ownerId, id);
    expect(await replaceReference(db, ownerId, a!, learned, makeReference('new'))).toBeUndefined();
  });

  test('deleting the last candidate deletes the set', async () => {
    const { db, ownerId, set } = await setUp();
    const [a, b] = await insertCandidates(db, set, candidates('one', 'A', 'B'));
    expect(await deleteVoice(db, ownerId, a!.id)).toBe(true);
    expect(await sets(db)).toEqual([{ name: 'Ada' }]);
    expect(await deleteVoice(db, 'else', b!.id)).toBe(false);
    expect(await deleteVoice(db, ownerId, b!.id)).toBe(true);
    expect(await sets(db)).toEqual([]);
    expect(await deleteVoice(db, ownerId, b!.id)).toBe(false);
    await insertCandidates(db, { ...set, id: randomUUID() }, candidates('two', 'A', 'B'));
  });

  test('with concurrent changes a set is always from one take and has at most one choice', {
    timeout: 60_000,
  }, async () => {
    const { db, ownerId, set } = await setUp();
    const NAMES = ['A', 'B', 'C', 'D'];
    for (let round = 0; round < 4; round++) {
      const now = { ...set, id: randomUUID(), name: `Set ${round}` };
      const records = await insertCandidates(db, now, candidates('first', ...NAMES));
      const ids = records.map(({ id }) => id);
      const done = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) => {
          const id = ids[i % ids.length]!;
          if (i % 5 === 4) return deleteVoice(db, ownerId, ids[Math.floor(i / 5)]!);
          if (i % 2 === 0)
            return chooseCandidate(db, ownerId, id, () => ({ top_k: i + 1, temperature: null }));
          return replaceCandidates(db, now, candidates(`take ${i}`, ...NAMES.slice(i % 3)));
        }),
      );
      expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
      const voices = await candidatesOf(db, now.id);
      expect(new Set(voices.map(({ assistedReport }) => takeOf(assistedReport))).size).toBeLessThan(2);
      const chosen = voices.filter(({ selected }) => selected);
      expect(chosen.length).toBeLessThan(2);
      for (const { name, selected, assistedReport, referenceId } of voices) {
        expect(assistedReport?.chosen !== null).toBe(selected);
        expect((await readReference(db, referenceId))?.transcript).toBe(
          `${name} of ${takeOf(assistedReport)}`,
        );
      }
      for (const { id } of voices) await deleteVoice(db, ownerId, id);
    }
    expect(await sets(db)).toEqual([]);
    expect(await listVoices(db, ownerId)).toEqual([]);
    expect(await db.selectFrom('voice_references').select('id').execute()).toEqual([]);
  });
});

/** The take that a candidate was made from. */
function takeOf(report: Readonly<Record<string, unknown>> | null): string {
  const { take } = (report?.offer ?? {}) as { take?: string };
  if (take === undefined) throw new Error('it is not offered');
  return take;
}
