/** A LiveKit server for the benchmark, on loopback only. */
import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { errorTail, exited, start, stop } from '../processes/children.ts';
import { freePort } from '../processes/free-port.ts';
import { livekitConfig } from './livekit-config.ts';

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
    const { apiKey, apiSecret } = this;
    // JSON is YAML.
    const config = JSON.stringify(livekitConfig({ port, udpPort, apiKey, apiSecret }));
    this.#child = start(program, ['--config-body', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /**
   * Builds the server if necessary, which needs Go.
   * @throws Error when it cannot run
   */
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

/** The tests build it from its Go module. Their build is used. */
async function program(): Promise<string> {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, BUILD)) && root !== dirname(root)) root = dirname(root);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', BUILD], { cwd: root });
  return stdout.trim().split('\n').at(-1) ?? '';
}
