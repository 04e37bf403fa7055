/**
 * Webhooks, and the queue of what is to be sent to them, which any API process may process. A process leases a webhook
 * for the time of one request, so that each webhook receives one request at a time.
 */
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { claimNext } from './claim-next.ts';
import type { Database } from './database.ts';
import { isoTime } from './iso-time.ts';
import type { Schema, WebhookDeliveriesTable, WebhooksTable } from './schema.ts';

/** A webhook as stored. */
export interface WebhookRecord {
  /** A UUID. */
  readonly id: string;
  readonly ownerId: string;
  /** Null for the events of all agents. */
  readonly agentId: string | null;
  readonly url: string;
  /** Types; null for all. */
  readonly events: readonly string[] | null;
  /** The secret that signs its messages, encrypted for this id. */
  readonly sealed: string;
  readonly createdAt: string;
}

export type DeliveryStatus = WebhookDeliveriesTable['status'];

/** An event that was or is to be sent to a webhook. Times are ISO 8601 in UTC. */
export interface DeliveryRecord {
  readonly eventId: string;
  readonly type: string;
  readonly subject: string;
  readonly position: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Time of the next request. */
  readonly availableAt: string;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly attemptedAt: string | null;
  readonly createdAt: string;
}

/** A delivery that this process makes now. */
export interface DeliveryClaim {
  readonly webhook: WebhookRecord;
  readonly eventId: string;
  readonly attempts: number;
  readonly lease: string;
}

/** The fields that decide where an event is sent, and in which order. */
interface DeliveredEvent extends Pick<DeliveryRecord, 'type' | 'subject' | 'position'> {
  readonly id: string;
  readonly ownerId: string;
  readonly agentId: string | null;
}

export interface DeliveryOutcome {
  readonly status: DeliveryStatus;
  /** Time of the next request, if one is pending. */
  readonly availableAtMs: number;
  /** HTTP status; null without an answer. */
  readonly answer: number | null;
  readonly error: string | null;
}

export async function insertWebhook(db: Database, webhook: WebhookRecord): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({
      id: webhook.id,
      owner_id: webhook.ownerId,
      agent_id: webhook.agentId,
      url: webhook.url,
      events: webhook.events === null ? null : JSON.stringify(webhook.events),
      sealed: webhook.sealed,
      created_at: webhook.createdAt,
      lease: null,
      lease_until: null,
      claimed_at: null,
    })
    .execute();
}

/** Lists an owner's webhooks, oldest first. */
export async function listWebhooks(db: Database, ownerId: string): Promise<WebhookRecord[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toWebhook);
}

/** @returns false when the owner has no such webhook */
export async function deleteWebhook(db: Database, ownerId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Adds a new event to the queue of each webhook that it is for. */
export async function insertDeliveries(db: Database, event: DeliveredEvent, atMs: number): Promise<void> {
  const webhooks = (await listWebhooks(db, event.ownerId)).filter(
    ({ agentId, events }) =>
      (agentId === null || agentId === event.agentId) && (events === null || events.includes(event.type)),
  );
  if (webhooks.length === 0) return;
  await db
    .insertInto('webhook_deliveries')
    .values(
      webhooks.map(({ id }) => ({
        webhook_id: id,
        event_id: event.id,
        position: event.position,
        subject: event.subject,
        status: 'pending' as const,
        attempts: 0,
        available_at: isoTime(atMs),
        last_status: null,
        last_error: null,
        attempted_at: null,
      })),
    )
    .execute();
}

/**
 * Lists the deliveries of a webhook, newest event first.
 * @param before position of the last one of the previous page
 */
export async function listDeliveries(
  db: Database,
  webhookId: string,
  page: { readonly limit: number; readonly before: number | null; readonly status: DeliveryStatus | null },
): Promise<DeliveryRecord[]> {
  let query = selectDeliveries(db).where('webhook_id', '=', webhookId);
  if (page.before !== null) query = query.where('delivery.position', '<', page.before);
  if (page.status !== null) query = query.where('status', '=', page.status);
  const rows = await query.orderBy('delivery.position', 'desc').limit(page.limit).execute();
  return rows.map(toDelivery);
}

/**
 * Puts a delivery into the queue again, whatever its status is.
 * @returns undefined when there is none
 */
export async function sendAgain(
  db: Database,
  { webhookId, eventId }: { readonly webhookId: string; readonly eventId: string },
  nowMs: number,
): Promise<DeliveryRecord | undefined> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0, available_at: isoTime(nowMs) })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .execute();
  const row = await selectDeliveries(db)
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row && toDelivery(row);
}

/**
 * Claims a delivery that is due, of the owner and the webhook that waited longest. Events of one subject are due one
 * after the other.
 * @returns undefined when there is nothing to do
 */
