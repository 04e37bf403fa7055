import { AgentError } from '../../agent-worker/errors.ts';
import {
  createTwilioCall,
  endTwilioCall,
  findTwilioCall,
  streamInstructions,
  type TwilioAccount,
  TwilioRefusal,
  twilioCallStatus,
} from '../../agent-worker/telephone/twilio-calls.ts';
import type { Conversations } from '../agents/conversations.ts';
import type { Log } from '../observability/log.ts';
import { type CallRecord, isCallKnown } from '../storage/calls.ts';
import type { Database } from '../storage/database.ts';
import type { CallLinks } from './call-links.ts';
import type { CallPlanner } from './call-planner.ts';
import { identityOf } from './identity-of.ts';
import type { AttemptOnLine, Line, LineOutcome, LineState, PreparedAttempt } from './line.ts';

/** A call that was created is certainly in Twilio's list after this time. */
const LISTED_WITHIN_MS = 15_000;
/** How long a call may be in Twilio's own queue, on top of ringing. */
const QUEUE_SECONDS = 600;

const STATES: Readonly<Record<string, LineState>> = {
  queued: { kind: 'dialing' },
  initiated: { kind: 'dialing' },
  ringing: { kind: 'ringing' },
  'in-progress': { kind: 'answered' },
  completed: { kind: 'over', status: 'ended', reason: 'hung_up' },
  busy: { kind: 'over', status: 'busy', reason: 'busy' },
  'no-answer': { kind: 'over', status: 'no_answer', reason: 'not_answered' },
  canceled: { kind: 'over', status: 'ended', reason: 'hung_up' },
  failed: { kind: 'over', status: 'failed', reason: 'network_refused' },
};

/** State of an attempt in this process. */
interface Dial {
  /** Twilio's identifier; null until it has responded. */
  sid: string | null;
  outcome: LineOutcome | null;
  /** Whether there was no response, so that the request may or may not have arrived. */
  isUncertain: boolean;
}

export interface TwilioLineDeps {
  readonly db: Database;
  readonly account: TwilioAccount;
  /** The address at which Twilio reaches this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly links: CallLinks;
  readonly planner: Pick<CallPlanner, 'plan'>;
  readonly conversations: Pick<Conversations, 'requirePlace'>;
  readonly log: Log;
  readonly now: () => number;
  /** Default: 15 s. */
  readonly listedWithinMs?: number;
}

/** Calls by Twilio's REST API, which connects them to a media stream of this server. */
export class TwilioLine implements Line {
  readonly #deps: TwilioLineDeps;
  readonly #dials = new Map<string, Dial>();

  constructor(deps: TwilioLineDeps) {
    this.#deps = deps;
  }

  async prepare(call: CallRecord): Promise<PreparedAttempt | null> {
    await this.#deps.planner.plan(call);
    try {
      this.#deps.conversations.requirePlace();
      // Names the attempt.
      return { room: `call-${call.id}-${call.attempts.length + 1}` };
    } catch (error) {
      if (error instanceof AgentError) return null;
      throw error;
    }
  }

  dial({ call, attempt }: AttemptOnLine): void {
    const dial: Dial = { sid: null, outcome: null, isUncertain: false };
    this.#dials.set(attempt.room ?? '', dial);
    this.#create(call)
      .then((sid) => {
        dial.sid = sid;
      })
      .catch((error: unknown) => {
        if (error instanceof TwilioRefusal) {
          dial.outcome = { status: 'failed', reason: 'line_refused' };
          this.#deps.log.warn(
            { call: call.id, status: error.status, code: error.code },
            'Twilio refused a call',
          );
          return;
        }
        dial.isUncertain = true;
        this.#deps.log.warn({ call: call.id, err: error }, 'Twilio did not answer');
      });
  }

  async look(on: AttemptOnLine): Promise<LineState> {
    const { call, attempt, requestedAtMs } = on;
    const { account, now, listedWithinMs = LISTED_WITHIN_MS } = this.#deps;
    const dial = this.#dials.get(attempt.room ?? '') ?? {
      sid: null,
      outcome: null,
      isUncertain: true,
    };
    if (dial.outcome) return { kind: 'over', ...dial.outcome };
    let sid = attempt.providerId ?? dial.sid;
    if (sid === null) {
      if (!dial.isUncertain) return { kind: 'dialing' };
      sid = await this.#find(call, requestedAtMs);
      if (sid === null) {
        return now() - requestedAtMs < listedWithinMs ? { kind: 'dialing' } : { kind: 'unmade' };
      }
    }
    const state = STATES[await twilioCallStatus(account, sid)] ?? { kind: 'dialing' };
    return state.kind === 'over' || state.kind === 'unmade' ? state : { ...state, providerId: sid };
  }

  async hangUp({ attempt }: AttemptOnLine): Promise<void> {
    const sid = attempt.providerId ?? this.#dials.get(attempt.room ?? '')?.sid;
    if (sid) await endTwilioCall(this.#deps.account, sid);
  }

  async close({ room = '' }: PreparedAttempt): Promise<void> {
    this.#dials.delete(room);
  }

  async #create(call: CallRecord): Promise<string> {
    const { account, links, publicUrl } = this.#deps;
    const { to, from, ringSeconds, maxSeconds } = call.request;
    const { token } = await links.sign(identityOf(call), call.id, QUEUE_SECONDS + ringSeconds, true);
    const streamUrl = `${publicUrl.replace(/^http/, 'ws')}/calls/${call.id}/media-stream/${token}`;
    const instructions = streamInstructions(streamUrl);
    return createTwilioCall(account, { to, from: from ?? '', instructions, ringSeconds, maxSeconds });
  }

  /** Finds the call among the calls of the account that belong to no other call of this server. */
  async #find({ request }: CallRecord, requestedAtMs: number): Promise<string | null> {
    const { account, db } = this.#deps;
    const sids = await findTwilioCall(account, { to: request.to, from: request.from ?? '' }, requestedAtMs);
    for (const sid of sids) if (!(await isCallKnown(db, sid))) return sid;
    return null;
  }
}
