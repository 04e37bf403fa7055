import { type ChildProcess, fork } from 'node:child_process';
import { program } from '../../../engine/threads/spawn.ts';
import type { EnhanceOptions, Enhancer, Sound } from '../types.ts';
import { EnhancerError } from './enhancer-error.ts';
import { ExternalEnhancer } from './external-enhancer.ts';

export interface EnhancerProcessOptions {
  /** The program, which sends its port in an `EnhancerReady`. */
  readonly module: URL;
  /** As for `ExternalEnhancer`. */
  readonly deadlineMs?: number;
  /** After being idle for this long the process ends, which frees its memory. Default 5 min. */
  readonly idleMs?: number;
  /** Folder of the models; default: that of the environment. */
  readonly modelsFolder?: string;
  /** Called with events of the process. */
  readonly log?: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

interface Running {
  readonly process: ChildProcess;
  /** URL that recordings are posted to; resolves when the process listens. */
  readonly url: Promise<string>;
}

/** Message that the program sends to its parent process when it listens. */
export interface EnhancerReady {
  /** Port on the loopback address. */
  readonly port: number;
}

const IDLE_MS = 5 * 60_000;
/** Loading the model takes a second or two; a busy machine may take longer. */
const START_MS = 20_000;
/** Environment variables that the program inherits. None of them is a secret of the server. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'MODELS_DIR', 'DATA_DIR', 'PARLEY_BUNDLED_PROGRAMS'] as const;

/**
 * An enhancer in a child process, which starts with the first recording, ends after an idle time, and is restarted if
 * it has failed. Its answers are checked like those of any service.
 */
export class EnhancerProcess implements Enhancer {
  readonly model = 'external';
  readonly #options: EnhancerProcessOptions;
  readonly #client: ExternalEnhancer;
  #running: Running | null = null;
  #idle: NodeJS.Timeout | null = null;
  #jobs = 0;

  constructor(options: EnhancerProcessOptions) {
    this.#options = options;
    const { deadlineMs } = options;
    this.#client = new ExternalEnhancer({ url: () => this.#url(), ...(deadlineMs && { deadlineMs }) });
  }

  /** Process id while it runs. */
  get pid(): number | null {
    return this.#running?.process.pid ?? null;
  }

  /** @throws EnhancerError for any failure of the process; the signal's reason */
  async enhance(sound: Sound, options: EnhanceOptions = {}): Promise<Sound> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#jobs++;
    try {
      return await this.#client.enhance(sound, options);
    } finally {
      if (--this.#jobs === 0) {
        this.#idle = setTimeout(() => this.#stop(), this.#options.idleMs ?? IDLE_MS).unref();
      }
    }
  }

  /** Ends current requests and the process; no requests are possible afterwards. */
  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    await this.#client.close();
    this.#stop();
  }

  #url(): Promise<string> {
    this.#running ??= this.#start();
    return this.#running.url;
  }

  #stop(): void {
    this.#running?.process.kill('SIGKILL');
    this.#running = null;
  }

  #start(): Running {
    const { module, modelsFolder, log } = this.#options;
    const { url, execArgv } = program(module);
    const process = fork(url, [], {
      execArgv,
      env: {
        ...inherited(),
        ...(modelsFolder && { MODELS_DIR: modelsFolder }),
        HOST: '127.0.0.1',
        PORT: '0',
        JOBS: '1',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    process.unref();
    process.channel?.unref();
    const ready = new Promise<string>((resolve, reject) => {
      const fail = (why: string): void => {
        log?.('the enhancer’s process has ended', { reason: why });
        if (this.#running?.process === process) this.#running = null;
        process.kill('SIGKILL');
        reject(new EnhancerError('unavailable', `the enhancer's process ${why}`));
      };
      const late = setTimeout(() => fail('did not start in time'), START_MS).unref();
      process.on('message', ({ port }: EnhancerReady) => {
        clearTimeout(late);
        resolve(`http://127.0.0.1:${port}/enhance`);
      });
      process.on('error', () => fail('could not be started'));
      process.on('exit', (code, signal) => {
        clearTimeout(late);
        if (this.#running?.process === process) fail(`ended (${signal ?? code})`);
        else reject(new EnhancerError('unavailable', 'the enhancer is closed'));
      });
    });
    ready.catch(() => undefined);
    return { process, url: ready };
  }
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