export function claimDelivery(
  db: Database,
  options: {
    readonly nowMs: number;
    readonly leaseMs: number;
    /** An owner to whom this many requests are being made is served later. */
    readonly maxPerOwner: number;
  },
): Promise<DeliveryClaim | undefined> {
  const now = isoTime(options.nowMs);
  const find = () =>
    db
      .selectFrom('webhooks as webhook')
      .innerJoin('webhook_deliveries as due', 'due.webhook_id', 'webhook.id')
      .select(['webhook.id', 'due.event_id', 'due.attempts'])
      .where('due.status', '=', 'pending')
      .where('due.available_at', '<=', now)
      .where(({ or, eb }) => or([eb('webhook.lease', 'is', null), eb('webhook.lease_until', '<=', now)]))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_deliveries as earlier')
              .select('earlier.event_id')
              .whereRef('earlier.webhook_id', '=', 'due.webhook_id')
              .whereRef('earlier.subject', '=', 'due.subject')
              .whereRef('earlier.position', '<', 'due.position')
              .where('earlier.status', '=', 'pending'),
          ),
        ),
      )
      .where(
        ({ selectFrom }) =>
          selectFrom('webhooks as busy')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .whereRef('busy.owner_id', '=', 'webhook.owner_id')
            .where('busy.lease', 'is not', null)
            .where('busy.lease_until', '>', now),
        '<',
        options.maxPerOwner,
      )
      .orderBy(({ selectFrom, fn, val }) =>
        fn.coalesce(
          selectFrom('webhooks as served')
            .select((eb) => eb.fn.max('served.claimed_at').as('at'))
            .whereRef('served.owner_id', '=', 'webhook.owner_id'),
          val(''),
        ),
      )
      .orderBy(({ fn, val }) => fn.coalesce('webhook.claimed_at', val('')))
      .orderBy('due.position')
      .limit(1)
      .executeTakeFirst();
  return claimNext(find, async ({ id, event_id: eventId, attempts }, lease) => {
    const row = await db
      .updateTable('webhooks')
      .set({ lease, lease_until: isoTime(options.nowMs + options.leaseMs), claimed_at: now })
      .where('id', '=', id)
      // Checked again, since another process may have been faster.
      .where((eb) => isFree(eb, now))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_deliveries')
            .select(sql`1`.as('pending'))
            .where('webhook_id', '=', id)
            .where('event_id', '=', eventId)
            .where('status', '=', 'pending')
            .where('available_at', '<=', now),
        ),
      )
      .returningAll()
      .executeTakeFirst();
    return row && { webhook: toWebhook(row), eventId, attempts: attempts + 1, lease };
  });
}

/** Records the outcome of a delivery, and releases its webhook. Nothing changes when the lease was lost. */
export async function finishDelivery(
  db: Database,
  { webhook, eventId, attempts, lease }: DeliveryClaim,
  { status, availableAtMs, answer, error }: DeliveryOutcome,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      status,
      attempts,
      available_at: isoTime(availableAtMs),
      last_status: answer,
      last_error: error,
      attempted_at: isoTime(nowMs),
    })
    .where('webhook_id', '=', webhook.id)
    .where('event_id', '=', eventId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhooks')
          .select(sql`1`.as('ours'))
          .where('id', '=', webhook.id)
          .where('lease', '=', lease),
      ),
    )
    .execute();
  await releaseWebhook(db, webhook.id, lease);
}

/** Releases a webhook whose delivery is still due. */
export async function releaseWebhook(db: Database, id: string, lease: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ lease: null, lease_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

const isFree = ({ or, eb }: ExpressionBuilder<Schema, 'webhooks'>, now: string): Expression<SqlBool> =>
  or([eb('lease', 'is', null), eb('lease_until', '<=', now)]);

const selectDeliveries = (db: Database) =>
  db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events as event', 'event.id', 'delivery.event_id')
    .selectAll('delivery')
    .select(['event.type', 'event.created_at']);

type DeliveryRow = Selectable<WebhookDeliveriesTable> & { type: string; created_at: string };

function toDelivery(row: DeliveryRow): DeliveryRecord {
  return {
    eventId: row.event_id,
    type: row.type,
    subject: row.subject,
    position: row.position,
    status: row.status,
    attempts: row.attempts,
    availableAt: row.available_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    attemptedAt: row.attempted_at,
    createdAt: row.created_at,
  };
}

function toWebhook(row: Selectable<WebhooksTable>): WebhookRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    agentId: row.agent_id,
    url: row.url,
    events: row.events === null ? null : (JSON.parse(row.events) as string[]),
    sealed: row.sealed,
    createdAt: row.created_at,
  };
}
