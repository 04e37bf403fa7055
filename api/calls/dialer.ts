import { setTimeout as sleep } from 'node:timers/promises';
import type { Authenticator } from '../credentials/authenticator.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Events } from '../events/events.ts';
import { Lease } from '../leases/lease.ts';
import { PollLoop } from '../leases/poll-loop.ts';
import type { QueueTiming } from '../leases/timing.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import {
  type CallAttempt,
  type CallClaim,
  type CallRecord,
  claimCall,
  deleteExpiredCalls,
  endCall,
  findCall,
  progressCall,
  releaseCall,
  renewCall,
  requestCall,
  requeueCall,
} from '../storage/calls.ts';
import type { Database } from '../storage/database.ts';
import { isoTime } from '../storage/iso-time.ts';
import { callEvent, type ReachedState } from './call-events.ts';
import { nextOpening } from './call-hours.ts';
import { identityOf } from './identity-of.ts';
import type { AttemptOnLine, Line, LineOutcome, LineState } from './line.ts';

export interface DialerTiming extends Pick<QueueTiming, 'leaseMs' | 'renewMs' | 'pollMs'> {
  /** Interval at which a call in progress is looked at. */
  readonly lookMs: number;
  /** Wait when there is no place for an agent, or the line is unavailable. */
  readonly againMs: number;
  /** Time limit for recording the end of a conversation after the end of its call. */
  readonly lastWordMs: number;
  readonly sweepMs: number;
}

const TIMING: DialerTiming = {
  leaseMs: 15_000,
  renewMs: 2000,
  pollMs: 1000,
  lookMs: 500,
  againMs: 5000,
  lastWordMs: 2000,
  sweepMs: 60_000,
};
const DAY_MS = 86_400_000;

/** End reasons after which the call continues with another person or agent. */
const GOES_ON: readonly string[] = ['transferred', 'shutdown', 'failed'];

/** Why this server hung up a call. */
type HangUpReason = 'canceled' | 'max_duration' | 'conversation';

