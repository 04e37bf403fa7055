/** Options and events of a worker's registration with LiveKit. */
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
  /** From the dispatch, unchanged. */
  readonly metadata: string;
  /** Server to join, and the token to join with. */
  readonly url: string;
  readonly token: string;
}

/** How a job ended, as reported to the server. `error` contains nothing secret. */
export interface JobOutcome {
  readonly status: 'success' | 'failed';
  readonly error?: string;
}

export interface RegistrationTimes {
  /** Time limit for opening the connection, and again for being registered on it. */
  readonly connectMs: number;
  /** Interval of load reports, which are also sent whenever a job starts or ends. */
  readonly reportMs: number;
  readonly pingMs: number;
  /** A connection is given up after this long without a message. */
  readonly silenceMs: number;
  /** Longest delay before another attempt to connect. */
  readonly maxRetryMs: number;
  /** Time limit for an accepted job to be assigned; livekit-server itself gives up after 10 s. */
  readonly assignmentMs: number;
}

export interface RegistrationOptions {
  readonly livekit: LiveKitAccess;
  /** The name that dispatches use. */
  readonly agentName: string;
  /** Shown to other participants. */
  readonly participantName: string;
  /** Share of this worker's capacity in use, 0 to 1; at 1 it accepts no more. */
  readonly load: () => number;
  /** A job was assigned. Report its end with `finish`. */
  readonly onJob: (job: RoomJob) => void;
  /** The server wants a job to end: its room or dispatch was deleted, or its participant removed. */
  readonly onTerminate: (jobId: string) => void;
  readonly log: WorkerLog;
  readonly times?: Partial<RegistrationTimes>;
}
