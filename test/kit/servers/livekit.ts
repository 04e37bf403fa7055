/** A real LiveKit server for one test file, on loopback only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import { livekitConfig } from '../../../bench/agent/livekit-config.ts';
import { freePort } from '../../../bench/processes/free-port.ts';
import { buildLiveKit, LIVEKIT_BUILD_MS, whyNoLiveKit } from '../livekit-program.ts';

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;
const READY_POLL_MS = 30;

export interface LiveKitOptions {
  /** Address of a Redis, such as 127.0.0.1:6379, through which several nodes share rooms. */
  readonly redis?: string;
  /** Sections of the server's configuration that replace those of the tests. */
  readonly config?: Readonly<Record<string, unknown>>;
}

export class LiveKitServer {
  readonly apiKey = 'test-key';
  readonly apiSecret = randomBytes(24).toString('hex');
  readonly port: number;
  readonly #program: string;
  readonly #config: string;
  #process: ChildProcess | null = null;
  #said = '';

  private constructor(program: string, port: number, udpPort: number, options: LiveKitOptions) {
    this.#program = program;
    this.port = port;
    const { apiKey, apiSecret } = this;
    // JSON is YAML.
    this.#config = JSON.stringify({
      ...livekitConfig({ port, udpPort, apiKey, apiSecret }),
      logging: { level: 'info', json: true, pion_level: 'error' },
      ...(options.redis !== undefined && { redis: { address: options.redis } }),
      ...options.config,
    });
    process.on('exit', this.#clear);
  }

  /** @throws Error when the server is neither built nor can be */
  static async start(options: LiveKitOptions = {}): Promise<LiveKitServer> {
    const program = await buildLiveKit();
    const server = new LiveKitServer(program, await freePort(), await freePort('udp'), options);
    await server.restart();
    return server;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** The end of the server's log, for messages of failed tests. */
  get log(): string {
    return this.#said;
  }

  /** Starts it, or restarts it on the same ports without its state, and waits until it answers. */
  async restart(): Promise<void> {
    await this.stop();
    const child = spawn(this.#program, ['--config-body', this.#config], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-200_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadlineMs && child.exitCode === null && child.signalCode === null) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/`).catch(() => null);
      if (answer?.ok) return;
      await sleep(READY_POLL_MS);
    }
    throw new Error(`livekit-server did not start: ${this.#said.slice(-3000)}`);
  }

  /** Kills it with its rooms. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it. With open rooms it would wait for them, so it is killed after a while. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Stops it for good. */
  async remove(): Promise<void> {
    await this.kill();
    process.off('exit', this.#clear);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    const cutOff = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(cutOff);
  }

  /** For a test run that ends early. */
  readonly #clear = (): void => {
    this.#process?.kill('SIGKILL');
  };
}

/**
 * Defines a group of tests with a LiveKit server of its own. They are skipped without Go, but fail with CI=true. The
 * media library is not shut down after them, because that is possible only once per process, and test files share one.
 * Its threads crash a process that exits by itself; Vitest ends test processes by a signal.
 */
export function onLiveKit(suite: (server: () => LiveKitServer) => void, options: LiveKitOptions = {}): void {
  const missing = whyNoLiveKit();
  if (missing !== null && process.env.CI !== 'true') {
    describe.skip(`LiveKit: ${missing}`, () => suite(() => never(missing)));
    return;
  }
  describe('LiveKit', () => {
    let server: LiveKitServer | null = null;
    beforeAll(async () => {
      server = await LiveKitServer.start(options);
    }, LIVEKIT_BUILD_MS);
    afterAll(() => server?.remove());
    suite(() => server ?? never('it did not start'));
  });
}

function never(why: string): never {
  throw new Error(`there is no LiveKit server: ${why}`);
}
