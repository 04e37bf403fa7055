import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorTail, exited, onExit, startModule, stop } from './children.ts';

const SHUTDOWN_GRACE_MS = '500';

/** Our server in a process of its own, on a free port of the loopback interface, with a database of its own. */
export class ParleyServer {
  readonly #child: ChildProcess;
  readonly #removeData: () => void;
  readonly port: number;
  readonly key: string;

  private constructor(child: ChildProcess, removeData: () => void, port: number, key: string) {
    this.#child = child;
    this.#removeData = removeData;
    this.port = port;
    this.key = key;
  }

  static async start(): Promise<ParleyServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
    const forget = onExit(remove);
    const removeData = (): void => {
      forget();
      remove();
    };
    const key = `bench-${randomBytes(16).toString('hex')}`;
    const child = startModule('children/server', {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: dataDir,
        BOOTSTRAP_API_KEY: key,
        LOG_LEVEL: 'error',
        METRICS_OPEN: '',
        TLS_CERT: '',
        TLS_KEY: '',
        LANES: '',
        MAX_STREAMS_PER_KEY: '',
        MAX_CHARACTERS_PER_MINUTE: '',
        SHUTDOWN_GRACE_MS,
      },
    });
    const tail = errorTail(child);
    try {
      const port = await Promise.race([portOf(child), exited(child, 'the server', tail)]);
      return new ParleyServer(child, removeData, port, key);
    } catch (error) {
      await stop(child);
      removeData();
      throw error;
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async close(): Promise<void> {
    await stop(this.#child);
    this.#removeData();
  }
}

/** The address stands in what the server says to the person who started it. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let said = '';
    child.stderr?.on('data', (text: string) => {
      said += text;
      const port = /listens on http:\/\/[\d.]+:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
  });
}
