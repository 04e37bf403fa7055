/**
 * Voices to refine: a queue that any API process may process. A lease that is not renewed passes to the next process
 * that claims it. An entry belongs to a reference and is deleted with it, so that a voice that is deleted or learned
 * again meanwhile is not touched.
 */
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { RefinedVoice, VoiceReference } from '../../cloning/index.ts';
import { type ClaimOptions, claimNext } from './claim-next.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { Schema } from './schema.ts';
import { insertReference, inTransaction, readReference } from './voices.ts';

export interface RefinementClaim {
  readonly referenceId: string;
  readonly voiceId: string;
  readonly ownerId: string;
  /** Number of times it has been started, including this one. */
  readonly attempts: number;
  readonly basis: string;
  readonly lease: string;
}

type Expressions = ExpressionBuilder<Schema, 'voice_refinements'>;

/**
 * Claims the voice that has waited longest.
 * @returns undefined when there is nothing to do
 */
export function claimRefinement(
  db: Database,
  { nowMs, leaseMs, maxAttempts }: ClaimOptions,
): Promise<RefinementClaim | undefined> {
  const now = isoTime(nowMs);
  const isFree = ({ and, or, eb }: Expressions): ExpressionWrapper<Schema, 'voice_refinements', SqlBool> =>
    and([
      eb('attempts', '<', maxAttempts),
      eb('available_at', '<=', now),
      or([eb('lease', 'is', null), eb('lease_until', '<=', now)]),
    ]);
  const find = () =>
    db
      .selectFrom('voice_refinements')
      .select('reference_id')
      .where(isFree)
      .orderBy('created_at')
      .orderBy('reference_id')
      .limit(1)
      .executeTakeFirst();
  return claimNext(find, async (next, lease) => {
    const row = await db
      .updateTable('voice_refinements')
      .set((eb) => ({ lease, lease_until: isoTime(nowMs + leaseMs), attempts: eb('attempts', '+', 1) }))
      .where('reference_id', '=', next.reference_id)
      // Checked again, since another process may have been faster.
      .where(isFree)
      .returning(['reference_id', 'basis', 'attempts'])
      .executeTakeFirst();
    if (!row) return undefined;
    const voice = await db
      .selectFrom('voice_references')
      .innerJoin('voices', 'voices.id', 'voice_references.voice_id')
      .select(['voices.id', 'voices.owner_id'])
      .where('voice_references.id', '=', row.reference_id)
      .executeTakeFirst();
    if (!voice) return undefined;
    const { reference_id: referenceId, basis, attempts } = row;
    return { referenceId, voiceId: voice.id, ownerId: voice.owner_id, basis, attempts, lease };
  });
}

/**
 * Renews a lease.
 * @returns false when it is lost: the voice was deleted, learned again, or taken by another process
 */
export async function renewRefinement(
  db: Database,
  { referenceId, lease }: RefinementClaim,
  untilMs: number,
): Promise<boolean> {
  const row = await db
    .updateTable('voice_refinements')
    .set({ lease_until: isoTime(untilMs) })
    .where('reference_id', '=', referenceId)
    .where('lease', '=', lease)
    .returning('reference_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns a voice to the queue, to be started again later.
 * @param counts whether it counts as an attempt
 */
export async function returnRefinement(
  db: Database,
  { referenceId, lease, attempts }: RefinementClaim,
  { availableAtMs, counts }: { readonly availableAtMs: number; readonly counts: boolean },
): Promise<void> {
  await db
    .updateTable('voice_refinements')
    .set({
      lease: null,
      lease_until: null,
      available_at: isoTime(availableAtMs),
      attempts: counts ? attempts : attempts - 1,
    })
    .where('reference_id', '=', referenceId)
    .where('lease', '=', lease)
    .execute();
}

/**
 * Replaces a reference by the refined one, under a new id, in one transaction.
 * @returns false when the lease is lost, with nothing changed
 */
export async function finishRefinement(
  db: Database,
  { referenceId, voiceId, lease }: RefinementClaim,
  { codes, report, change }: RefinedVoice,
): Promise<boolean> {
  const now = new Date().toISOString();
  return inTransaction(db, async (transaction) => {
    // Writing to the voice comes first, as in every change of one. It changes nothing unless this process holds the
    // lease.
    const voice = await transaction
      .updateTable('voices')
      .set({ refined: change, updated_at: now })
      .where('id', '=', voiceId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('voice_refinements')
            .select(sql`1`.as('ours'))
            .where('reference_id', '=', referenceId)
            .where('lease', '=', lease),
        ),
      )
      .returning('id')
      .executeTakeFirst();
    const before = voice && (await readReference(transaction, referenceId));
    if (!before) return false;
    const reference: VoiceReference = { ...before, codes, report: { ...before.report, ...report } };
    await transaction.deleteFrom('voice_references').where('id', '=', referenceId).execute();
    await insertReference(transaction, voiceId, reference, now);
    return true;
  });
}

/**
 * Gives up refining voices that were started too often.
 * @param change the text that is stored for each of them
 * @returns how many
 */
export async function dropExhaustedRefinements(
  db: Database,
  { nowMs, maxAttempts }: Pick<ClaimOptions, 'nowMs' | 'maxAttempts'>,
  change: string,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const exhausted = await transaction
      .deleteFrom('voice_refinements')
      .where('attempts', '>=', maxAttempts)
      .where(({ or, eb }) => or([eb('lease', 'is', null), eb('lease_until', '<=', isoTime(nowMs))]))
      .returning('reference_id')
      .execute();
    for (const { reference_id } of exhausted) {
      await transaction
        .updateTable('voices')
        .set({ refined: change })
        .where('id', 'in', (eb) =>
          eb.selectFrom('voice_references').select('voice_id').where('id', '=', reference_id),
        )
        .execute();
    }
    return exhausted.length;
  });
}
