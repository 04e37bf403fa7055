/** The server as a process of its own, for tests that end it one way or the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../bench/processes/free-port.ts';
import { program } from '../../../engine/setup.ts';
import { until } from '../server.ts';

const MAIN = new URL('../../../api/main.ts', import.meta.url);
/** Modules are compiled and models loaded by several of them at a time. */
const START_TIMEOUT_MS = 90_000;

export class ParleyProcess {
  readonly port: number;
  readonly #child: ChildProcess;
  #said = '';

  private constructor(port: number, env: Readonly<Record<string, string>>, launcher: readonly string[]) {
    this.port = port;
    const { url, execArgv } = program(MAIN);
    const [command, ...args] = [...launcher, process.execPath, ...execArgv, fileURLToPath(url)];
    this.#child = spawn(command!, args, {
      // Nothing but what a test says, so that a developer's own settings play no part.
      env: {
        ...Object.fromEntries(
          ['PATH', 'HOME', 'MODELS_DIR', 'TMPDIR'].flatMap((name) => [[name, process.env[name] ?? '']]),
        ),
        PARLEY_BUNDLED_PROGRAMS: process.env.PARLEY_BUNDLED_PROGRAMS,
        // The same tests run on the other library for the port.
        ...(process.env.HTTP_SERVER && { HTTP_SERVER: process.env.HTTP_SERVER }),
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'info',
        // Whatever else is installed on this machine.
        DEFAULT_VOICES: 'fast',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-200_000);
    };
    this.#child.stdout?.on('data', hear);
    this.#child.stderr?.on('data', hear);
    process.on('exit', this.#clear);
  }

  /**
   * Waits until it answers, and as a worker until LiveKit knows it.
   * @param launcher a command that becomes the server's, given as its arguments
   */
  static async start(
    env: Readonly<Record<string, string>>,
    launcher: readonly string[] = [],
  ): Promise<ParleyProcess> {
    const one = new ParleyProcess(Number(env.PORT ?? (await freePort())), env, launcher);
    try {
      await until('the server answers', () => one.#isReady(env.ROLE !== 'api'), START_TIMEOUT_MS);
    } catch (cause) {
      await one.kill();
      throw new Error(`the server did not start: ${one.said.slice(-3000)}`, { cause });
    }
    return one;
  }

  /** Of the process; undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** What it has logged. */
  get said(): string {
    return this.#said;
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Dies at once. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Is asked to go. @returns its exit code */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #isReady(isWorker: boolean): Promise<boolean> {
    if (this.#child.exitCode !== null) throw new Error('it has ended');
    if (isWorker && !this.#said.includes('registered with LiveKit')) return false;
    const answer = await fetch(`${this.base}/ping`).catch(() => null);
    return answer?.ok ?? false;
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    process.off('exit', this.#clear);
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill(signal);
      await exited;
    }
    return this.#child.exitCode;
  }

  /** For a test run that ends early. */
  readonly #clear = (): void => {
    this.#child.kill('SIGKILL');
  };
}
