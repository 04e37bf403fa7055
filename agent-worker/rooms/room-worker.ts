/** Holds conversations in LiveKit rooms: registers, takes the jobs it is assigned, and shuts down in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RoomServiceClient, SipClient } from 'livekit-server-sdk';
import type { EndReason } from '../conversation/types.ts';
import type { WorkerLog } from './log.ts';
import { PersonCalls } from './person-line.ts';
import { Registration } from './registration.ts';
import type { LiveKitAccess, RegistrationTimes, RoomJob } from './registration-types.ts';
import {
  type OpenInRoom,
  type ResolveRoom,
  ROOM_SESSION_TIMES,
  RoomSession,
  type RoomSessionTimes,
} from './room-session.ts';

/** Timeout for conversations to end after 'shutdown', on top of the time limits of their own steps. */
const CUT_OFF_MS = 25_000;
const POLL_MS = 20;

export interface RoomWorkerOptions {
  readonly livekit: LiveKitAccess;
  /** The name that dispatches use; all workers of a service share it, and so share the rooms. */
  readonly agentName: string;
  /** Shown to other participants. */
  readonly participantName?: string;
  readonly maxSessions: number;
  /** Outbound trunk of LiveKit SIP for warm transfers; without it there are none. */
  readonly sipTrunkId?: string;
  /** Load of the engine, 0 to 1: at 1 no more rooms are accepted, regardless of `maxSessions`. */
  readonly load: () => number;
  readonly resolve: ResolveRoom;
  readonly openInRoom: OpenInRoom;
  readonly log: WorkerLog;
  /** How long running conversations have to finish when the worker closes. */
  readonly drainMs: number;
  readonly times?: Partial<RegistrationTimes> & Partial<RoomSessionTimes>;
}

/**
 * Sessions run inside this process and share its engine. The media library is process-wide: the code that ends the
 * process calls `dispose()` of @livekit/rtc-node after the last worker has closed.
 */
export class RoomWorker {
  readonly #options: RoomWorkerOptions;
  readonly #registration: Registration;
  readonly #sessions = new Map<string, RoomSession>();
  readonly #times: RoomSessionTimes;
  readonly #rooms: RoomServiceClient;
  readonly #sip: SipClient;
  readonly #people: PersonCalls | null;
  #closed: Promise<void> | null = null;
  /** Whether the time for conversations to finish is over. */
  #isCut = false;

  /** Starts registering at once. */
  constructor(options: RoomWorkerOptions) {
    this.#options = options;
    this.#times = { ...ROOM_SESSION_TIMES, ...options.times };
    const { url, apiKey, apiSecret } = options.livekit;
    const host = url.replace(/^ws/, 'http');
    this.#rooms = new RoomServiceClient(host, apiKey, apiSecret);
    this.#sip = new SipClient(host, apiKey, apiSecret);
    const { livekit, sipTrunkId: trunkId, log } = options;
    const access = { livekit, rooms: this.#rooms, sip: this.#sip, log };
    this.#people = trunkId === undefined ? null : new PersonCalls({ ...access, trunkId });
    this.#registration = new Registration({
      livekit: options.livekit,
      agentName: options.agentName,
      participantName: options.participantName ?? 'Agent',
      load: () => this.load,
      onJob: (job) => this.#begin(job),
      onTerminate: (jobId) => this.#stop(jobId, 'caller_left'),
      log: options.log,
      ...(options.times && { times: options.times }),
    });
  }

  /** Share of this worker's capacity in use, 0 to 1: the larger share of its places and of the engine. */
  get load(): number {
    // An accepted job holds a place before its session begins.
    const places = this.#registration.jobs / this.#options.maxSessions;
    return Math.min(1, Math.max(places, this.#options.load()));
  }

  /** Conversations that are running, opening or closing. */
  get sessions(): number {
    return this.#sessions.size;
  }

  get isRegistered(): boolean {
    return this.#registration.isRegistered;
  }

  /** Settles when the worker is registered with LiveKit; at once if it already is. */
  registered(): Promise<void> {
    return this.#registration.registered();
  }

  /** Accepts no new rooms. Running conversations get `drainMs` to finish and are then closed. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= this.#drain();
    return this.#closed;
  }

  #begin(job: RoomJob): void {
    const { resolve, openInRoom, log } = this.#options;
    log.info({ jobId: job.id, room: job.roomName, sessions: this.#sessions.size + 1 }, 'a room was assigned');
    const session = new RoomSession(job, {
      resolve,
      openInRoom,
      log,
      times: this.#times,
      remove: (room, identity) => this.#rooms.removeParticipant(room, identity),
      transfer: (room, identity, to) => this.#sip.transferSipParticipant(room, identity, to),
      ...(this.#people && { people: this.#people }),
    });
    this.#sessions.set(job.id, session);
    void session.outcome.then((outcome) => {
      this.#sessions.delete(job.id);
      this.#registration.finish(job.id, outcome);
    });
    // The job was accepted before the worker began to close, and assigned after all sessions were told to stop.
    if (this.#isCut) session.stop('shutdown');
  }

  #stop(jobId: string, reason: EndReason): void {
    this.#sessions.get(jobId)?.stop(reason);
  }

  async #drain(): Promise<void> {
    const { drainMs, log } = this.#options;
    this.#registration.drain();
    if (!(await this.#emptyWithin(drainMs))) {
      this.#isCut = true;
      log.info(
        { sessions: this.#sessions.size },
        'the time for shutdown has passed; open conversations are closed',
      );
      for (const session of this.#sessions.values()) session.stop('shutdown');
      if (!(await this.#emptyWithin(CUT_OFF_MS))) {
        log.error({ sessions: this.#sessions.size }, 'conversations could not be closed');
      }
    }
    await this.#registration.close();
  }

  /** @returns whether all jobs ended in time, including those accepted but not assigned yet */
  async #emptyWithin(ms: number): Promise<boolean> {
    const deadlineMs = performance.now() + ms;
    while (this.#registration.jobs > 0) {
      if (performance.now() >= deadlineMs) return false;
      await sleep(POLL_MS);
    }
    return true;
  }
}
