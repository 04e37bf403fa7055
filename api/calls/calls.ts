import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ConversationPlan } from '../agents/conversation-planner.ts';
import type { Conversations } from '../agents/conversations.ts';
import type { Agents } from '../agents/create-agents.ts';
import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import { invalid, refusal } from '../errors/api-error.ts';
import type { Events } from '../events/events.ts';
import { cursorOf, placeOf } from '../http/page-cursor.ts';
import { storeWithin } from '../limits/quotas.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import {
  type CallFilter,
  type CallRecord,
  type CallRequest,
  cancelCall,
  findCall,
  findCallByKey,
  insertCall,
  listCalls,
  requestHangUp,
} from '../storage/calls.ts';
import type { Database } from '../storage/database.ts';
import { isoTime } from '../storage/iso-time.ts';
import { callEvent } from './call-events.ts';
import { nextOpening } from './call-hours.ts';
import { CallLinks } from './call-links.ts';
import { CallPlanner } from './call-planner.ts';
import { Dialer, type DialerTiming } from './dialer.ts';
import { identityOf } from './identity-of.ts';
import type { Line } from './line.ts';

const DAY_MS = 86_400_000;

export interface CallsDeps {
  readonly db: Database;
  readonly agents: Pick<Agents, 'store' | 'planner' | 'sessions'>;
  readonly conversations: Pick<Conversations, 'requirePlace'>;
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  readonly settings: Settings;
  readonly metrics: Metrics;
  /** Called with each state that a call reaches. */
  readonly events: Pick<Events, 'emitWith'>;
  readonly log: Log;
  readonly timing?: Partial<DialerTiming>;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** A page of calls. */
export interface CallPage {
  readonly calls: readonly CallRecord[];
  readonly nextCursor: string | null;
}

/** Outgoing calls: accepting, listing and hanging up, and this process's part in making them. */
export class Calls {
  readonly #deps: CallsDeps;
  readonly #planner: CallPlanner;
  readonly #links: CallLinks;
  #dialer: Dialer | null = null;

  constructor(deps: CallsDeps) {
    this.#deps = deps;
    this.#planner = new CallPlanner(deps.agents);
    this.#links = new CallLinks(deps);
  }

  /** Starts making calls. */
  async start(): Promise<void> {
    this.#dialer = new Dialer({ ...this.#deps, lines: await this.#lines() });
    this.#dialer.start();
  }

  /** Makes no more calls. Calls in progress continue. */
  async close(): Promise<void> {
    await this.#dialer?.close();
  }

  /**
   * Accepts a call.
   * @param idempotencyKey a request with the same key gets the same call; null for none
   * @returns whether it was accepted before
   * @throws ApiError 404, 422 when the agent cannot speak as requested, or the key stands for another request, 429 when
   *   the owner has too many
   */
  async add(
    identity: Identity,
    agentId: string,
    request: CallRequest,
    idempotencyKey: string | null,
  ): Promise<{ call: CallRecord; isRepeated: boolean }> {
    const { db, settings, events, now } = this.#deps;
    const { ownerId, keyId, expiresAtMs } = identity;
    await this.#planner.plan({ ownerId, agentId, request });
    const nowMs = now();
    const row = {
      id: randomUUID(),
      ownerId,
      keyId,
      agentId,
      request,
      idempotencyKey,
      credentialExpiresAt: expiresAtMs === null ? null : isoTime(expiresAtMs),
      availableAtMs: nextOpening(request.hours, nowMs),
    };
    const event = callEvent(row, { status: 'queued', attempts: [], nextAttemptAtMs: row.availableAtMs });
    let added = undefined as CallRecord | undefined;
    const isAdded = await events.emitWith(event, async (transaction) => {
      added = await storeWithin(
        { db: transaction, settings },
        ['maxWaitingCallsPerOwner'],
        ownerId,
        (inner) => insertCall(inner, row, nowMs),
        nowMs,
      );
      return added !== undefined;
    });
    if (isAdded && added) {
      this.#dialer?.wake();
      return { call: added, isRepeated: false };
    }
    const before = await findCallByKey(db, ownerId, idempotencyKey ?? '');
    if (before?.agentId !== agentId || !isDeepStrictEqual(before.request, request)) {
      throw invalid(['header', 'idempotency-key'], 'idempotency_key_reused');
    }
    return { call: before, isRepeated: true };
  }

