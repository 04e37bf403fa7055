/** A PostgreSQL server for one test file: a temporary cluster on a socket in a temporary folder. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const PROGRAMS = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;
const USER = 'parley';
/** Without fsync, written data still survives the server; only a power failure would lose it. */
const OPTIONS = ['-c', 'listen_addresses=', '-c', 'fsync=off'];

/** Returns why tests with PostgreSQL are skipped, or null when its server is installed. */
export function whyNoPostgres(): string | null {
  return findPrograms() === null ? `no PostgreSQL server under ${PROGRAMS} or on the PATH` : null;
}

/** Debian keeps server programs off the PATH, in one folder per version. Elsewhere they may be on it. */
function findPrograms(): string | null {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(PROGRAMS, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

export class PostgresServer {
  /** Password of the only user. Connections without it are refused. */
  readonly password: string;
  readonly #folder: string;
  readonly #programs: string;
  readonly #identity: { uid?: number; gid?: number };
  #process: ChildProcess | null = null;
  #databases = 0;

  private constructor(programs: string) {
    this.#programs = programs;
    this.password = randomBytes(12).toString('hex');
    this.#folder = mkdtempSync(join(tmpdir(), 'parley-pg-'));
    this.#identity = serverIdentity();
    if (this.#identity.uid !== undefined)
      chownSync(this.#folder, this.#identity.uid, this.#identity.gid ?? 0);
    process.on('exit', this.#clear);
  }

  /** @throws Error when no server is installed */
  static async start(): Promise<PostgresServer> {
    const programs = findPrograms();
    if (programs === null) throw new Error(`${whyNoPostgres()}: install Debian's package postgresql`);
    const server = new PostgresServer(programs);
    await server.#initialise();
    await server.restart();
    return server;
  }

  /**
   * Creates a database, so that tests on the same server are independent.
   * @param template the database to copy, which must have no connections
   * @returns its URL
   */
  async createDatabase(template = 'template1'): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.query('postgres', `create database ${name} template ${template}`);
    return this.url(name);
  }

  /** Returns the path of one of the programs that come with the server. */
  program(name: string): string {
    return join(this.#programs, name);
  }

  url(database: string, password = this.password): string {
    return `postgres://${USER}:${password}@localhost/${database}?host=${encodeURIComponent(this.#folder)}`;
  }

  /** Runs one statement over a connection of its own. */
  async query(database: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Starts it, or restarts it on the same data, and waits until it answers. */
  async restart(): Promise<void> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    // After a crash it refuses to start while the last process of the old server is still running.
    for (;;) {
      const child = spawn(
        join(this.#programs, 'postgres'),
        ['-D', join(this.#folder, 'data'), '-k', this.#folder, ...OPTIONS],
        { ...this.#identity, cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      this.#process = child;
      let said = '';
      child.stderr.on('data', (text: Buffer) => {
        said = (said + text.toString()).slice(-2000);
      });
      while (child.exitCode === null && child.signalCode === null) {
        if (await this.#answers()) return;
        if (performance.now() > deadlineMs) break;
        await sleep(30);
      }
      if (performance.now() > deadlineMs) throw new Error(`PostgreSQL did not start: ${said}`);
      await sleep(100);
    }
  }

  /** Closes every connection and the server, in order. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Kills the server and all its processes at once. */
  async crash(): Promise<void> {
    const children = this.#process?.pid === undefined ? [] : childrenOf(this.#process.pid);
    const ended = this.#end('SIGKILL');
    for (const pid of children) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await ended;
  }

  /** Stops it for good and removes its data. */
  async remove(): Promise<void> {
    // Its last checkpoint is not needed.
    await this.#end('SIGQUIT');
    process.off('exit', this.#clear);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #initialise(): Promise<void> {
    const passwordFile = join(this.#folder, 'password');
    writeFileSync(passwordFile, this.password, { mode: 0o644 });
    await promisify(execFile)(
      join(this.#programs, 'initdb'),
      [
        ...['-D', join(this.#folder, 'data'), '-U', USER, '--pwfile', passwordFile],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'],
      ],
      { ...this.#identity, cwd: this.#folder },
    );
    rmSync(passwordFile);
  }

  async #answers(): Promise<boolean> {
    return this.query('postgres', 'select 1').then(
      () => true,
      () => false,
    );
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** For a test run that ends early. */
  readonly #clear = (): void => {
    this.#process?.kill('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true });
  };
}

/** PostgreSQL refuses to run as root, so it then runs as the user that its package creates. */
function serverIdentity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

/** The server's processes leave its process group, so they are found by their parent (proc(5)). */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}
