/** A Redis server for one test file, on loopback and in memory. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../bench/processes/free-port.ts';

const START_TIMEOUT_MS = 10_000;

/** Returns why tests with Redis are skipped, or null when its server is installed. */
export function whyNoRedis(): string | null {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'no redis-server on the PATH';
  }
}

export class RedisServer {
  /** Such as 127.0.0.1:6379. */
  readonly address: string;
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(port: number) {
    this.address = `127.0.0.1:${port}`;
    this.port = port;
    const options = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
    this.#process = spawn('redis-server', [...options, '--dir', tmpdir()], { stdio: 'ignore' });
    process.on('exit', this.#clear);
  }

  /**
   * @param port that of a removed server, to replace it
   * @throws Error when no server is installed
   */
  static async start(port?: number): Promise<RedisServer> {
    const missing = whyNoRedis();
    if (missing !== null) throw new Error(`${missing}: install Debian's package redis-server`);
    const server = new RedisServer(port ?? (await freePort()));
    await server.#ready(server.port);
    return server;
  }

  get url(): string {
    return `redis://${this.address}`;
  }

  async remove(): Promise<void> {
    process.off('exit', this.#clear);
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }

  async #ready(port: number): Promise<void> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadlineMs && this.#process.exitCode === null) {
      if (await answers(port)) return;
      await sleep(30);
    }
    throw new Error('redis-server did not start');
  }

  /** For a test run that ends early. */
  readonly #clear = (): void => {
    this.#process.kill('SIGKILL');
  };
}

/** PING in Redis' inline form (RESP, "Inline commands"). */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
