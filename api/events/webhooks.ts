import { randomUUID } from 'node:crypto';
import { checkAddress } from '../../agent-worker/address-guard/address-rules.ts';
import type { AllowedHost } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { AgentError } from '../../agent-worker/errors.ts';
import { invalid, refusal } from '../errors/api-error.ts';
import { type QuotaSettings, storeWithin } from '../limits/quotas.ts';
import { findAgent } from '../storage/agents.ts';
import type { Database } from '../storage/database.ts';
import { isoTime } from '../storage/iso-time.ts';
import {
  type DeliveryRecord,
  type DeliveryStatus,
  deleteWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  sendAgain,
  type WebhookRecord,
} from '../storage/webhooks.ts';
import type { EventType, Sealer } from './event-types.ts';
import { newSecret } from './webhook-signature.ts';

export interface WebhooksDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly settings: QuotaSettings & { readonly mcpAllowHosts: readonly AllowedHost[] };
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A webhook as requested. */
export interface AskedWebhook {
  readonly url: string;
  /** Null for all. */
  readonly events: readonly EventType[] | null;
  /** Null for all. */
  readonly agentId: string | null;
}

export interface DeliveryPage {
  readonly limit: number;
  /** From the previous page. */
  readonly cursor: number | null;
  readonly status: DeliveryStatus | null;
}

/** The webhooks of all owners. */
export class Webhooks {
  readonly #deps: WebhooksDeps;
  readonly #now: () => number;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /**
   * Stores a webhook.
   * @returns also the secret that signs its messages, which is not returned again
   * @throws ApiError 404 when the owner has no such agent, 409 when they have too many webhooks, 422 for an address
   *   that may not be connected to
   */
  async create(
    ownerId: string,
    { url, events, agentId }: AskedWebhook,
  ): Promise<{ readonly webhook: WebhookRecord; readonly secret: string }> {
    const { sealer, settings } = this.#deps;
    checkUrl(url, settings.mcpAllowHosts);
    await this.checkAgent(ownerId, agentId);
    const id = randomUUID();
    const secret = newSecret();
    const sealed = await sealer.seal(secret, id);
    const createdAt = isoTime(this.#now());
    const different = events && [...new Set(events)];
    const webhook: WebhookRecord = { id, ownerId, agentId, url, events: different, sealed, createdAt };
    await storeWithin(this.#deps, ['maxWebhooksPerOwner'], ownerId, (transaction) =>
      insertWebhook(transaction, webhook),
    );
    return { webhook, secret };
  }

  /** Lists an owner's webhooks, oldest first. */
  list(ownerId: string): Promise<WebhookRecord[]> {
    return listWebhooks(this.#deps.db, ownerId);
  }

  /** Deletes a webhook and its queue. */
  async delete(ownerId: string, id: string): Promise<void> {
    if (!(await deleteWebhook(this.#deps.db, ownerId, id))) throw refusal('no_such_webhook');
  }

  /**
   * Lists the deliveries of a webhook, newest event first.
   * @returns also the cursor of the next page; null on the last one
   * @throws ApiError 404
   */
  async deliveries(
    ownerId: string,
    webhookId: string,
    { limit, cursor, status }: DeliveryPage,
  ): Promise<{ readonly deliveries: readonly DeliveryRecord[]; readonly nextCursor: number | null }> {
    await this.#find(ownerId, webhookId);
    const found = await listDeliveries(this.#deps.db, webhookId, {
      limit: limit + 1,
      before: cursor,
      status,
    });
    const deliveries = found.slice(0, limit);
    return { deliveries, nextCursor: found.length > limit ? (deliveries.at(-1)?.position ?? null) : null };
  }

  /** Sends an event again, after success or failure. */
  async sendAgain(ownerId: string, webhookId: string, eventId: string): Promise<DeliveryRecord> {
    await this.#find(ownerId, webhookId);
    const delivery = await sendAgain(this.#deps.db, { webhookId, eventId }, this.#now());
    if (!delivery) throw refusal('no_such_delivery');
    return delivery;
  }

  /** @throws ApiError 404 when the owner has no such agent */
  async checkAgent(ownerId: string, agentId: string | null): Promise<void> {
    if (agentId === null || (await findAgent(this.#deps.db, ownerId, agentId))) return;
    throw refusal('no_such_agent', { values: { agentId } });
  }

  async #find(ownerId: string, id: string): Promise<WebhookRecord> {
    const webhook = (await this.list(ownerId)).find((one) => one.id === id);
    if (!webhook) throw refusal('no_such_webhook');
    return webhook;
  }
}

/** @throws ApiError 422 */
function checkUrl(url: string, allowHosts: readonly AllowedHost[]): void {
  try {
    checkAddress(url, allowHosts);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    throw invalid(['body', 'url'], 'url_refused', { reason: error.message });
  }
}
