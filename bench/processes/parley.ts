import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEFAULT_VOICE_ID } from '../../engine/synthesis/default-voice-id.ts';
import { errorTail, exited, onExit, startModule, stop } from './children.ts';

const SHUTDOWN_GRACE_MS = '500';
/** Memory counts as at rest when it stays within this for the number of measurements below: 20 seconds together. */
const RESTING_BYTES = 500_000;
const STILL_LOOKS = 10;
const LOOK_EVERY_MS = 2000;
const MAX_LOOKS = 60;

export interface Memory {
  /** Resident set size of the process. */
  readonly residentBytes: number;
  /** Heap in use of its main thread. */
  readonly heapBytes: number;
}

/** Our server in a separate process, on a free port of the loopback interface, with its own database. */
export class ParleyServer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;
  readonly #removeData: () => void;
  readonly port: number;
  readonly key: string;
  readonly dataDir: string;

  private constructor(
    child: ChildProcess,
    ended: Promise<never>,
    removeData: () => void,
    place: Pick<ParleyServer, 'port' | 'key' | 'dataDir'>,
  ) {
    this.#child = child;
    this.#ended = ended;
    this.#removeData = removeData;
    this.port = place.port;
    this.key = place.key;
    this.dataDir = place.dataDir;
  }

  /**
   * @param voiceless whether it has only the built-in voice and one thread, and therefore uses little memory
   * @param settings that differ from those of all benchmarks
   */
  static async start({
    voiceless = false,
    settings = {},
  }: {
    readonly voiceless?: boolean;
    readonly settings?: Readonly<Record<string, string>>;
  } = {}): Promise<ParleyServer> {
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
        DATABASE_URL: '',
        METRICS_OPEN: '',
        TLS_CERT: '',
        TLS_KEY: '',
        LANES: voiceless ? '1' : '',
        // The voice that the peers have, too.
        DEFAULT_VOICES: `en=${DEFAULT_VOICE_ID}`,
        ...(voiceless && { MODELS_DIR: join(dataDir, 'no-models') }),
        // No limits except those of the machine.
        MAX_STREAMS_PER_KEY: '0',
        MAX_CHARACTERS_PER_MINUTE: '0',
        SHUTDOWN_GRACE_MS,
        ...settings,
      },
    });
    const ended = exited(child, 'the server', errorTail(child));
    try {
      const port = await Promise.race([portOf(child), ended]);
      return new ParleyServer(child, ended, removeData, { port, key, dataDir });
    } catch (error) {
      await stop(child);
      removeData();
      throw error;
    }
  }

  /** Returns the memory after a garbage collection, once it is at rest: idle threads return memory with a delay. */
  async restingMemory(): Promise<Memory> {
    let reference = Number.POSITIVE_INFINITY;
    let heapBytes = 0;
    let still = 0;
    for (let look = 0; look < MAX_LOOKS && still < STILL_LOOKS; look++) {
      heapBytes = await this.collectGarbage();
      await sleep(LOOK_EVERY_MS);
      const now = await residentBytes(this.#child.pid ?? 0);
      still = Math.abs(now - reference) < RESTING_BYTES ? still + 1 : 0;
      if (still === 0) reference = now;
    }
    return { residentBytes: reference, heapBytes };
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * @returns bytes of its main thread's heap in use afterwards
   * @throws Error when it has ended
   */
  async collectGarbage(): Promise<number> {
    const collected = new Promise<number>((resolve) =>
      this.#child.once('message', (heapBytes) => resolve(heapBytes as number)),
    );
    this.#child.send('collect');
    return Promise.race([collected, this.#ended]);
  }

  async close(): Promise<void> {
    await stop(this.#child);
    this.#removeData();
  }
}

/** Read from ps, in units of 1024 bytes. */
async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

/** The server prints its address for the operator. */
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
