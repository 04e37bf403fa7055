import type { VoiceReference } from '../../cloning/index.ts';
import { refusal } from '../errors/api-error.ts';
import { takeSet } from './candidate-sets.ts';
import type { Database } from './database.ts';
import { isUniqueViolation } from './faults.ts';
import {
  findVoice,
  insertVoice,
  inTransaction,
  toRecord,
  updateVoice,
  type VoiceRecord,
  withReferenceId,
} from './voices.ts';

/** A candidate to store. */
export interface NewCandidate {
  /** Its id, unless an existing voice of this name keeps its own. */
  readonly id: string;
  readonly name: string;
  readonly reference: VoiceReference;
  /**
   * Builds the stored report; `offer.name` is the candidate's name.
   * @param id the id it is stored under
   */
  readonly report: (id: string) => Readonly<Record<string, unknown>>;
}

export interface NewCandidateSet {
  readonly id: string;
  readonly ownerId: string;
  /** The prefix of its candidates' names. */
  readonly name: string;
  readonly langCode: string;
  readonly tags: readonly string[];
}

/** The sampling that a voice was chosen with; null for the default. */
export interface ChosenSampling {
  readonly top_k: number | null;
  readonly temperature: number | null;
}

/**
 * Stores a set with all its candidates, none of them chosen, or nothing.
 * @throws ApiError voice_name_taken
 */
export async function insertCandidates(
  db: Database,
  set: NewCandidateSet,
  candidates: readonly NewCandidate[],
): Promise<VoiceRecord[]> {
  try {
    return await inTransaction(db, async (transaction) => {
      await transaction
        .insertInto('candidate_sets')
        .values({
          id: set.id,
          owner_id: set.ownerId,
          name: set.name,
          revision: 0,
          created_at: new Date().toISOString(),
        })
        .execute();
      const records: VoiceRecord[] = [];
      for (const candidate of candidates) records.push(await insertCandidate(transaction, set, candidate));
      return records;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'candidate_sets', ['owner_id', 'name'])) {
      throw refusal('voice_name_taken', { cause: error });
    }
    throw error;
  }
}

/**
 * Replaces a set's candidates. One whose name already exists replaces that voice, keeping its id and its tags; others
 * are added; voices whose names no longer occur are deleted. None is chosen afterwards. All or nothing.
 * @returns the candidates as given, and the voices as they were before; undefined when the set no longer exists
 * @throws ApiError voice_name_taken
 */
export async function replaceCandidates(
  db: Database,
  set: NewCandidateSet,
  candidates: readonly NewCandidate[],
): Promise<{ records: VoiceRecord[]; before: VoiceRecord[] } | undefined> {
  return inTransaction(db, async (transaction) => {
    if (!(await takeSet(transaction, set.ownerId, set.id))) return undefined;
    const before = await candidatesOf(transaction, set.id);
    const kept = new Map(before.map((record) => [offeredName(record), record]));
    const records: VoiceRecord[] = [];
    // Deletions come first, because their names may be reused.
    const names = new Set(candidates.map(({ name }) => name));
    for (const record of before) {
      if (names.has(offeredName(record))) continue;
      await transaction.deleteFrom('voices').where('id', '=', record.id).execute();
    }
    for (const candidate of candidates) {
      const old = kept.get(candidate.name);
      const record = old
        ? await updateVoice(
            transaction,
            set.ownerId,
            old.id,
            { langCode: set.langCode, selected: false, assistedReport: candidate.report(old.id) },
            candidate.reference,
          )
        : await insertCandidate(transaction, set, candidate);
      if (record) records.push(record);
    }
    return { records, before };
  });
}

/**
 * Gives a voice another reference, in one transaction. A candidate keeps its place in its set, its offer and the
 * choice.
 * @param voice as it was found
 * @returns undefined when the owner no longer has such a voice
 */
