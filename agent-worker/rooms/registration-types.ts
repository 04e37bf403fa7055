/** What a worker's registration with LiveKit is given, and what it gives. */
import type { WorkerLog } from './log.ts';

export interface LiveKitAccess {
  /** ws(s):// or http(s):// */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** A room to hold a conversation in. */
export interface RoomJob {
  readonly id: string;
  readonly roomName: string;
  readonly agentName: string;
  /** As the dispatch carries it. */
  readonly metadata: string;
  /** Where to join, and with what. */
  readonly url: string;
  readonly token: string;
}

/** How a job ended, for the server's books. `error` holds nothing secret. */
export interface JobOutcome {
  readonly status: 'success' | 'failed';
  readonly error?: string;
}

export interface RegistrationTimes {
  /** Of opening the connection, and of being registered on it. */
  readonly connectMs: number;
  /** Between reports of the load, which are also sent whenever a job comes or goes. */
  readonly reportMs: number;
  readonly pingMs: number;
  /** A connection on which nothing came for so long is given up. */
  readonly silenceMs: number;
  /** Longest wait before another attempt to connect. */
  readonly maxRetryMs: number;
  /** By when an accepted job must have been assigned; livekit-server itself gives up after 10 s. */
  readonly assignmentMs: number;
}

export interface RegistrationOptions {
  readonly livekit: LiveKitAccess;
  /** What dispatches name. */
  readonly agentName: string;
  /** Shown to other participants. */
  readonly participantName: string;
  /** Share of what this worker can do that is in use, 0 to 1; at 1 it takes no more. */
  readonly load: () => number;
  /** A room to go to. Its end is told by `finish`. */
  readonly onJob: (job: RoomJob) => void;
  /** The server wants a job to end: its room or its dispatch was deleted, or its participant removed. */
  readonly onTerminate: (jobId: string) => void;
  readonly log: WorkerLog;
  readonly times?: Partial<RegistrationTimes>;
}
