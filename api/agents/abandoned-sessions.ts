import { ParticipantInfo_Kind } from '@livekit/protocol';
import { AgentDispatchClient, type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk';
import type { Log } from '../observability/log.ts';
import type { AbandonedSession, AgentSessions } from './room-sessions.ts';

/** What is asked of LiveKit: who is where, and to send an agent. */
export interface RoomDirectory {
  /** Those of the rooms that exist. */
  existing(roomNames: readonly string[]): Promise<ReadonlySet<string>>;
  participants(roomName: string): Promise<Pick<ParticipantInfo, 'identity' | 'kind' | 'joinedAt'>[]>;
  dispatch(roomName: string, reference: string): Promise<void>;
}

export interface SessionKeeperTimes {
  /** Between two looks, and between two signs of life. */
  readonly everyMs: number;
  /** A session without a sign of life for so long is taken to have no agent. */
  readonly staleMs: number;
  /** A caller who has just come is about to be given an agent by LiveKit itself. */
  readonly arrivalMs: number;
}

const TIMES: SessionKeeperTimes = { everyMs: 3000, staleMs: 15_000, arrivalMs: 8000 };

export interface SessionKeeperDeps {
  readonly sessions: Pick<AgentSessions, 'alive' | 'takeAbandoned' | 'rest'>;
  readonly rooms: RoomDirectory;
  readonly log: Log;
  readonly times?: Partial<SessionKeeperTimes>;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * LiveKit sends an agent when a room begins, and never again. This looks after the sessions of all processes that share
 * a database: a caller whose agent died with its process, was left by it, or never came because nobody had a place, is
 * sent another one. It gives signs of life for the sessions that this process holds.
 */
export class AbandonedSessions {
  readonly #deps: SessionKeeperDeps;
  readonly #times: SessionKeeperTimes;
  readonly #now: () => number;
  /** Those that this process holds. */
  readonly #held = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;
  #mayTake = true;
  /** While the database was away nobody could give a sign of life. */
  #takesFromMs = 0;

  /** Starts at once. */
  constructor(deps: SessionKeeperDeps) {
    this.#deps = deps;
    this.#times = { ...TIMES, ...deps.times };
    this.#now = deps.now ?? Date.now;
    this.#timer = setInterval(() => this.#tick(), this.#times.everyMs);
  }

  hold(reference: string): void {
    this.#held.add(reference);
  }

  release(reference: string): void {
    this.#held.delete(reference);
  }

  /** Sends for no more agents; signs of life go on. */
  stopTaking(): void {
    this.#mayTake = false;
  }

  async close(): Promise<void> {
    this.stopTaking();
    clearInterval(this.#timer);
    await this.#looking;
  }

  #tick(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  async #look(): Promise<void> {
    const { sessions, log } = this.#deps;
    const { staleMs } = this.#times;
    try {
      await sessions.alive([...this.#held]);
      if (!this.#mayTake || this.#now() < this.#takesFromMs) return;
      const abandoned = await sessions.takeAbandoned(staleMs);
      if (abandoned.length > 0) await this.#sendAgents(abandoned);
    } catch (error) {
      this.#takesFromMs = this.#now() + staleMs;
      log.warn({ err: error }, 'could not look for sessions without an agent');
    }
  }

  async #sendAgents(abandoned: readonly AbandonedSession[]): Promise<void> {
    const { sessions, rooms } = this.#deps;
    const existing = await rooms.existing([...new Set(abandoned.map(({ roomName }) => roomName))]);
    for (const session of abandoned) {
      // A token that was never used may be used yet.
      if (existing.has(session.roomName)) await this.#sendAgent(session);
      else if (session.wasClaimed) await sessions.rest(session.reference);
    }
  }

  async #sendAgent({ reference, roomName, callerIdentity, wasClaimed }: AbandonedSession): Promise<void> {
    const { rooms, log } = this.#deps;
    const people = await rooms.participants(roomName);
    const caller = people.find(({ identity }) => identity === callerIdentity);
    if (!caller) return;
    if (!wasClaimed) {
      if (this.#now() - Number(caller.joinedAt) * 1000 < this.#times.arrivalMs) return;
      // It talks with somebody else, whom the room was opened for.
      if (people.some(({ kind }) => kind === ParticipantInfo_Kind.AGENT)) return;
    }
    // What is left of an agent that died may still be there; the new one waits for it to go.
    await rooms.dispatch(roomName, reference);
    log.warn({ room: roomName, wasClaimed }, 'a caller had no agent; one was dispatched');
  }
}

/** Through LiveKit's own interfaces. */
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
