import type { ChildProcess } from 'node:child_process';
import type { FloodJob, FloodOutcome } from '../fair/floods.ts';
import type { LoadJob, LoadOutcome } from '../load/job.ts';
import { errorTail, exited, startModule, stop } from './children.ts';

/** A process with simulated clients, so that they do not share a thread with the measuring code. */
export class ClientProcess<Job extends object, Outcome> {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess, ended: Promise<never>) {
    this.#child = child;
    this.#ended = ended;
  }

  /** Starts many listeners. */
  static listeners(): Promise<ClientProcess<LoadJob, LoadOutcome>> {
    return ClientProcess.#start('children/load-client');
  }

  /** Starts clients that flood the server with requests other than speech. */
  static flooder(): Promise<ClientProcess<FloodJob, FloodOutcome>> {
    return ClientProcess.#start('children/flooder');
  }

  static async #start<Job extends object, Outcome>(module: string): Promise<ClientProcess<Job, Outcome>> {
    const child = startModule(module, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const client = new ClientProcess<Job, Outcome>(child, exited(child, module, errorTail(child)));
    await client.#message();
    return client;
  }

  /** Runs a job. Only one at a time. */
  run(job: Job): Promise<Outcome> {
    this.#child.send(job);
    return this.#message<Outcome>();
  }

  close(): Promise<void> {
    return stop(this.#child);
  }

  #message<T>(): Promise<T> {
    const message = new Promise<T>((resolve) => this.#child.once('message', (value) => resolve(value as T)));
    return Promise.race([message, this.#ended]);
  }
}