export async function replaceReference(
  db: Database,
  ownerId: string,
  { id, candidateSet }: Pick<VoiceRecord, 'id' | 'candidateSet'>,
  { langCode, report }: { readonly langCode: string; readonly report: object },
  reference: VoiceReference,
): Promise<VoiceRecord | undefined> {
  return inTransaction(db, async (transaction) => {
    if (candidateSet !== null && !(await takeSet(transaction, ownerId, candidateSet))) return undefined;
    // It may have been chosen, or replaced along with its set, while its recording was being learned.
    const before = candidateSet === null ? undefined : await findVoice(transaction, ownerId, id);
    const assistedReport = { ...before?.assistedReport, reference: report };
    return updateVoice(transaction, ownerId, id, { langCode, assisted: true, assistedReport }, reference);
  });
}

/**
 * Chooses one voice of a set, and deselects the others.
 * @param samplingOf the sampling it is chosen with, from its report; undefined when that variant was not offered
 * @returns the sampling; undefined when the owner has no such voice, or that variant was not offered; null when it is
 *   not a candidate
 */
export async function chooseCandidate(
  db: Database,
  ownerId: string,
  voiceId: string,
  samplingOf: (candidate: VoiceRecord) => ChosenSampling | undefined,
): Promise<ChosenSampling | null | undefined> {
  const first = await findVoice(db, ownerId, voiceId);
  if (first === undefined) return undefined;
  const { candidateSet } = first;
  if (candidateSet === null) return null;
  return inTransaction(db, async (transaction) => {
    if (!(await takeSet(transaction, ownerId, candidateSet))) return undefined;
    // It may have been rewritten or deleted before the lock on the set was taken.
    const candidates = await candidatesOf(transaction, candidateSet);
    const candidate = candidates.find(({ id }) => id === voiceId);
    const sampling = candidate && samplingOf(candidate);
    if (!candidate || !sampling) return undefined;
    for (const other of candidates) {
      if (!other.selected || other === candidate) continue;
      const assistedReport = { ...other.assistedReport, chosen: null };
      await updateVoice(transaction, ownerId, other.id, { selected: false, assistedReport });
    }
    const assistedReport = { ...candidate.assistedReport, chosen: sampling };
    await updateVoice(transaction, ownerId, voiceId, { selected: true, assistedReport });
    return sampling;
  });
}

/**
 * Changes the stored report of a candidate.
 * @param change returns the new report; undefined leaves it unchanged
 * @returns whether it was changed
 */
export async function changeReport(
  db: Database,
  ownerId: string,
  voiceId: string,
  change: (candidate: VoiceRecord) => Readonly<Record<string, unknown>> | undefined,
): Promise<boolean> {
  const candidateSet = (await findVoice(db, ownerId, voiceId))?.candidateSet ?? null;
  if (candidateSet === null) return false;
  return inTransaction(db, async (transaction) => {
    if (!(await takeSet(transaction, ownerId, candidateSet))) return false;
    const candidate = await findVoice(transaction, ownerId, voiceId);
    const assistedReport = candidate && change(candidate);
    if (!assistedReport) return false;
    return (await updateVoice(transaction, ownerId, voiceId, { assistedReport })) !== undefined;
  });
}

/** Returns the name that a candidate was created with. Its owner may have renamed it since. */
function offeredName({ name, assistedReport }: VoiceRecord): string {
  const offer = assistedReport?.offer;
  return typeof offer === 'object' && offer !== null && 'name' in offer ? String(offer.name) : name;
}

/** Lists the voices of a set. */
export async function candidatesOf(db: Database, setId: string): Promise<VoiceRecord[]> {
  const rows = await withReferenceId(db)
    .where('voices.candidate_set', '=', setId)
    .orderBy('voices.id')
    .execute();
  return rows.map(toRecord);
}

function insertCandidate(
  transaction: Database,
  { id: candidateSet, ownerId, langCode, tags }: NewCandidateSet,
  { id, name, reference, report }: NewCandidate,
): Promise<VoiceRecord> {
  const voice = {
    id,
    ownerId,
    name,
    langCode,
    tags,
    assisted: true,
    selected: false,
    candidateSet,
    assistedReport: report(id),
  };
  return insertVoice(transaction, voice, reference);
}
