import type { AddressGuard } from '../../agent-worker/address-guard/address-guard.ts';
import { AgentError } from '../../agent-worker/errors.ts';
import { PollLoop } from '../leases/poll-loop.ts';
import type { QueueTiming } from '../leases/timing.ts';
import type { Log } from '../observability/log.ts';
import { VERSION } from '../observability/version.ts';
import type { Database } from '../storage/database.ts';
import { findEvent } from '../storage/events.ts';
import {
  claimDelivery,
  type DeliveryClaim,
  type DeliveryOutcome,
  finishDelivery,
  releaseWebhook,
} from '../storage/webhooks.ts';
import type { Sealer } from './event-types.ts';
import type { Events } from './events.ts';
import { signedHeaders } from './webhook-signature.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Timeout of a receiver's response. */
const ANSWER_MS = 15_000;
/** Limits of concurrent requests: of a process, and of all processes for one owner. */
const AT_ONCE = 8;
const AT_ONCE_PER_OWNER = 3;
/** The receiver wants no more events (RFC 9110, section 15.5.11). */
const GONE = 410;

const TIMING: Omit<QueueTiming, 'renewMs'> = {
  // Longer than any request, so the lease is not renewed.
  leaseMs: ANSWER_MS + 10_000,
  pollMs: SECOND_MS,
  backoffMs: [
    5 * SECOND_MS,
    30 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
    24 * HOUR_MS,
  ],
};

export interface WebhookSenderDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly events: Pick<Events, 'read' | 'onStored'>;
  /** Which addresses may be connected to; loaded when the first one is. */
  readonly guard: () => Promise<Pick<AddressGuard, 'fetchFor'>>;
  readonly log: Log;
  readonly timing?: Partial<typeof TIMING>;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The response of a receiver, or the reason why there is none. */
type Answer = Pick<DeliveryOutcome, 'answer' | 'error'>;

/**
 * Sends events to webhooks, concurrently with other processes on the same database. The queue is only in the database,
 * so a process that is killed loses nothing; the event that it was sending is sent again.
 */
export class WebhookSender {
  readonly #deps: WebhookSenderDeps;
  readonly #timing: typeof TIMING;
  readonly #now: () => number;
  readonly #loop: PollLoop;
  /** Deliveries in progress in this process. */
  readonly #sending = new Set<Promise<void>>();
  #unsubscribe = (): void => undefined;

  constructor(deps: WebhookSenderDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#now = deps.now ?? Date.now;
    this.#loop = new PollLoop({
      next: () => this.#next(),
      onError: (error) => deps.log.error({ err: error }, 'webhooks could not be served'),
      pollMs: this.#timing.pollMs,
    });
  }

  start(): void {
    this.#loop.start();
    this.#unsubscribe = this.#deps.events.onStored(() => this.#loop.wake());
  }

  /** Settles when no request is running. Requests without a response are aborted and repeated later. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#loop.close();
    await Promise.all(this.#sending);
  }

  async #next(): Promise<boolean> {
    const { leaseMs } = this.#timing;
    if (this.#sending.size >= AT_ONCE) await Promise.race(this.#sending);
    const options = { nowMs: this.#now(), leaseMs, maxPerOwner: AT_ONCE_PER_OWNER };
    const claim = await claimDelivery(this.#deps.db, options);
    if (claim === undefined) return false;
    const sending = this.#deliver(claim)
      // The lease will expire, and any process may then send it.
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a delivery could not be recorded'))
      .finally(() => {
        this.#sending.delete(sending);
        this.#loop.wake();
      });
    this.#sending.add(sending);
    return true;
  }

  async #deliver(claim: DeliveryClaim): Promise<void> {
    const { db, log } = this.#deps;
    const { webhook, eventId, attempts, lease } = claim;
    const answer = await this.#send(claim);
    if (answer.error !== null && this.#loop.closing.aborted) return releaseWebhook(db, webhook.id, lease);
    const waitMs = answer.answer === GONE ? undefined : this.#timing.backoffMs[attempts - 1];
    const status = answer.error === null ? 'delivered' : waitMs === undefined ? 'failed' : 'pending';
    const nowMs = this.#now();
    await finishDelivery(db, claim, { ...answer, status, availableAtMs: nowMs + (waitMs ?? 0) }, nowMs);
    const fields = { webhook: webhook.id, event: eventId, attempts, status: answer.answer };
    if (status === 'failed') log.warn(fields, 'an event was not delivered and will not be sent again');
  }

  async #send(claim: DeliveryClaim): Promise<Answer> {
    const message = await this.#message(claim).catch((error: unknown) => {
      this.#deps.log.error({ err: error, event: claim.eventId }, 'an event cannot be sent');
      return null;
    });
    if (message === null) return { answer: null, error: 'The event could not be read' };
    const signal = AbortSignal.any([this.#loop.closing, AbortSignal.timeout(ANSWER_MS)]);
    try {
      return await post(await this.#deps.guard(), claim.webhook.url, { ...message, method: 'POST', signal });
    } catch (error) {
      return { answer: null, error: reasonOf(error) };
    }
  }

  /** @throws UnsealError */
  async #message({ webhook, eventId }: DeliveryClaim) {
    const { db, sealer, events } = this.#deps;
    const event = await findEvent(db, webhook.ownerId, eventId);
    if (!event) return null;
    const secret = await sealer.open(webhook.sealed, webhook.id);
    const body = JSON.stringify(await events.read(event));
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Parley/${VERSION}`,
      ...signedHeaders(secret, { id: eventId, timestampMs: this.#now(), body }),
    };
    return { headers, body };
  }
}

async function post(guard: Pick<AddressGuard, 'fetchFor'>, url: string, init: RequestInit): Promise<Answer> {
  const connection = guard.fetchFor(url);
  try {
    const response = await connection.fetch(url, init);
    // The body is not needed, and may be long.
    await response.body?.cancel();
    const { ok, status } = response;
    return { answer: status, error: ok ? null : `The receiver answered ${status}` };
  } finally {
    await connection.close();
  }
}

/** Why there was no response: one of our texts or a network error code, never text from a peer. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AgentError) return cause.message;
    if (cause.name === 'TimeoutError') return `No answer within ${ANSWER_MS / SECOND_MS} s`;
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z0-9_]{1,40}$/.test(cause.code)) {
      return `The connection failed (${cause.code})`;
    }
  }
  return 'The connection failed';
}
