import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Markers, VoiceReference } from '../../cloning/index.ts';
import { refusal } from '../errors/api-error.ts';
import { dropIfEmpty, takeSet } from './candidate-sets.ts';
import type { Database } from './database.ts';
import { isUniqueViolation } from './faults.ts';
import type { VoicesTable } from './schema.ts';

/** A voice in a user's library. Times are ISO 8601 in UTC. */
export interface VoiceRecord {
  /** A UUID. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly langCode: string;
  readonly tags: readonly string[];
  readonly assisted: boolean;
  readonly selected: boolean;
  readonly assistedReport: Readonly<Record<string, unknown>> | null;
  /** The set it is a candidate of. */
  readonly candidateSet: string | null;
  /** Changes whenever the reference is replaced. */
  readonly referenceId: string;
  /** Whether the reference will be replaced by a better one. */
  readonly isRefining: boolean;
  /** The changes made by refining it; null before that, and if there was nothing to refine. */
  readonly refined: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewVoice {
  /** A UUID; a new one by default. */
  readonly id?: string;
  readonly ownerId: string;
  readonly name: string;
  readonly langCode: string;
  readonly tags: readonly string[];
  readonly assisted?: boolean;
  readonly selected?: boolean;
  readonly assistedReport?: Readonly<Record<string, unknown>> | null;
  readonly candidateSet?: string | null;
}

/** The fields that may change. Absent or undefined ones stay. */
export type VoiceChanges = {
  readonly [K in 'name' | 'langCode' | 'tags' | 'assisted' | 'selected' | 'assistedReport']?:
    | NewVoice[K]
    | undefined;
};

/**
 * Stores a voice together with its reference, both or neither.
 * @throws ApiError voice_name_taken
 */
export async function insertVoice(
  db: Database,
  voice: NewVoice,
  reference: VoiceReference,
): Promise<VoiceRecord> {
  const now = new Date().toISOString();
  return refusingTakenNames(() =>
    inTransaction(db, async (transaction) => {
      const row = await transaction
        .insertInto('voices')
        .values({
          id: voice.id ?? randomUUID(),
          owner_id: voice.ownerId,
          name: voice.name,
          lang_code: voice.langCode,
          tags: JSON.stringify(voice.tags),
          assisted: Number(voice.assisted ?? false),
          selected: Number(voice.selected ?? false),
          assisted_report: toJson(voice.assistedReport ?? null),
          created_at: now,
          updated_at: now,
          candidate_set: voice.candidateSet ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toRecord({ ...row, ...(await insertReference(transaction, row.id, reference, now)) });
    }),
  );
}

/** Lists all voices of an owner, oldest first. References are not read. */
export async function listVoices(db: Database, ownerId: string): Promise<VoiceRecord[]> {
  const rows = await withReferenceId(db)
    .where('voices.owner_id', '=', ownerId)
    .orderBy('voices.created_at')
    .orderBy('voices.id')
    .execute();
  return rows.map(toRecord);
}

/** Returns the number of voices per owner id. Owners without voices are omitted. */
export async function countVoices(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('voices')
    .select((eb) => ['owner_id', eb.fn.countAll().as('voices')])
    .groupBy('owner_id')
    .execute();
  return new Map(rows.map((row) => [row.owner_id, Number(row.voices)]));
}

/** Finds a voice by its id, unless it belongs to another owner. */
export async function findVoice(db: Database, ownerId: string, id: string): Promise<VoiceRecord | undefined> {
  const row = await withReferenceId(db)
    .where('voices.id', '=', id)
    .where('voices.owner_id', '=', ownerId)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Finds a voice by the name its owner gave it. Names are compared exactly. */
export async function findVoiceByName(
  db: Database,
  ownerId: string,
  name: string,
): Promise<VoiceRecord | undefined> {
  const row = await withReferenceId(db)
    .where('voices.name', '=', name)
    .where('voices.owner_id', '=', ownerId)
    .executeTakeFirst();
  return row && toRecord(row);
}

/**
 * Changes a voice. A new reference replaces the old one under a new id. All in one transaction, so that readers never
 * see a part of the change.
 * @returns undefined when the owner has no such voice
 * @throws ApiError voice_name_taken, with nothing changed
 */
export async function updateVoice(
  db: Database,
  ownerId: string,
  id: string,
  changes: VoiceChanges,
  reference?: VoiceReference,
): Promise<VoiceRecord | undefined> {
  const now = new Date().toISOString();
  return refusingTakenNames(() =>
    inTransaction(db, async (transaction) => {
      // Writing comes first, because it takes the lock that serializes changes of one voice.
      const row = await transaction
        .updateTable('voices')
        .set({
          updated_at: now,
          ...(changes.name !== undefined && { name: changes.name }),
          ...(changes.langCode !== undefined && { lang_code: changes.langCode }),
          ...(changes.tags !== undefined && { tags: JSON.stringify(changes.tags) }),
          ...(changes.assisted !== undefined && { assisted: Number(changes.assisted) }),
          ...(changes.selected !== undefined && { selected: Number(changes.selected) }),
          ...(reference !== undefined && { refined: null }),
          ...(changes.assistedReport !== undefined && { assisted_report: toJson(changes.assistedReport) }),
        })
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (reference !== undefined) {
        await transaction.deleteFrom('voice_references').where('voice_id', '=', id).execute();
        return toRecord({ ...row, ...(await insertReference(transaction, id, reference, now)) });
      }
      return toRecord(
        await withReferenceId(transaction).where('voices.id', '=', id).executeTakeFirstOrThrow(),
      );
    }),
  );
}

/**
 * Deletes a voice and everything learned for it.
 * @returns false when the owner has no such voice
 */
export async function deleteVoice(db: Database, ownerId: string, id: string): Promise<boolean> {
  const voice = await findVoice(db, ownerId, id);
  if (voice === undefined) return false;
  const { candidateSet } = voice;
  return inTransaction(db, async (transaction) => {
    if (candidateSet !== null) await takeSet(transaction, ownerId, candidateSet);
    // Its reference is deleted with it: the foreign key cascades.
    const result = await transaction
      .deleteFrom('voices')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    if (candidateSet !== null) await dropIfEmpty(transaction, candidateSet);
    return result.numDeletedRows > 0n;
  });
}

/**
 * Reads the reference of a voice. Its `codes` start their own memory buffer, so that numbers of any width can be viewed
 * in place.
 * @returns undefined when the reference was replaced or its voice deleted: find the voice again
 */
export async function readReference(db: Database, referenceId: string): Promise<VoiceReference | undefined> {
  const row = await db
    .selectFrom('voice_references')
    .select(['lang', 'transcript', 'markers', 'report', 'codes'])
    .where('id', '=', referenceId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    lang: row.lang,
    transcript: row.transcript,
    markers: JSON.parse(row.markers) as Markers,
    codes: new Uint8Array(row.codes),
    report: JSON.parse(row.report) as VoiceReference['report'],
  };
}

/** A pending refinement is stored with it. */
export async function insertReference(
  db: Database,
  voiceId: string,
  { lang, transcript, markers, codes, report, refinement = null }: VoiceReference,
  now: string,
): Promise<ReferenceColumns> {
  const id = randomUUID();
  await db
    .insertInto('voice_references')
    .values({
      id,
      voice_id: voiceId,
      lang,
      transcript,
      markers: JSON.stringify(markers),
      report: JSON.stringify(report),
      created_at: now,
      codes: Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength),
    })
    .execute();
  if (refinement !== null) {
    await db
      .insertInto('voice_refinements')
      .values({ reference_id: id, basis: refinement, attempts: 0, available_at: now, created_at: now })
      .execute();
  }
  return { reference_id: id, refinement_of: refinement === null ? null : id };
}

/** Columns of the reference that are joined to a voice. */
interface ReferenceColumns {
  readonly reference_id: string;
  /** The reference's id if it is to be refined, else null. */
  readonly refinement_of: string | null;
}

export function withReferenceId(db: Database) {
  return db
    .selectFrom('voices')
    .innerJoin('voice_references', 'voice_references.voice_id', 'voices.id')
    .leftJoin('voice_refinements', 'voice_refinements.reference_id', 'voice_references.id')
    .selectAll('voices')
    .select(['voice_references.id as reference_id', 'voice_refinements.reference_id as refinement_of']);
}

/** Runs the work in a transaction. Joins the caller's transaction if there is one. */
export function inTransaction<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

async function refusingTakenNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'voices', ['owner_id', 'name'])) {
      throw refusal('voice_name_taken', { cause: error });
    }
    throw error;
  }
}

function toJson(value: Readonly<Record<string, unknown>> | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

export function toRecord(row: Selectable<VoicesTable> & ReferenceColumns): VoiceRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    langCode: row.lang_code,
    tags: JSON.parse(row.tags) as string[],
    assisted: row.assisted !== 0,
    selected: row.selected !== 0,
    assistedReport: row.assisted_report === null ? null : JSON.parse(row.assisted_report),
    candidateSet: row.candidate_set,
    referenceId: row.reference_id,
    isRefining: row.refinement_of !== null,
    refined: row.refined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
