import type { VoiceReference } from '../../engine/index.ts';
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

/** A candidate that is to be stored. */
export interface NewCandidate {
  /** Its id, where it is none of a voice that is there already under this name. */
  readonly id: string;
  readonly name: string;
  readonly reference: VoiceReference;
  /**
   * What is kept about it; `offer.name` is its name.
   * @param id the one that it is stored under
   */
  readonly report: (id: string) => Readonly<Record<string, unknown>>;
}

export interface NewCandidateSet {
  readonly id: string;
  readonly ownerId: string;
  /** What the names of its candidates begin with. */
  readonly name: string;
  readonly langCode: string;
  readonly tags: readonly string[];
}

/** With which sampling a voice was chosen; null for the default. */
export interface ChosenSampling {
  readonly top_k: number | null;
  readonly temperature: number | null;
}

/** Stores a set with all its candidates, none of them chosen: all or nothing. @throws ApiError voice_name_taken */
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
 * Makes a set anew: a candidate whose name is there already takes the place of that voice, under its id and with its
 * tags; others are added; those whose names are not there any more are deleted. None is chosen afterwards. All or
 * nothing.
 * @returns the candidates as given, and the voices as they were before; undefined when there is no such set any more
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
    // What goes, goes first: its name may be wanted.
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
 * Gives a voice another reference, in one write. A candidate stays what it is in its set: offered as before, chosen or
 * not.
 * @param voice as it was found
 * @returns undefined when the owner has no such voice any more
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
    // It may have been chosen, or made anew with its set, while its recording was learned.
    const before = candidateSet === null ? undefined : await findVoice(transaction, ownerId, id);
    const assistedReport = { ...before?.assistedReport, reference: report };
    return updateVoice(transaction, ownerId, id, { langCode, assisted: true, assistedReport }, reference);
  });
}

/**
 * Chooses one voice of a set, and no other.
 * @param samplingOf with what it is chosen, as far as its report says; undefined when it is not offered so
 * @returns the sampling; undefined when the owner has no such voice, or none that is offered so; null when it is no
 * candidate
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
    // It may have been rewritten or deleted before the set was ours.
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

/** The name that a candidate was made under; its owner may have given it another one since. */
function offeredName({ name, assistedReport }: VoiceRecord): string {
  const offer = assistedReport?.offer;
  return typeof offer === 'object' && offer !== null && 'name' in offer ? String(offer.name) : name;
}

/** The voices of a set. */
export async function candidatesOf(db: Database, setId: string): Promise<VoiceRecord[]> {
  const rows = await withReferenceId(db)
    .where('voices.candidate_set', '=', setId)
    .orderBy('voices.id')
    .execute();
  return rows.map((row) => toRecord(row, row.reference_id));
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
