/** The server as a separate process, for tests that end it in different ways. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../bench/processes/free-port.ts';
import { program } from '../../../engine/setup.ts';
import { until } from '../server.ts';

const MAIN = new URL('../../../api/main.ts', import.meta.url);
/** Several processes may compile modules and load models concurrently. */
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
      // Only the test's settings, so that a developer's own ones have no effect.
      env: {
        ...Object.fromEntries(
          ['PATH', 'HOME', 'MODELS_DIR', 'TMPDIR'].flatMap((name) => [[name, process.env[name] ?? '']]),
        ),
        PARLEY_BUNDLED_PROGRAMS: process.env.PARLEY_BUNDLED_PROGRAMS,
        // The same tests also run on the other library for the port.
        ...(process.env.HTTP_SERVER && { HTTP_SERVER: process.env.HTTP_SERVER }),
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'info',
        // Independent of other installed voices.
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
   * Waits until it answers, and as a worker until LiveKit has registered it.
   * @param launcher a command that starts the server's command, given as its arguments
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

  /** Process id; undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Its log. */
  get said(): string {
    return this.#said;
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Kills it. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /**
   * Sends SIGTERM.
   * @returns its exit code
   */
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
