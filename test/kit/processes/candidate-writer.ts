/**
 * A process that creates, changes, chooses from and deletes sets of candidates as fast as it can until it is killed:
 * candidate-writer.ts PLACE-AS-JSON OWNER FIRST-TAKE. Prints the number of the take after each change that is stored.
 */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import {
  chooseCandidate,
  insertCandidates,
  type NewCandidate,
  type NewCandidateSet,
  replaceCandidates,
} from '../../../api/storage/candidates.ts';
import { type Database, type DatabasePlace, openDatabase } from '../../../api/storage/database.ts';
import { deleteVoice, listVoices } from '../../../api/storage/voices.ts';
import { makeReference } from './voice-writer.ts';

/** The set that is repeatedly replaced. Others are created and deleted. */
export const LASTING_SET = 'lasting';

/** As many candidates as the take's number, and others than in the take before. */
function candidatesOf(name: string, take: number): NewCandidate[] {
  const count = 2 + (take % 4);
  return Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    name: `${name}_slow_${1 + ((take + i) % 6)}`,
    reference: makeReference(take),
    report: () => ({
      offer: { name: `${name}_slow_${1 + ((take + i) % 6)}`, candidates: count, take },
      chosen: null,
    }),
  }));
}

/** Returns the ids of a set by the prefix of their names. Creates the set with a take if it does not exist. */
async function idsOf(db: Database, set: NewCandidateSet, take: number): Promise<string[]> {
  const found = (await listVoices(db, set.ownerId)).filter(({ name }) => name.startsWith(set.name));
  if (found.length > 0) return found.map(({ id }) => id);
  return (await insertCandidates(db, set, candidatesOf(set.name, take))).map(({ id }) => id);
}

async function writeForEver(place: DatabasePlace, ownerId: string, firstTake: number): Promise<void> {
  const db = await openDatabase(place);
  const make = (id: string, name: string): NewCandidateSet => ({
    id,
    ownerId,
    name,
    langCode: 'en',
    tags: [],
  });
  const id = (
    await db.selectFrom('candidate_sets').select('id').where('name', '=', LASTING_SET).executeTakeFirst()
  )?.id;
  const lasting = make(id ?? randomUUID(), LASTING_SET);
  let ids = await idsOf(db, lasting, firstTake);
  for (let take = firstTake + 1; ; take++) {
    const sampling = { top_k: take, temperature: null };
    for (const one of ids.slice(0, 2)) await chooseCandidate(db, ownerId, one, () => sampling);
    const stored = await replaceCandidates(db, lasting, candidatesOf(LASTING_SET, take));
    ids = stored?.records.map((record) => record.id) ?? [];
    writeSync(1, `${take}\n`);
    if (take % 5 !== 0) continue;
    const passing = make(randomUUID(), `passing ${take}`);
    for (const one of await idsOf(db, passing, take)) await deleteVoice(db, ownerId, one);
  }
}

const [place, ownerId, firstTake] = process.argv.slice(2);
if (basename(process.argv[1] ?? '') === basename(import.meta.filename) && place) {
  await writeForEver(JSON.parse(place) as DatabasePlace, ownerId ?? '', Number(firstTake));
}
