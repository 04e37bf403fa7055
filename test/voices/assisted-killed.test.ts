/** Kills writers of candidate sets at random moments: a set that is found afterwards is consistent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePlace, openDatabase } from '../../api/storage/database.ts';
import { ensureDefaultOwner } from '../../api/storage/owners.ts';
import { listVoices, readReference, type VoiceRecord } from '../../api/storage/voices.ts';
import { eachDatabase } from '../kit/databases.ts';
import { times } from '../kit/long-form.ts';
import { LASTING_SET } from '../kit/processes/candidate-writer.ts';
import { compile } from '../kit/processes/compile.ts';
import { writeUntilKilled } from '../kit/processes/killed-writer.ts';
import { versionOf } from '../kit/processes/voice-writer.ts';

const TIMEOUT_MS = times(120_000, 3_600_000);
const ROUNDS = { SQLite: times(6, 150), PostgreSQL: times(3, 80) } as const;
/** Several changes long, so that each stage of one is hit. */
const LONGEST_LIFE_MS = 120;

let writer: Awaited<ReturnType<typeof compile>>;
beforeAll(async () => {
  writer = await compile('test/kit/processes/candidate-writer.ts');
});
afterAll(() => writer?.remove());

/**
 * Lets a writer run until it has stored something and then for a random time more.
 * @returns the last take stored
 */
async function writeAndKill(place: DatabasePlace, ownerId: string, firstTake: number): Promise<number> {
  const args = [JSON.stringify(place), ownerId, String(firstTake)];
  const said = await writeUntilKilled(writer.path, args, LONGEST_LIFE_MS);
  return Number(said.trimEnd().split('\n').at(-1));
}

/** @throws Error when a set mixes takes, has two choices, or does not match its report */
async function checkSets(place: DatabasePlace, ownerId: string, stored: number): Promise<void> {
  const db = await openDatabase(place);
  try {
    const sets = await db.selectFrom('candidate_sets').select(['id', 'name']).execute();
    expect(sets.map(({ name }) => name)).toContain(LASTING_SET);
    const voices = await listVoices(db, ownerId);
    for (const set of sets) {
      const candidates = voices.filter(({ candidateSet }) => candidateSet === set.id);
      const offers = candidates.map(offerOf);
      const [first] = offers;
      // In other sets candidates are deleted one by one.
      if (set.name !== LASTING_SET) expect(candidates.length).toBeGreaterThan(0);
      else expect([candidates.length, first!.take >= stored]).toEqual([first!.candidates, true]);
      expect(candidates.filter(({ selected }) => selected).length).toBeLessThan(2);
      for (const [i, { name, selected, assistedReport, referenceId }] of candidates.entries()) {
        expect(offers[i]).toEqual({ ...first, name });
        expect(assistedReport?.chosen !== null).toBe(selected);
        const reference = await readReference(db, referenceId);
        expect(reference && versionOf(reference)).toBe(first!.take);
      }
    }
    expect(voices.filter(({ candidateSet }) => !sets.some(({ id }) => id === candidateSet))).toEqual([]);
    const references = await db.selectFrom('voice_references').select('voice_id').execute();
    expect(references.map((row) => row.voice_id).sort()).toEqual(voices.map(({ id }) => id).sort());
  } finally {
    await db.destroy();
  }
}

const offerOf = ({ assistedReport }: VoiceRecord) =>
  assistedReport?.offer as { name: string; candidates: number; take: number };

eachDatabase((databases) => {
  const rounds = ROUNDS[databases.kind];
  test(`${rounds} writers of candidates, killed at random moments`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const place = await databases.place();
    const db = await openDatabase(place);
    const { ownerId } = await ensureDefaultOwner(db);
    await db.destroy();
    let stored = 0;
    for (let round = 0; round < rounds; round++) {
      stored = await writeAndKill(place, ownerId, stored + 100);
      await checkSets(place, ownerId, stored);
    }
    expect(stored).toBeGreaterThan(100 * rounds);
  });
});
