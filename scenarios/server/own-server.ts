import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from '../../engine/setup.ts';
import type { Place } from '../call/doors/door.ts';

const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const MAIN = new URL(`../../api/main${EXTENSION}`, import.meta.url);
const START_MS = 300_000;
const STOP_MS = 10_000;
const TAIL_CHARS = 2000;

/** A server of this checkout for the time of the scenarios, with a database of its own. */
export class OwnServer {
  readonly place: Place;
  readonly #child: ChildProcess;
  readonly #remove: () => void;

  private constructor(child: ChildProcess, place: Place, remove: () => void) {
    this.#child = child;
    this.place = place;
    this.#remove = remove;
  }

  /** @throws Error with the end of its output when it does not start */
  static async start(): Promise<OwnServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-scenarios-'));
    const key = randomBytes(16).toString('hex');
    const { url, execArgv } = program(MAIN);
    const child = spawn(process.execPath, [...execArgv, fileURLToPath(url)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: '0',
        ROLE: 'all',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        REDIS_URL: '',
        LIVEKIT_URL: '',
        TLS_CERT: '',
        TLS_KEY: '',
        WYOMING_PORT: '',
        BOOTSTRAP_API_KEY: key,
        LOG_LEVEL: 'error',
        // Address on which scripted models and the tools of scenarios listen.
        MCP_ALLOW_HOSTS: [process.env.MCP_ALLOW_HOSTS, '127.0.0.1'].filter(Boolean).join(','),
        MAX_STREAMS_PER_KEY: '0',
        MAX_CHARACTERS_PER_MINUTE: '0',
        SHUTDOWN_GRACE_MS: '0',
        AGENT_DRAIN_MS: '0',
      },
    });
    const remove = (): void => {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    };
    process.once('exit', remove);
    try {
      return new OwnServer(child, { url: await addressOf(child), key }, remove);
    } catch (error) {
      remove();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      const insist = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
      await gone;
      clearTimeout(insist);
    }
    process.off('exit', this.#remove);
    this.#remove();
  }
}

/** Waits for the address that it prints for the operator. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the server ${why}:\n${said.slice(-TAIL_CHARS)}`));
    const timer = setTimeout(() => fail('did not start in time'), START_MS);
    const hear = (text: Buffer): void => {
      said += text.toString();
      const address = /listens on (http:\/\/[\d.]+:\d+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      // Further output is read and discarded, so that the process does not block.
      child.stdout?.off('data', hear).resume();
      child.stderr?.off('data', hear).resume();
      resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}
