/** HAProxy and nginx with the files in deploy/, in front of a test's servers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../../bench/processes/free-port.ts';
import { until } from '../server.ts';

const DEPLOY = resolve(import.meta.dirname, '../../../deploy');
const VERSION_FLAG = { haproxy: '-v', nginx: '-V' } as const;

type Kind = keyof typeof VERSION_FLAG;

/** Returns why tests with it are skipped, or null when it is installed. */
export function whyNoLoadBalancer(kind: Kind): string | null {
  try {
    execFileSync(kind, [VERSION_FLAG[kind]], { stdio: 'ignore' });
    return null;
  } catch {
    return `no ${kind} on the PATH`;
  }
}

export class LoadBalancer {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #said = '';

  private constructor(kind: Kind, port: number, targets: readonly [number, number]) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
    const [one, two] = targets.map((target) => `127.0.0.1:${target}`);
    const [args, env] =
      kind === 'haproxy'
        ? [
            ['-db', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')],
            { PARLEY_BIND: `127.0.0.1:${port}`, PARLEY_ONE: one, PARLEY_TWO: two },
          ]
        : [['-p', this.#folder, '-c', this.#nginxFile(targets), '-e', 'stderr'], {}];
    this.#child = spawn(kind, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-20_000);
    };
    this.#child.stdout?.on('data', hear);
    this.#child.stderr?.on('data', hear);
    process.on('exit', this.#clear);
  }

  /**
   * Waits until a server answers through it.
   * @param targets ports of the servers on loopback
   */
  static async start(kind: Kind, targets: readonly [number, number]): Promise<LoadBalancer> {
    const balancer = new LoadBalancer(kind, await freePort(), targets);
    try {
      await until('a server answers through it', async () => {
        if (balancer.#child.exitCode !== null) throw new Error('it has ended');
        return (await fetch(`${balancer.base}/ping`).catch(() => null))?.ok ?? false;
      });
    } catch (cause) {
      await balancer.stop();
      throw new Error(`${kind} does not work: ${balancer.said}`, { cause });
    }
    return balancer;
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Its log. */
  get said(): string {
    return this.#said;
  }

  async stop(): Promise<void> {
    process.off('exit', this.#clear);
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Returns the file of deploy/ with other ports and another folder, which nginx cannot read from its environment. */
  #nginxFile([one, two]: readonly [number, number]): string {
    const server = readFileSync(join(DEPLOY, 'nginx/parley.conf'), 'utf8')
      .replace('listen 8080;', `listen 127.0.0.1:${this.port};`)
      .replace('/var/log/nginx', this.#folder)
      .replace('127.0.0.1:8001', `127.0.0.1:${one}`)
      .replace('127.0.0.1:8002', `127.0.0.1:${two}`);
    const path = join(this.#folder, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(this.#folder, name)};`,
    );
    writeFileSync(
      path,
      `daemon off;\npid ${join(this.#folder, 'pid')};\nevents {}\nhttp {\n${temporary.join('\n')}\n${server}}\n`,
    );
    return path;
  }

  /** For a test run that ends early. */
  readonly #clear = (): void => {
    this.#child.kill('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  };
}
