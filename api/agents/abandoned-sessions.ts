import { ParticipantInfo_Kind } from '@livekit/protocol';
import { AgentDispatchClient, type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk';
import { PeriodicTask } from '../leases/periodic-task.ts';
import type { Log } from '../observability/log.ts';
import type { AbandonedSession, AgentSessions } from './room-sessions.ts';

/** The LiveKit calls needed here: listing the participants of a room, and dispatching an agent. */
export interface RoomDirectory {
  /** The given rooms that exist. */
  existing(roomNames: readonly string[]): Promise<ReadonlySet<string>>;
  participants(roomName: string): Promise<Pick<ParticipantInfo, 'identity' | 'kind' | 'joinedAt'>[]>;
  dispatch(roomName: string, reference: string): Promise<void>;
}

export interface SessionKeeperTimes {
  /** Interval of checks, and of heartbeats. */
  readonly everyMs: number;
  /** A session without a heartbeat for this long is assumed to have no agent. */
  readonly staleMs: number;
  /** Time for which no second agent is sent to a session. */
  readonly againMs: number;
  /** After a failure of the database, no session is assumed to be abandoned for this long. */
  readonly pauseAfterFailureMs: number;
  /** For this long after a caller has joined with a token, the dispatch by LiveKit itself may still be on its way. */
  readonly arrivalMs: number;
}

/**
 * The caller waits in silence until an abandoned session is noticed, so these times are short. A session may therefore
 * be taken for abandoned wrongly: the agent that is sent asks the one in the room whether it is alive.
 */
const TIMES: SessionKeeperTimes = {
  everyMs: 1000,
  staleMs: 3000,
  againMs: 15_000,
  pauseAfterFailureMs: 15_000,
  arrivalMs: 8000,
};

export interface SessionKeeperDeps {
  readonly sessions: Pick<AgentSessions, 'alive' | 'takeAbandoned' | 'sent' | 'rest'>;
  readonly rooms: RoomDirectory;
  readonly log: Log;
  readonly times?: Partial<SessionKeeperTimes>;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * LiveKit dispatches an agent when a room begins, and never again. This class watches the sessions of all processes
 * that share a database, and dispatches another agent to a caller whose agent was lost with its process, left, or never
 * came because no worker had capacity. It also sends the heartbeats of the sessions held by this process.
 */
export class AbandonedSessions {
  readonly #deps: SessionKeeperDeps;
  readonly #times: SessionKeeperTimes;
  readonly #now: () => number;
  /** References of the sessions held by this process. */
  readonly #held = new Set<string>();
  readonly #task: PeriodicTask;
  #mayTake = true;
  /**
   * Abandoned sessions are not taken before this time, because no process could send a heartbeat while the database was
   * down. On the monotonic clock.
   */
  #takesFromMs = Number.NEGATIVE_INFINITY;

  /** Starts at once. */
  constructor(deps: SessionKeeperDeps) {
    this.#deps = deps;
    this.#times = { ...TIMES, ...deps.times };
    this.#now = deps.now ?? Date.now;
    this.#task = new PeriodicTask(() => this.#look(), this.#times.everyMs);
  }

  hold(reference: string): void {
    this.#held.add(reference);
  }

  release(reference: string): void {
    this.#held.delete(reference);
  }

  /** Dispatches no more agents; heartbeats continue. */
  stopTaking(): void {
    this.#mayTake = false;
  }

  async close(): Promise<void> {
    this.stopTaking();
    await this.#task.close();
  }

  async #look(): Promise<void> {
    const { sessions, log } = this.#deps;
    const { staleMs, pauseAfterFailureMs } = this.#times;
    try {
      const beganMs = performance.now();
      await sessions.alive([...this.#held]);
      // If the database hangs here, it hangs for all processes.
      if (performance.now() - beganMs > staleMs / 2)
        this.#takesFromMs = performance.now() + pauseAfterFailureMs;
      if (!this.#mayTake || performance.now() < this.#takesFromMs) return;
      const abandoned = await sessions.takeAbandoned(staleMs);
      if (abandoned.length > 0) await this.#sendAgents(abandoned);
    } catch (error) {
      this.#takesFromMs = performance.now() + pauseAfterFailureMs;
      log.warn({ err: error }, 'could not look for sessions without an agent');
    }
  }

  async #sendAgents(abandoned: readonly AbandonedSession[]): Promise<void> {
    const { sessions, rooms } = this.#deps;
    const existing = await rooms.existing([...new Set(abandoned.map(({ roomName }) => roomName))]);
    for (const session of abandoned) {
      // A token that has not been used yet may still be used.
      if (existing.has(session.roomName)) await this.#sendAgent(session);
      else if (session.wasClaimed) await sessions.rest(session.reference);
    }
  }

  async #sendAgent({ reference, roomName, callerIdentity, wasClaimed }: AbandonedSession): Promise<void> {
    const { sessions, rooms, log } = this.#deps;
    const { staleMs, againMs, arrivalMs } = this.#times;
    const people = await rooms.participants(roomName);
    const isOnTelephone = ({ kind }: { readonly kind: ParticipantInfo_Kind }) =>
      kind === ParticipantInfo_Kind.SIP;
    const caller = people.find((one) =>
      callerIdentity === null ? isOnTelephone(one) : one.identity === callerIdentity,
    );
    if (!caller) return;
    if (!wasClaimed) {
      // A person whom LiveKit SIP calls joins without a token.
      const isComing = this.#now() - Number(caller.joinedAt) * 1000 < arrivalMs && !isOnTelephone(caller);
      if (isComing) return;
      // The caller is talking to another agent, for which the room was opened.
      if (people.some(({ kind }) => kind === ParticipantInfo_Kind.AGENT)) return;
    }
    // The participant of a lost agent may still be in the room. The new agent asks it, and removes it.
    await rooms.dispatch(roomName, reference);
    await sessions.sent(reference, againMs - staleMs);
    log.warn({ room: roomName, wasClaimed }, 'a caller had no agent; one was dispatched');
  }
}

/** Implemented with LiveKit's own APIs. */
export function livekitDirectory(
  livekit: { readonly url: string; readonly apiKey: string; readonly apiSecret: string },
  agentName: string,
): RoomDirectory {
  const host = livekit.url.replace(/^ws/, 'http');
  const rooms = new RoomServiceClient(host, livekit.apiKey, livekit.apiSecret);
  const dispatches = new AgentDispatchClient(host, livekit.apiKey, livekit.apiSecret);
  return {
    existing: async (names) => new Set((await rooms.listRooms([...names])).map(({ name }) => name)),
    participants: (name) => rooms.listParticipants(name),
    dispatch: async (name, reference) => {
      await dispatches.createDispatch(name, agentName, { metadata: reference });
    },
  };
}
