/**
 * A worker's registration with LiveKit: registers under one agent name, receives jobs, and reconnects after every loss.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AvailabilityRequest, type JobAssignment, JobStatus, WorkerStatus } from '@livekit/protocol';
import { WebSocket } from 'ws';
import type { JobOutcome, RegistrationOptions, RegistrationTimes } from './registration-types.ts';
import {
  decodeServerMessage,
  encodeWorkerMessage,
  registerMessage,
  type ServerMessageBody,
  type WorkerMessageBody,
} from './worker-messages.ts';
import { openWorkerSocket } from './worker-socket.ts';

/**
 * livekit-server offers nothing to workers at or above its `agents.target_load`, 0.7 by default: a worker that is
 * nearly full must report slightly less, or its last places are never used.
 */
const TARGET_LOAD = 0.69;
const FIRST_RETRY_MS = 250;
/** livekit-server 1.13 records a job only after it has sent the assignment, and ignores earlier reports about it. */
const JOB_NOTED_MS = 250;

const TIMES: RegistrationTimes = {
  connectMs: 10_000,
  reportMs: 2_500,
  pingMs: 10_000,
  silenceMs: 25_000,
  maxRetryMs: 10_000,
  assignmentMs: 15_000,
};

interface JobEnd {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly error: string;
}

/** Identity of the agent in the room of a job. */
function agentIdentity(jobId: string): string {
  return `agent-${jobId}`;
}

/**
 * Implements the agent worker protocol. A lost connection is reopened until this is closed; running jobs are not
 * affected. livekit-server 1.13 forgets a worker's jobs along with its connection, and its `migrateJob` does nothing,
 * so running jobs are only counted and reported again.
 */
export class Registration {
  readonly #options: RegistrationOptions;
  readonly #times: RegistrationTimes;
  /** Jobs accepted but not assigned yet, with their timeouts. */
  readonly #accepted = new Map<string, NodeJS.Timeout>();
  /** Running jobs, with the time of their assignment (`performance.now()`). */
  readonly #running = new Map<string, number>();
  readonly #closing = new AbortController();
  readonly #over: Promise<void>;
  #socket: WebSocket | null = null;
  #workerId: string | null = null;
  #isDraining = false;
  #wasFull = false;
  #waiters: (() => void)[] = [];

  /** Starts at once; `registered` settles when it has succeeded for the first time. */
  constructor(options: RegistrationOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    this.#over = this.#keepRegistered();
  }

  /** Number of jobs that were accepted and are not finished. */
  get jobs(): number {
    return this.#accepted.size + this.#running.size;
  }

  get isRegistered(): boolean {
    return this.#workerId !== null;
  }