export interface DialerDeps {
  readonly db: Database;
  /** By name; absent for services that are not configured. */
  readonly lines: Partial<Record<CallRecord['request']['via'], Line>>;
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  readonly settings: Pick<Settings, 'maxCallsPerOwner' | 'callKeepDays'>;
  readonly metrics: Pick<Metrics, 'callAttempts'>;
  /** Called with each state that a call reaches. */
  readonly events: Pick<Events, 'emitWith'>;
  readonly log: Log;
  readonly timing?: Partial<DialerTiming>;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Makes the calls of the queue, and follows them until they are over. Any number of processes may do so: each call has
 * a lease, and the intention to ask the telephone service is stored before the request.
 */
export class Dialer {
  readonly #deps: DialerDeps;
  readonly #timing: DialerTiming;
  readonly #loop: PollLoop;
  readonly #running = new Set<Promise<void>>();
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: DialerDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#loop = new PollLoop({
      next: () => this.#next(),
      onError: (error) => deps.log.error({ err: error }, 'could not look for calls to make'),
      pollMs: this.#timing.pollMs,
    });
  }

  /** Starts looking for calls. */
  start(): void {
    this.#loop.start();
  }

  /** Call it when there may be a call to make. */
  wake(): void {
    this.#loop.wake();
  }

  /** Makes no more calls, and leaves calls in progress to other processes, or to this one after its restart. */
  async close(): Promise<void> {
    await this.#loop.close();
    await Promise.all(this.#running);
  }

  async #next(): Promise<boolean> {
    const { db, settings, now } = this.#deps;
    await this.#sweep();
    const options = { nowMs: now(), leaseMs: this.#timing.leaseMs, maxPerOwner: settings.maxCallsPerOwner };
    const claim = await claimCall(db, options);
    if (!claim) return false;
    const running = this.#follow(claim).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return true;
  }

  async #follow(claim: CallClaim): Promise<void> {
    const { db, log, now } = this.#deps;
    const { leaseMs } = this.#timing;
    const lease = new Lease(() => renewCall(db, claim, { nowMs: now(), leaseMs }), this.#timing);
    const stopped = AbortSignal.any([lease.lost, this.#loop.closing]);
    try {
      await (claim.isNew ? this.#begin(claim, stopped) : this.#adopt(claim, stopped));
      if (this.#loop.closing.aborted) await releaseCall(db, claim, now());
    } catch (error) {
      // The lease expires, and any process may then continue.
      if (!stopped.aborted) log.error({ err: error, call: claim.call.id }, 'a call could not be followed');
    } finally {
      await lease.stop();
      this.#loop.wake();
    }
  }

  async #begin(claim: CallClaim, stopped: AbortSignal): Promise<void> {
    const { lines, authenticator, now, log } = this.#deps;
    const { call } = claim;
    const { request } = call;
    const giveUpAtMs = Date.parse(call.createdAt) + request.startWithinSeconds * 1000;
    if (now() >= giveUpAtMs) return this.#end(claim, { status: 'failed', reason: 'too_late' });
    const openingMs = nextOpening(request.hours, now());
    if (openingMs > now()) return this.#requeue(claim, { reason: null, atMs: openingMs });
    const identity = identityOf(call);
    if (!(await authenticator.isStillValid(identity))) {
      return this.#end(claim, { status: 'failed', reason: 'access_revoked' });
    }
    const line = lines[request.via];
    if (!line) return this.#end(claim, { status: 'failed', reason: 'line_not_set_up' });
    const soon = { atMs: Math.min(giveUpAtMs, now() + this.#timing.againMs) };
    let prepared: Awaited<ReturnType<Line['prepare']>>;
    try {
      prepared = await line.prepare(call, identity);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
        log.info({ call: call.id, err: error }, 'the agent of a call cannot talk');
        return this.#end(claim, { status: 'failed', reason: 'agent_unavailable' });
      }
      if (error instanceof ApiError) return this.#requeue(claim, { reason: 'no_agent_free', ...soon });
      log.warn({ call: call.id, err: error }, 'the line for a call cannot be reached');
      return this.#requeue(claim, { reason: 'line_unreachable', ...soon });
    }
    if (prepared === null) return this.#requeue(claim, { reason: 'no_agent_free', ...soon });
    if (stopped.aborted) {
      await line.close(prepared);
      return this.#requeue(claim, { reason: null, atMs: now() });
    }
    const requestedAtMs = now();
    const attempt: CallAttempt = { dialingAt: isoTime(requestedAtMs), ...prepared };
    const askedMs = performance.now();
    const attempts = [...call.attempts, attempt];
    const isMine = await this.#tell(claim, { status: 'dialing', attempts }, (transaction) =>
      requestCall(transaction, claim, attempts, requestedAtMs),
    );
    // Other processes may have taken over the calls of a process that was suspended for this long.
    const isLate = performance.now() - askedMs > this.#timing.leaseMs / 2;
    if (!isMine || isLate || stopped.aborted) {
      await line.close(prepared);
      // The call belongs to another process, its owner has hung up, or it was not requested in time.
      return this.#requeue(claim, { reason: null, atMs: now(), wasDialed: isMine });
    }
    const on = { call, attempt, requestedAtMs, isAdopted: false };
    line.dial(on);
    await this.#attend(claim, line, on, stopped);
  }

  /** Continues with a call whose process was lost or stopped. */
  async #adopt(claim: CallClaim, stopped: AbortSignal): Promise<void> {
    const { lines, now } = this.#deps;
    const { call } = claim;
    const attempt = call.attempts.at(-1);
    // The telephone service never received the request.
    if (call.requestedAt === null || attempt === undefined) {
      return this.#requeue(claim, { reason: null, atMs: now() });
    }
    const line = lines[call.request.via];
    if (!line) return this.#end(claim, { status: 'failed', reason: 'line_not_set_up' });
    const on = { call, attempt, requestedAtMs: Date.parse(call.requestedAt), isAdopted: true };
    await this.#attend(claim, line, on, stopped);
  }

  /** Follows an attempt until it is over. */
  async #attend(claim: CallClaim, line: Line, first: AttemptOnLine, stopped: AbortSignal): Promise<void> {
    const { db, log } = this.#deps;
    const before = first.call.attempts.filter(({ dialingAt }) => dialingAt !== first.attempt.dialingAt);
    let on = first;
    let isTold = false;
    for (;;) {
      if (stopped.aborted) return;
      const row = await findCall(db, null, first.call.id);
      if (!row) return;
      let state: LineState | null = null;
      try {
        if (this.#mustHangUp(row, on.attempt) !== null) await line.hangUp(on);
        state = await line.look(on);
        isTold = false;
      } catch (error) {
        if (!isTold) log.warn({ call: first.call.id, err: error }, 'a call cannot be looked at');
        isTold = true;
      }
      if (state?.kind === 'unmade') {
        await line.close(on.attempt);
        return this.#requeue(claim, { reason: null, atMs: this.#deps.now(), wasDialed: true });
      }
      if (state?.kind === 'over') {
        const { callee, ...outcome } = await this.#outcome(state, on);
        await line.close(on.attempt);
        return this.#finish(claim, before, { ...on.attempt, ...(callee && { callee }) }, outcome);
      }
      const attempt = state ? this.#after(on.attempt, state, row.callee) : on.attempt;
      if (state && attempt !== on.attempt) {
        const { ringingAt, answeredAt } = on.attempt;
        const isReached = attempt.ringingAt !== ringingAt || attempt.answeredAt !== answeredAt;
        on = { ...on, attempt };
        const attempts = [...before, attempt];
        const status = attempt.callee === 'voicemail' ? 'voicemail' : state.kind;
        const change = (transaction: Database) => progressCall(transaction, claim, { status, attempts });
        await (isReached ? this.#tell(claim, { status: state.kind, attempts }, change) : change(db));
      }
      await sleep(this.#timing.lookMs, undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  #mustHangUp(row: CallRecord, { answeredAt }: CallAttempt): HangUpReason | null {
    if (row.hangUpAt !== null) return 'canceled';
    if (row.conversationEnd !== null && !GOES_ON.includes(row.conversationEnd)) return 'conversation';
    const talkedMs = answeredAt === undefined ? 0 : this.#deps.now() - Date.parse(answeredAt);
    return talkedMs > row.request.maxSeconds * 1000 ? 'max_duration' : null;
  }

  /** The attempt with changes: the time of a new state, or the callee. */
  #after(
    attempt: CallAttempt,
    state: Exclude<LineState, { kind: 'over' | 'unmade' }>,
    callee: CallRecord['callee'],
  ): CallAttempt {
    const at = isoTime(this.#deps.now());
    const { kind, providerId } = state;
    const isRinging = kind === 'ringing' && attempt.ringingAt === undefined;
    const isAnswered = kind === 'answered' && attempt.answeredAt === undefined;
    const isNamed = providerId !== undefined && attempt.providerId === undefined;
    const isKnown = callee !== null && attempt.callee !== callee;
    if (!isRinging && !isAnswered && !isNamed && !isKnown) return attempt;
    return {
      ...attempt,
      ...(isRinging && { ringingAt: at }),
      ...(isAnswered && { answeredAt: at }),
      ...(isNamed && { providerId }),
      ...(isKnown && { callee }),
    };
  }

  /** The outcome of an attempt, with the end reason of the conversation if there was one. */
  async #outcome(
    state: LineOutcome,
    { call, attempt }: AttemptOnLine,
  ): Promise<LineOutcome & Pick<CallRecord, 'callee'>> {
    const { db } = this.#deps;
    const read = () => findCall(db, null, call.id);
    let row = await read();
    if (state.status === 'ended' && row && row.conversationEnd === null && row.hangUpAt === null) {
      await sleep(this.#timing.lastWordMs);
      row = await read();
    }
    const hungUp = row && this.#mustHangUp(row, attempt);
    const callee = row?.callee ?? null;
    if (hungUp === 'canceled' || hungUp === 'max_duration')
      return { status: 'ended', reason: hungUp, callee };
    if (state.status !== 'ended') return { ...state, callee };
    const status = callee === 'voicemail' ? 'voicemail' : 'ended';
    return { status, reason: row?.conversationEnd ?? 'caller_left', callee };
  }

  /** Ends an attempt, and the call unless it is tried again. */
  async #finish(
    claim: CallClaim,
    before: readonly CallAttempt[],
    last: CallAttempt,
    outcome: LineOutcome,
  ): Promise<void> {
    const { now, metrics, log } = this.#deps;
    const { call } = claim;
    const { retry, via } = call.request;
    const { status, reason, sipStatus } = outcome;
    const how = { status, reason, ...(sipStatus !== undefined && { sipStatus }) };
    const attempt = { ...last, ...how, endedAt: isoTime(now()) };
    const attempts = [...before, attempt];
    metrics.callAttempts.inc({ via, status, reason });
    log.info(
      { call: call.id, via, status, reason, attempt: attempts.length },
      'an attempt at a call is over',
    );
    if (retry.on.includes(status) && attempts.length < retry.maxAttempts) {
      const atMs = nextOpening(call.request.hours, now() + retry.delayMs);
      return this.#requeue(claim, { reason, atMs, attempts, wasDialed: true });
    }
    await this.#end(claim, outcome, attempts);
  }

  /** Returns the call to the queue, unless it was hung up meanwhile. */
  async #requeue(
    claim: CallClaim,
    next: {
      readonly reason: string | null;
      readonly atMs: number;
      readonly attempts?: readonly CallAttempt[];
      /** Whether the request to the telephone service was recorded. */
      readonly wasDialed?: boolean;
    },
  ): Promise<void> {
    const { db } = this.#deps;
    const { call } = claim;
    const { reason, atMs, wasDialed = false } = next;
    // An attempt without an end was not made.
    const attempts = next.attempts ?? call.attempts.filter(({ endedAt }) => endedAt !== undefined);
    const change = (transaction: Database) => requeueCall(transaction, claim, { reason, atMs, attempts });
    const reached = { status: 'queued', reason, attempts, nextAttemptAtMs: atMs } as const;
    if (await (wasDialed ? this.#tell(claim, reached, change) : change(db))) return;
    await this.#end(claim, { status: 'ended', reason: 'canceled' }, attempts);
  }

  async #end(claim: CallClaim, outcome: LineOutcome, attempts = claim.call.attempts): Promise<void> {
    const { settings, now, log } = this.#deps;
    const { status, reason } = outcome;
    const nowMs = now();
    const expiresAtMs = nowMs + settings.callKeepDays * DAY_MS;
    const end = { status, reason, attempts, nowMs, expiresAtMs };
    const isEnded = await this.#tell(claim, end, (transaction) => endCall(transaction, claim, end));
    if (isEnded) log.info({ call: claim.call.id, status, reason }, 'a call is over');
  }

  /** Stores a change together with the event of the state that the call then has. @returns false without a change */
  #tell(
    { call }: CallClaim,
    reached: ReachedState,
    change: (transaction: Database) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#deps.events.emitWith(callEvent(call, reached), change);
  }

  async #sweep(): Promise<void> {
    const nowMs = this.#deps.now();
    if (nowMs - this.#sweptAtMs < this.#timing.sweepMs) return;
    this.#sweptAtMs = nowMs;
    await deleteExpiredCalls(this.#deps.db, nowMs);
  }
}
