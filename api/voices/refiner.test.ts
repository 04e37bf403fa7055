import { expect, onTestFinished, test } from 'vitest';
import type { RefinedVoice, RefinementRequest, VoiceReference } from '../../cloning/index.ts';
import { eachDatabase } from '../../test/kit/databases.ts';
import { until } from '../../test/kit/server.ts';
import type { QueueTiming } from '../leases/timing.ts';
import { createLog } from '../observability/log.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import {
  deleteVoice,
  findVoice,
  insertVoice,
  readReference,
  updateVoice,
  type VoiceRecord,
} from '../storage/voices.ts';
import { Refiner } from './refiner.ts';

const QUICK = { leaseMs: 10_000, renewMs: 50, pollMs: 20, backoffMs: [10, 10] };

const first = (name: string): VoiceReference => ({
  lang: 'en',
  transcript: `I am ${name}.`,
  markers: { slow: [], normal: [{ text: name, startMs: 1, endMs: 2 }], fast: [] },
  codes: Buffer.from(`${name}, first`),
  report: { seconds: 8, base: 'joe' },
  refinement: `basis of ${name}`,
});

const better = ({ codes }: RefinementRequest): RefinedVoice => ({
  codes: Buffer.from(Buffer.from(codes).toString().replace('first', 'refined')),
  report: { base: 'kokoro' },
  change: 'It was moved',
});