  /** Settles when registered (at once if it already is), or when this is closed. */
  registered(): Promise<void> {
    if (this.isRegistered || this.#closing.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** A job has ended. */
  finish(jobId: string, outcome: JobOutcome): void {
    const assignedAtMs = this.#running.get(jobId);
    if (assignedAtMs === undefined) return;
    this.#running.delete(jobId);
    const status = outcome.status === 'success' ? JobStatus.JS_SUCCESS : JobStatus.JS_FAILED;
    this.#tellEnd(assignedAtMs, { jobId, status, error: outcome.error ?? '' });
    this.#report();
  }

  /** Accepts no more jobs. Running jobs continue. */
  drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.#report();
  }

  /** Drains and closes the connection. Idempotent. */
  async close(): Promise<void> {
    this.drain();
    this.#closing.abort();
    this.#socket?.close(1000);
    for (const timer of this.#accepted.values()) clearTimeout(timer);
    this.#accepted.clear();
    await this.#over;
  }

  async #keepRegistered(): Promise<void> {
    const { log, livekit, agentName } = this.#options;
    const { signal } = this.#closing;
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      let reason = 'the server closed the connection';
      try {
        await this.#oneConnection(() => {
          retryMs = FIRST_RETRY_MS;
        });
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
      if (signal.aborted) break;
      // Half of the delay is random, so that workers that were disconnected together do not reconnect together.
      const waitMs = Math.round(retryMs * (0.5 + Math.random() / 2));
      log.warn(
        { livekit: hostOf(livekit.url), agentName, reason, waitMs },
        'LiveKit is not connected; trying again',
      );
      retryMs = Math.min(retryMs * 2, this.#times.maxRetryMs);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
    this.#wake();
  }

  /**
   * Runs one connection, from opening to losing it.
   * @throws Error saying why it could not be used
   */
  async #oneConnection(onRegistered: () => void): Promise<void> {
    const socket = await openWorkerSocket(this.#options.livekit, this.#times.connectMs, this.#closing.signal);
    this.#socket = socket;
    const timers: NodeJS.Timeout[] = [];
    let heardAt = performance.now();
    let failure: Error | null = null;
    const giveUp = (why: string) => {
      failure ??= new Error(why);
      socket.terminate();
    };
    const ended = once(socket, 'close');
    socket.on('error', (error) => {
      failure ??= error;
    });
    socket.on('ping', () => {
      heardAt = performance.now();
    });
    socket.on('message', (data, isBinary) => {
      heardAt = performance.now();
      const message = decodeServerMessage(data, isBinary);
      if (message === null) return this.#options.log.warn({}, 'LiveKit sent an invalid worker message');
      if (message.case === 'register' && this.#workerId === null) onRegistered();
      this.#receive(message);
    });
    const registerBy = setTimeout(() => {
      if (this.#workerId === null) giveUp('no answer to the registration');
    }, this.#times.connectMs);
    timers.push(
      registerBy,
      setInterval(() => this.#report(), this.#times.reportMs),
      setInterval(() => {
        if (performance.now() - heardAt > this.#times.silenceMs) giveUp('the server stopped responding');
        else this.#send({ case: 'ping', value: { timestamp: BigInt(Date.now()) } });
      }, this.#times.pingMs),
    );
    try {
      if (this.#closing.signal.aborted) socket.terminate();
      this.#send(registerMessage(this.#options.agentName));
      await ended;
      if (failure !== null) throw failure;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.#socket = null;
      this.#workerId = null;
      // The server gives jobs accepted on this connection to other workers.
      for (const jobId of [...this.#accepted.keys()]) this.#forget(jobId);
    }
  }

  #receive(message: ServerMessageBody): void {
    switch (message.case) {
      case 'register':
        this.#workerId = message.value.workerId || randomUUID();
        this.#options.log.info(
          { livekit: hostOf(this.#options.livekit.url), agentName: this.#options.agentName, jobs: this.jobs },
          'registered with LiveKit',
        );
        this.#report();
        for (const jobId of this.#running.keys()) {
          this.#send({ case: 'updateJob', value: { jobId, status: JobStatus.JS_RUNNING } });
        }
        this.#wake();
        break;
      case 'availability':
        this.#answer(message.value);
        break;
      case 'assignment':
        this.#assigned(message.value);
        break;
      case 'termination':
        if (this.#running.has(message.value.jobId)) this.#options.onTerminate(message.value.jobId);
        break;
      case 'pong':
        break;
    }
  }

  #answer({ job }: AvailabilityRequest): void {
    if (job === undefined) return;
    const jobId = job.id;
    if (this.#isFull() || this.#accepted.has(jobId) || this.#running.has(jobId)) {
      this.#options.log.info({ jobId, jobs: this.jobs, draining: this.#isDraining }, 'a room was refused');
      this.#send({ case: 'availability', value: { jobId, available: false } });
      return;
    }
    const timer = setTimeout(() => {
      this.#options.log.warn({ jobId }, 'an accepted room was never assigned');
      this.#forget(jobId);
    }, this.#times.assignmentMs);
    this.#accepted.set(jobId, timer);
    this.#send({
      case: 'availability',
      value: {
        jobId,
        available: true,
        participantIdentity: agentIdentity(jobId),
        participantName: this.#options.participantName,
        participantAttributes: { 'lk.agent.name': this.#options.agentName },
      },
    });
    this.#report();
  }

  #assigned({ job, url, token }: JobAssignment): void {
    if (job === undefined) return;
    if (!this.#forget(job.id)) {
      this.#options.log.warn({ jobId: job.id }, 'a room was assigned that had not been accepted');
      const error = 'not accepted, or too late';
      this.#tellEnd(performance.now(), { jobId: job.id, status: JobStatus.JS_FAILED, error });
      return;
    }
    this.#running.set(job.id, performance.now());
    this.#send({ case: 'updateJob', value: { jobId: job.id, status: JobStatus.JS_RUNNING } });
    this.#report();
    this.#options.onJob({
      id: job.id,
      roomName: job.room?.name ?? '',
      agentName: this.#options.agentName,
      metadata: job.metadata,
      url: url || this.#options.livekit.url,
      token,
    });
  }

  /**
   * Reports the end of a job, once the server has recorded it. Otherwise the server would keep the job until the room
   * ends.
   */
  #tellEnd(assignedAtMs: number, value: JobEnd): void {
    const tell = () => this.#send({ case: 'updateJob', value });
    const noted = assignedAtMs + JOB_NOTED_MS - performance.now();
    if (noted <= 0 || this.#closing.signal.aborted) tell();
    else setTimeout(tell, noted).unref();
  }

  /** @returns whether the job was known */
  #forget(jobId: string): boolean {
    clearTimeout(this.#accepted.get(jobId));
    return this.#accepted.delete(jobId);
  }

  #isFull(): boolean {
    return this.#isDraining || this.#options.load() >= 1;
  }

  #report(): void {
    if (this.#workerId === null) return;
    const isFull = this.#isFull();
    const load = Math.min(1, Math.max(0, this.#options.load()));
    const status = isFull ? WorkerStatus.WS_FULL : WorkerStatus.WS_AVAILABLE;
    this.#send({
      case: 'updateWorker',
      value: { status, load: isFull ? 1 : load * TARGET_LOAD, jobCount: this.jobs },
    });
    if (isFull === this.#wasFull) return;
    this.#wasFull = isFull;
    const message = isFull ? 'this worker accepts no more rooms' : 'this worker accepts rooms again';
    this.#options.log.info({ jobs: this.jobs, draining: this.#isDraining }, message);
  }

  #send(message: WorkerMessageBody): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encodeWorkerMessage(message));
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

function hostOf(url: string): string {
  return new URL(url).host;
}
