import { setTimeout as sleep } from 'node:timers/promises';
import { ParticipantInfo_Kind } from '@livekit/protocol';
import {
  type ParticipantInfo,
  RoomAgentDispatch,
  RoomServiceClient,
  ServerError,
  SipCallError,
  SipClient,
} from 'livekit-server-sdk';
import type { AgentSessions } from '../agents/room-sessions.ts';
import type { Identity } from '../credentials/authenticator.ts';
import type { Log } from '../observability/log.ts';
import type { CallRecord } from '../storage/calls.ts';
import type { CallPlanner } from './call-planner.ts';
import {
  type AttemptOnLine,
  type Line,
  type LineOutcome,
  type LineState,
  outcomeOfSip,
  type PreparedAttempt,
} from './line.ts';

const CALLEE = 'callee';
/** Attribute in which LiveKit SIP reports the state of a call. */
const CALL_STATUS = 'sip.callStatus';
/** How long an agent may take to come into the room. */
const AGENT_WITHIN_MS = 10_000;
const LOOK_MS = 250;
/** The room stays after its call for the longest time until a process looks at it again. */
const ROOM_SECONDS = 60;
/** Number of looks without a callee until an attempt counts as over, since the callee may be joining. */
const MAX_ABSENCES = 3;

/** State of an attempt in this process, by its room. */
interface Dial {
  outcome: LineOutcome | null;
  /** Whether the response of LiveKit is missing, so that the request may or may not have arrived. */
  isUncertain: boolean;
  absences: number;
}

export interface LiveKitLineDeps {
  readonly livekit: { readonly url: string; readonly apiKey: string; readonly apiSecret: string };
  readonly agentName: string;
  readonly sessions: Pick<AgentSessions, 'beginForTelephone' | 'end'>;
  readonly planner: Pick<CallPlanner, 'plan'>;
  readonly log: Log;
}

/** Calls by LiveKit SIP: a room for each attempt, first the agent in it, then the telephone. */
export class LiveKitLine implements Line {
  readonly #deps: LiveKitLineDeps;
  readonly #rooms: RoomServiceClient;
  readonly #sip: SipClient;
  readonly #dials = new Map<string, Dial>();

  constructor(deps: LiveKitLineDeps) {
    this.#deps = deps;
    const { url, apiKey, apiSecret } = deps.livekit;
    const host = url.replace(/^ws/, 'http');
    this.#rooms = new RoomServiceClient(host, apiKey, apiSecret);
    this.#sip = new SipClient(host, apiKey, apiSecret);
  }

  async prepare(call: CallRecord, identity: Identity): Promise<PreparedAttempt | null> {
    const { sessions, planner, agentName } = this.#deps;
    const room = `call-${call.id}-${call.attempts.length + 1}`;
    const plan = await planner.plan(call);
    const session = await sessions.beginForTelephone(identity, call.agentId, plan, room);
    const prepared = { room, session };
    try {
      await this.#rooms.createRoom({
        name: room,
        emptyTimeout: ROOM_SECONDS,
        departureTimeout: ROOM_SECONDS,
        agents: [new RoomAgentDispatch({ agentName, metadata: session })],
      });
      if (await this.#agentCame(room)) return prepared;
    } catch (error) {
      await this.close(prepared);
      throw error;
    }
    await this.close(prepared);
    return null;
  }

  dial({ call, attempt }: AttemptOnLine): void {
    const { to, from, trunkId, ringSeconds, maxSeconds } = call.request;
    const { room = '' } = attempt;
    const dial: Dial = { outcome: null, isUncertain: false, absences: 0 };
    this.#dials.set(room, dial);
    this.#sip
      .createSipParticipant(trunkId ?? '', to, room, {
        participantIdentity: CALLEE,
        ringingTimeout: ringSeconds,
        maxCallDuration: maxSeconds,
        waitUntilAnswered: true,
        ...(from !== null && { fromNumber: from }),
      })
      .catch((error: unknown) => {
        dial.outcome = outcomeOf(error);
        dial.isUncertain = dial.outcome === null;
        // The number is not logged.
        const { status, code } = error instanceof ServerError ? error : {};
        this.#deps.log.info({ call: call.id, status, code, ...dial.outcome }, 'a call was not answered');
      });
  }

  async look({ attempt, isAdopted }: AttemptOnLine): Promise<LineState> {
    const { room = '', answeredAt } = attempt;
    const dial = this.#dials.get(room) ?? { outcome: null, isUncertain: isAdopted, absences: 0 };
    this.#dials.set(room, dial);
    if (dial.outcome) return { kind: 'over', ...dial.outcome };
    const callee = (await this.#people(room)).find(isTelephone);
    if (callee) {
      dial.absences = 0;
      const status = callee.attributes[CALL_STATUS];
      if (status === 'active' || status === 'hangup') return { kind: 'answered' };
      return { kind: status === 'ringing' || status === 'automation' ? 'ringing' : 'dialing' };
    }
    if (answeredAt === undefined && !dial.isUncertain) return { kind: 'dialing' };
    if (++dial.absences < MAX_ABSENCES) return { kind: answeredAt === undefined ? 'dialing' : 'answered' };
    if (answeredAt !== undefined) return { kind: 'over', status: 'ended', reason: 'hung_up' };
    // The telephone may have rung, so the request is not repeated.
    return { kind: 'over', status: 'failed', reason: isAdopted ? 'process_lost' : 'line_unreachable' };
  }

  async hangUp({ attempt }: AttemptOnLine): Promise<void> {
    const { room = '' } = attempt;
    await this.#rooms.removeParticipant(room, CALLEE).catch(ignoreMissing);
  }

  async close({ room = '', session = '' }: PreparedAttempt): Promise<void> {
    this.#dials.delete(room);
    const steps = await Promise.allSettled([
      this.#deps.sessions.end(session),
      this.#rooms.deleteRoom(room).catch(ignoreMissing),
    ]);
    for (const step of steps) {
      if (step.status === 'rejected')
        this.#deps.log.warn({ err: step.reason }, 'a call was not cleared away');
    }
  }

  async #agentCame(room: string): Promise<boolean> {
    const untilMs = performance.now() + AGENT_WITHIN_MS;
    while (performance.now() < untilMs) {
      const people = await this.#people(room);
      if (people.some(({ kind }) => kind === ParticipantInfo_Kind.AGENT)) return true;
      await sleep(LOOK_MS);
    }
    return false;
  }

  async #people(room: string): Promise<ParticipantInfo[]> {
    try {
      return await this.#rooms.listParticipants(room);
    } catch (error) {
      ignoreMissing(error);
      return [];
    }
  }
}

const isTelephone = ({ kind }: ParticipantInfo): boolean => kind === ParticipantInfo_Kind.SIP;

/** @throws any other error */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ServerError) || error.status !== 404) throw error;
}

/** Null if it is unknown whether LiveKit received the request. */
function outcomeOf(error: unknown): LineOutcome | null {
  if (error instanceof SipCallError && error.sipStatusCode !== undefined) {
    return outcomeOfSip(error.sipStatusCode);
  }
  if (!(error instanceof ServerError)) return null;
  const isTimeout = error.code === 'deadline_exceeded' || error.code === 'canceled';
  if (isTimeout) return { status: 'no_answer', reason: 'not_answered' };
  return { status: 'failed', reason: 'line_refused' };
}
