/** A LiveKit server for the benchmark, on loopback alone. */
import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { errorTail, exited, start, stop } from '../processes/children.ts';

const BUILD = 'test/kit/livekit/build.ts';
const START_MS = 20_000;
const POLL_MS = 30;

export class LiveKit {
  readonly apiKey = 'bench-key';
  readonly apiSecret = randomBytes(24).toString('hex');
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(program: string, port: number, udpPort: number) {
    this.url = `ws://127.0.0.1:${port}`;
    // JSON is YAML.
    const config = JSON.stringify({
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
      logging: { level: 'warn', pion_level: 'error' },
    });
    this.#child = start(program, ['--config-body', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** Builds the server where that has not been done yet, which needs Go. @throws Error where it cannot run */
  static async start(): Promise<LiveKit> {
    const server = new LiveKit(await program(), await freePort('tcp'), await freePort('udp'));
    const ended = exited(server.#child, 'livekit-server', errorTail(server.#child));
    const deadlineMs = performance.now() + START_MS;
    const isUp = async (): Promise<void> => {
      while (performance.now() < deadlineMs) {
        const answer = await fetch(server.url.replace('ws', 'http')).catch(() => null);
        if (answer?.ok) return;
        await sleep(POLL_MS);
      }
      throw new Error('livekit-server does not answer');
    };
    await Promise.race([isUp(), ended]);
    return server;
  }

  async close(): Promise<void> {
    await stop(this.#child);
  }
}

/** The tests build it from its Go module; what they built is used. */
async function program(): Promise<string> {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, BUILD)) && root !== dirname(root)) root = dirname(root);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', BUILD], { cwd: root });
  return stdout.trim().split('\n').at(-1) ?? '';
}

async function freePort(kind: 'tcp' | 'udp'): Promise<number> {
  if (kind === 'udp') {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address();
    socket.close();
    return port;
  }
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
