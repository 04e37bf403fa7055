import type { ChildProcess } from 'node:child_process';
import type { LoadJob, LoadOutcome } from '../load/job.ts';
import { errorTail, exited, startModule, stop } from './children.ts';

/** The process that plays the listeners. */
export class LoadClient {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess, ended: Promise<never>) {
    this.#child = child;
    this.#ended = ended;
  }

  static async start(): Promise<LoadClient> {
    const child = startModule('children/load-client', { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const client = new LoadClient(child, exited(child, 'the load client', errorTail(child)));
    await client.#message();
    return client;
  }

  /** One job at a time. */
  run(job: LoadJob): Promise<LoadOutcome> {
    this.#child.send(job);
    return this.#message<LoadOutcome>();
  }

  close(): Promise<void> {
    return stop(this.#child);
  }

  #message<T>(): Promise<T> {
    const message = new Promise<T>((resolve) => this.#child.once('message', (value) => resolve(value as T)));
    return Promise.race([message, this.#ended]);
  }
}
