/** A real LiveKit server of one's own, for one test file, on loopback alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, describe } from 'vitest';
import { stringify } from 'yaml';
import { buildLiveKit, LIVEKIT_BUILD_MS, whyNoLiveKit } from './livekit-program.ts';

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
    this.#config = stringify({
      port,
      bind_addresses: ['127.0.0.1'],
      rtc: {
        // Media over TCP would listen on every address.
        tcp_port: 0,
        udp_port: udpPort,
        use_external_ip: false,
        node_ip: '127.0.0.1',
        enable_loopback_candidate: true,
        use_mdns: false,
        interfaces: { includes: ['lo'] },
        ips: { includes: ['127.0.0.1/32'] },
      },
      turn: { enabled: false },
      room: { auto_create: true, empty_timeout: 30, departure_timeout: 5 },
      keys: { [this.apiKey]: this.apiSecret },
      logging: { level: 'info', json: true, pion_level: 'error' },
      ...(options.redis !== undefined && { redis: { address: options.redis } }),
      ...options.config,
    });
    process.on('exit', this.#clear);
  }

  /** @throws Error where the server is neither built nor can be */
  static async start(options: LiveKitOptions = {}): Promise<LiveKitServer> {
    const program = await buildLiveKit();
    const server = new LiveKitServer(program, await freeTcpPort(), await freeUdpPort(), options);
    await server.restart();
    return server;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** The end of what the server has logged, for messages of failed tests. */
  get log(): string {
    return this.#said;
  }

  /** Starts it, or starts it again on the same ports and with nothing remembered, and waits until it answers. */
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

  /** Ends it at once, rooms and all. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to go; with rooms still open it would wait for them, so they are cut off after a while. */
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
 * A group of tests with a LiveKit server of its own. Skipped where Go is missing, except with CI=true: there they fail.
 * The media library is shut down after them, so there can be one such group in a test file, and it comes last.
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
    afterAll(async () => {
      await server?.remove();
      // Its threads outlive the rooms and crash a process that ends without this.
      await dispose();
    });
    suite(() => server ?? never('it did not start'));
  });
}

async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

function never(why: string): never {
  throw new Error(`there is no LiveKit server: ${why}`);
}
