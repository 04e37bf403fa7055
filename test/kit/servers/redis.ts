/** A Redis server of one's own, for one test file: on loopback, in memory. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const START_TIMEOUT_MS = 10_000;

/** Why tests with Redis are skipped, or null where its server is installed. */
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
  readonly #process: ChildProcess;

  private constructor(port: number) {
    this.address = `127.0.0.1:${port}`;
    const options = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
    this.#process = spawn('redis-server', [...options, '--dir', tmpdir()], { stdio: 'ignore' });
    process.on('exit', this.#clear);
  }

  /** @throws Error where no server is installed */
  static async start(): Promise<RedisServer> {
    const missing = whyNoRedis();
    if (missing !== null) throw new Error(`${missing}: install Debian's package redis-server`);
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    holder.close();
    await once(holder, 'close');
    const server = new RedisServer(port);
    await server.#ready(port);
    return server;
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