  /** @throws ApiError 404 */
  async find(ownerId: string, id: string): Promise<CallRecord> {
    const call = await findCall(this.#deps.db, ownerId, id);
    if (!call) throw refusal('no_such_call', { values: { callId: id } });
    return call;
  }

  /**
   * Lists calls, newest first.
   * @param cursor of the page before; null for the first page
   * @throws ApiError 422 for an invalid cursor
   */
  async list(filter: CallFilter, limit: number, cursor: string | null): Promise<CallPage> {
    const after = cursor === null ? null : placeOf(cursor);
    const rows = await listCalls(this.#deps.db, filter, { limit: limit + 1, after });
    const calls = rows.slice(0, limit);
    const last = calls.at(-1);
    const nextCursor = rows.length > limit && last ? cursorOf({ at: last.createdAt, id: last.id }) : null;
    return { calls, nextCursor };
  }

  /**
   * Hangs up, or removes a waiting call from the queue.
   * @throws ApiError 404
   */
  async hangUp(ownerId: string, id: string): Promise<void> {
    const { db, events, now, settings } = this.#deps;
    const call = await this.find(ownerId, id);
    const nowMs = now();
    const reason = 'canceled';
    const end = { nowMs, expiresAtMs: nowMs + settings.callKeepDays * DAY_MS, reason };
    const event = callEvent(call, { status: 'ended', reason, attempts: call.attempts });
    const isCanceled = await events.emitWith(event, (transaction) => cancelCall(transaction, id, end));
    if (!isCanceled) await requestHangUp(db, id, nowMs);
  }

  /**
   * Plans the conversation on the telephone stream of a call.
   * @throws ApiError 401 for a link that is not valid for it, 404 when the call or its agent is gone
   */
  async planStream(callId: string, token: string): Promise<{ identity: Identity; plan: ConversationPlan }> {
    const { ownerId } = await this.#links.verify(token, callId);
    const call = await this.find(ownerId, callId);
    return { identity: identityOf(call), plan: await this.#planner.plan(call) };
  }

  /**
   * Marks the link as used. The returned function undoes this.
   * @throws ApiError 401
   */
  useLink(callId: string, token: string): Promise<() => Promise<void>> {
    return this.#links.use(token, callId);
  }

  /** The configured telephone services. Libraries are loaded only for these. */
  async #lines(): Promise<{ livekit?: Line; twilio?: Line }> {
    const { settings, agents, ...deps } = this.#deps;
    const { livekitUrl: url, livekitApiKey: apiKey, livekitApiSecret: apiSecret } = settings;
    const {
      twilioAccountSid: accountSid,
      twilioAuthToken: authToken,
      twilioBaseUrl: baseUrl,
      publicUrl,
    } = settings;
    const shared = { ...deps, planner: this.#planner };
    const lines: { livekit?: Line; twilio?: Line } = {};
    if (url !== null && apiKey !== null && apiSecret !== null) {
      const { LiveKitLine } = await import('./livekit-line.ts');
      const livekit = { url, apiKey, apiSecret };
      const agentName = settings.livekitAgentName;
      lines.livekit = new LiveKitLine({ ...shared, livekit, agentName, sessions: agents.sessions });
    }
    if (accountSid !== null && authToken !== null && publicUrl !== null) {
      const { TwilioLine } = await import('./twilio-line.ts');
      const account = { baseUrl, accountSid, authToken };
      lines.twilio = new TwilioLine({ ...shared, account, publicUrl, links: this.#links });
    }
    return lines;
  }
}
