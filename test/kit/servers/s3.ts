/** A real S3 store for one test file, on loopback only, which checks signatures. Its objects are files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../../bench/processes/free-port.ts';
import { buildVersityGw, whyNoVersityGw } from '../versitygw-program.ts';

const START_TIMEOUT_MS = 20_000;
/** A first build compiles some hundred packages. */
const BUILD_MS = 900_000;
const BUCKET = 'calls';
const ACCESS_KEY = 'key-of-the-tests';

export class S3Server {
  readonly #program: string;
  readonly #port: number;
  readonly #secret = randomBytes(16).toString('hex');
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-s3-'));
  #process: ChildProcess | null = null;

  private constructor(program: string, port: number) {
    this.#program = program;
    this.#port = port;
    mkdirSync(join(this.#folder, 'data', BUCKET), { recursive: true });
    mkdirSync(join(this.#folder, 'metadata'));
    process.on('exit', this.#clear);
  }

  /** With an empty bucket. @throws Error when the program is neither built nor can be */
  static async start(): Promise<S3Server> {
    const server = new S3Server(await buildVersityGw(), await freePort());
    await server.restart();
    return server;
  }

  /** Settings of a server that uses it. */
  get env() {
    return {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${this.#port}`,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: this.#secret,
    };
  }

  /** Contents of all objects in the bucket, by their keys. */
  objects(): ReadonlyMap<string, Buffer> {
    const root = join(this.#folder, 'data', BUCKET);
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    return new Map(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(root.length + 1), readFileSync(path)];
      }),
    );
  }

  /** Starts it, or starts it again with its objects, and waits until it answers. */
  async restart(): Promise<void> {
    await this.kill();
    const child = spawn(
      this.#program,
      [
        ...['--port', `127.0.0.1:${this.#port}`, '--quiet', 'posix'],
        ...['--sidecar', join(this.#folder, 'metadata'), join(this.#folder, 'data')],
      ],
      {
        env: { ...process.env, ROOT_ACCESS_KEY_ID: ACCESS_KEY, ROOT_SECRET_ACCESS_KEY: this.#secret },
        cwd: this.#folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.#process = child;
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-2000);
    });
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadlineMs && child.exitCode === null && child.signalCode === null) {
      // Refuses, because there is no signature.
      if (await fetch(`http://127.0.0.1:${this.#port}/`).catch(() => null)) return;
      await sleep(30);
    }
    throw new Error(`versitygw did not start: ${said}`);
  }

  /** It no longer answers until it goes on. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    process.off('exit', this.#clear);
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** For a test run that ends early. */
  readonly #clear = (): void => {
    this.#process?.kill('SIGKILL');
    if (existsSync(this.#folder)) rmSync(this.#folder, { recursive: true, force: true });
  };
}

/** Defines tests with an S3 store of their own. It may be missing on a developer's machine, but not with CI=true. */
export function onS3(suite: (server: () => S3Server) => void): void {
  const missing = whyNoVersityGw();
  if (missing !== null && process.env.CI !== 'true') {
    describe.skip(`S3: ${missing}`, () => suite(() => never()));
    return;
  }
  describe('S3', () => {
    let server: S3Server | null = null;
    beforeAll(async () => {
      server = await S3Server.start();
    }, BUILD_MS);
    afterAll(() => server?.remove());
    suite(() => server ?? never());
  });
}

function never(): never {
  throw new Error('there is no S3 store');
}
