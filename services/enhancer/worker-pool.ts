import type { Worker } from 'node:worker_threads';
import { spawnWorker } from '../../engine/setup.ts';
import type { Sound } from '../../recordings/index.ts';
import type { WorkerOrder, WorkerReply } from './worker-protocol.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** Number of consecutive workers that fail before their first result at which the pool gives up. */
const MAX_CONSECUTIVE_CRASHES = 3;

interface Job {
  readonly sound: Sound;
  readonly resolve: (samples: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

interface Hand {
  readonly worker: Worker;
  ready: boolean;
  job: Job | null;
}

/** Worker threads with one recording each, and a queue of recordings that wait. */
export class Crew {
  readonly #hands = new Set<Hand>();
  readonly #waiting: Job[] = [];
  readonly #onBroken: (error: Error) => void;
  #consecutiveCrashes = 0;
  #closed = false;

  /** @param onBroken called once when workers cannot be started; the pool then does nothing more */
  constructor(size: number, onBroken: (error: Error) => void) {
    this.#onBroken = onBroken;
    for (let i = 0; i < size; i++) this.#hire();
  }

  /**
   * Cleans a recording when a worker is free.
   * @returns the same number of samples
   * @throws Error when its worker failed; the signal's reason
   */
  enhance(sound: Sound, signal: AbortSignal): Promise<Float32Array> {
    if (this.#closed) return Promise.reject(new Error('it is closed'));
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        const place = this.#waiting.indexOf(job);
        if (place >= 0) this.#waiting.splice(place, 1);
        else this.#order(job, { type: 'stop' });
        reject(signal.reason as Error);
      };
      const job: Job = {
        sound,
        resolve: (samples) => {
          signal.removeEventListener('abort', onAbort);
          resolve(samples);
        },
        reject: (error) => {
          signal.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#dispatch();
    });
  }

  /** Ends all workers, even while they work. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new Error('it is closed'));
    await Promise.all([...this.#hands].map(({ worker }) => worker.terminate()));
  }

  #dispatch(): void {
    for (const hand of this.#hands) {
      if (!hand.ready || hand.job !== null) continue;
      const job = this.#waiting.shift();
      if (job === undefined) return;
      hand.job = job;
      this.#order(job, { type: 'enhance', sound: job.sound });
    }
  }

  #order(job: Job, order: WorkerOrder): void {
    for (const hand of this.#hands) if (hand.job === job) hand.worker.postMessage(order);
  }

  #hire(): void {
    const hand: Hand = { worker: spawnWorker(WORKER, null), ready: false, job: null };
    this.#hands.add(hand);
    let cause = new Error('a worker ended');
    hand.worker.on('message', (reply: WorkerReply) => this.#hear(hand, reply));
    hand.worker.on('error', (error) => {
      cause = error instanceof Error ? error : new Error(String(error));
    });
    hand.worker.on('exit', () => this.#lose(hand, cause));
  }

  #hear(hand: Hand, reply: WorkerReply): void {
    const { job } = hand;
    hand.job = null;
    if (reply.type === 'ready') hand.ready = true;
    else if (reply.type === 'failed') job?.reject(new Error(reply.message));
    else {
      this.#consecutiveCrashes = 0;
      job?.resolve(reply.samples);
    }
    this.#dispatch();
  }

  #lose(hand: Hand, cause: Error): void {
    this.#hands.delete(hand);
    hand.job?.reject(cause);
    if (this.#closed) return;
    this.#consecutiveCrashes++;
    if (this.#consecutiveCrashes < MAX_CONSECUTIVE_CRASHES) {
      this.#hire();
      return;
    }
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(cause);
    this.#onBroken(cause);
  }
}
