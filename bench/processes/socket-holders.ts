import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { HoldAnswer, HoldJob } from '../children/socket-holder.ts';
import { errorTail, exited, startModule, stop } from './children.ts';

/** Sockets per process, well below the usual limits of open files. */
const SOCKETS_PER_PROCESS = 2500;
/** Open files that a process needs besides its sockets. */
const OTHER_FILES = 500;

/** Client processes that keep many sockets open. */
export class SocketHolders {
  readonly #children: ChildProcess[] = [];

  /**
   * Opens this many sockets.
   * @throws Error when one is refused; then none stays open
   */
  async open(port: number, key: string, sockets: number): Promise<void> {
    try {
      const holding: Promise<void>[] = [];
      for (let opened = 0; opened < sockets; opened += SOCKETS_PER_PROCESS) {
        const localAddress = process.platform === 'linux' ? `127.0.1.${holding.length + 1}` : null;
        const count = Math.min(SOCKETS_PER_PROCESS, sockets - opened);
        holding.push(this.#hold({ port, key, sockets: count, localAddress }));
      }
      await Promise.all(holding);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.splice(0).map(stop));
  }

  async #hold(job: HoldJob): Promise<void> {
    const child = startModule('children/socket-holder', { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#children.push(child);
    const ended = exited(child, 'a process that holds sockets', errorTail(child));
    const answered = new Promise<HoldAnswer>((resolve) =>
      child.once('message', (message) => resolve(message as HoldAnswer)),
    );
    child.send(job);
    const answer = await Promise.race([answered, ended]);
    if ('failed' in answer) throw new Error(`a socket could not be opened: ${answer.failed}`);
  }
}

/**
 * Returns how many sockets one process may have open here. Node.js raises its own soft limit to the hard one when it
 * starts.
 */
export async function maxSockets(): Promise<number> {
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -H -n']);
  const limit = stdout.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number(stdout);
  return limit - OTHER_FILES;
}