eachDatabase((databases) => {
  async function setUp() {
    const place = await databases.place();
    const open = async (): Promise<Database> => {
      const db = await openDatabase(place);
      onTestFinished(() => db.destroy());
      return db;
    };
    const db = await open();
    const { ownerId } = await ensureDefaultOwner(db);
    const voice = (name: string): Promise<VoiceRecord> =>
      insertVoice(db, { ownerId, name, langCode: 'en', tags: [] }, first(name));
    const now = (id: string): Promise<VoiceRecord | undefined> => findVoice(db, ownerId, id);
    const codesOf = async (id: string): Promise<string> => {
      const record = await now(id);
      const reference = record && (await readReference(db, record.referenceId));
      return Buffer.from(reference?.codes ?? []).toString();
    };
    const left = async (): Promise<number> =>
      (await db.selectFrom('voice_refinements').selectAll().execute()).length;
    return { open, db, ownerId, voice, now, codesOf, left };
  }

  function refineWith(
    db: Database,
    refine: (request: RefinementRequest, signal: AbortSignal) => Promise<RefinedVoice>,
    timing: Partial<QueueTiming> = {},
  ) {
    const dropped: string[] = [];
    const refiner = new Refiner({
      db,
      cloning: { refine: (request, { signal } = {}) => refine(request, signal ?? AbortSignal.abort()) },
      library: { drop: (_owner, { referenceId }) => void dropped.push(referenceId) },
      log: createLog({ logLevel: 'silent' }),
      timing: { ...QUICK, ...timing },
    });
    refiner.start();
    onTestFinished(() => refiner.close());
    return { refiner, dropped };
  }

  /** Never settles until it is aborted. */
  const endlessly = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  test('a voice can be used at once, and its codes are replaced in one write', async () => {
    const { db, voice, now, codesOf, left } = await setUp();
    const before = await voice('Ada');
    expect(before).toMatchObject({ isRefining: true, refined: null });
    expect(await now(before.id)).toEqual(before);
    const bases: string[] = [];
    const { dropped } = refineWith(db, async (request) => {
      bases.push(request.basis);
      return better(request);
    });
    await until('the voice is refined', async () => (await now(before.id))?.isRefining === false);
    const after = await now(before.id);
    expect(after).toMatchObject({ id: before.id, name: 'Ada', refined: 'It was moved' });
    expect(after?.referenceId).not.toBe(before.referenceId);
    expect(await codesOf(before.id)).toBe('Ada, refined');
    expect(await readReference(db, after?.referenceId ?? '')).toMatchObject({
      transcript: 'I am Ada.',
      markers: first('Ada').markers,
      report: { seconds: 8, base: 'kokoro' },
    });
    expect(await readReference(db, before.referenceId)).toBeUndefined();
    expect(dropped).toEqual([before.referenceId]);
    expect(bases).toEqual(['basis of Ada']);
    expect(await left()).toBe(0);
  });

  test('processes share the voices: each is refined once', async () => {
    const { open, db: own, voice, left, codesOf } = await setUp();
    const names = ['Ada', 'Ben', 'Cem', 'Dot', 'Eva', 'Fay'];
    const voices = await Promise.all(names.map(voice));
    const refined: string[] = [];
    for (let process = 0; process < 3; process++) {
      // An SQLite file belongs to one process.
      const db = databases.kind === 'SQLite' ? own : await open();
      refineWith(db, async (request) => {
        refined.push(request.basis);
        return better(request);
      });
    }
    await until('nothing is left', async () => (await left()) === 0);
    expect(refined.toSorted()).toEqual(names.map((name) => `basis of ${name}`));
    expect(await Promise.all(voices.map(({ id }) => codesOf(id)))).toEqual(
      names.map((name) => `${name}, refined`),
    );
  });

  test('a change or a deletion during refinement takes precedence', async () => {
    const { db, ownerId, voice, now, codesOf, left } = await setUp();
    const [replaced, renamed, deleted] = [await voice('Ada'), await voice('Ben'), await voice('Cem')];
    const again: VoiceReference = { ...first('Ada'), codes: Buffer.from('Ada, again'), refinement: null };
    refineWith(db, async (request) => {
      if (request.basis.endsWith('Ada')) await updateVoice(db, ownerId, replaced.id, {}, again);
      if (request.basis.endsWith('Ben')) await updateVoice(db, ownerId, renamed.id, { name: 'Benno' });
      if (request.basis.endsWith('Cem')) await deleteVoice(db, ownerId, deleted.id);
      return better(request);
    });
    await until('nothing is left', async () => (await left()) === 0);
    await until('the last is refined', async () => (await now(renamed.id))?.refined !== null);
    expect(await codesOf(replaced.id)).toBe('Ada, again');
    expect(await now(replaced.id)).toMatchObject({ isRefining: false, refined: null });
    expect(await codesOf(renamed.id)).toBe('Ben, refined');
    expect(await now(renamed.id)).toMatchObject({ name: 'Benno' });
    expect(await now(deleted.id)).toBeUndefined();
  });

  test('refinement ends when the voice is deleted', async () => {
    const { db, ownerId, voice } = await setUp();
    const { id } = await voice('Ada');
    let reason: unknown = null;
    refineWith(db, async (_, signal) => {
      await deleteVoice(db, ownerId, id);
      return endlessly(signal).catch((error: unknown) => {
        reason = error;
        throw error;
      });
    });
    await until('it ends', async () => reason !== null);
    expect(reason).toMatchObject({ message: expect.stringMatching(/no longer/) });
  });

  test('another process takes a voice over when its own stops or is lost', async () => {
    const { open, db, voice, codesOf, left } = await setUp();
    const { id } = await voice('Ada');
    let begun = 0;
    const { refiner } = refineWith(await open(), (_, signal) => {
      begun++;
      return endlessly(signal);
    });
    await until('it is begun', async () => begun === 1);
    await refiner.close();
    // Returned at once, and not counted as an attempt.
    expect(await db.selectFrom('voice_refinements').select(['lease', 'attempts']).execute()).toEqual([
      { lease: null, attempts: 0 },
    ]);
    // The state that a killed process leaves.
    await db
      .updateTable('voice_refinements')
      .set({ lease: 'dead', lease_until: new Date(Date.now() + 300).toISOString(), attempts: 1 })
      .execute();
    refineWith(await open(), async (request) => better(request));
    await until('nothing is left', async () => (await left()) === 0);
    expect(await codesOf(id)).toBe('Ada, refined');
  });

  test('a voice that cannot be refined is unchanged, and reports it', async () => {
    const { db, voice, now, codesOf } = await setUp();
    const { id } = await voice('Ada');
    let attempts = 0;
    refineWith(db, async () => {
      attempts++;
      throw new Error('no voice speaks');
    });
    await until('it is given up', async () => (await now(id))?.isRefining === false);
    expect(attempts).toBe(3);
    expect((await now(id))?.refined).toMatch(/could not be refined/);
    expect(await codesOf(id)).toBe('Ada, first');
  });
});
