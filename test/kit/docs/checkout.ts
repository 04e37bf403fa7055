/** Runs the commands of a page like its reader: in a checkout with data of its own, beside a server from npm start. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SETTINGS } from '../../../api/settings/settings.ts';
import { modelsFolder } from '../../../engine/setup.ts';
import { KIND_FOLDERS } from '../../../model-files/model.ts';

export const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** The ports that pages show. */
const SHOWN = { plain: '127.0.0.1:8000', tls: '127.0.0.1:8443' } as const;
const STOP_MS = 15_000;
const MAX_LOG_CHARS = 10_000;

interface Serving {
  readonly address: string;
  readonly tlsAddress: string | null;
  readonly key: string;
}

export class Checkout {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-docs-'));
  #server: ChildProcess | null = null;
  #serving: Serving | null = null;

  /** npm sees the folder as the repository, but the output of commands stays in it. */
  constructor() {
    const text = readFileSync(join(REPOSITORY, 'package.json'), 'utf8');
    const { scripts, ...rest } = JSON.parse(text) as { scripts: Record<string, string> };
    for (const [name, script] of Object.entries(scripts)) {
      scripts[name] = script.replace(/^node (scripts\/\S+)/, (_, path) => `node "${join(REPOSITORY, path)}"`);
    }
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify({ ...rest, scripts }));
    for (const name of ['node_modules', 'examples'])
      symlinkSync(join(REPOSITORY, name), join(this.folder, name));
    this.#linkModels();
  }

  get serves(): boolean {
    return this.#serving !== null;
  }

  /**
   * Runs a command that starts the server, and waits for its greeting.
   * @returns the printed text for the operator
   */
  async serve(command: string): Promise<string> {
    await this.stop();
    // In a process group of its own, so that npm, the shell and node all get the signal that ends it.
    const child = this.#spawn(['bash', '-c', command], { detached: true });
    this.#server = child;
    let text = '';
    /** The log, read so that it never blocks the server. Its beginning shows why a start failed. */
    let log = '';
    child.stdout?.on('data', (part: Buffer) => {
      if (log.length < MAX_LOG_CHARS) log += part.toString();
    });
    const greeting = new Promise<void>((done, fail) => {
      child.stderr?.on('data', (part: Buffer) => {
        text += part.toString();
        if (text.includes('hello.wav\n')) done();
      });
      child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${text}\n${log}`)));
    });
    await greeting;
    const find = (pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null;
    this.#serving = {
      address: find(/http:\/\/(127\.0\.0\.1:\d+)/) ?? '',
      tlsAddress: find(/https:\/\/(127\.0\.0\.1:\d+)/),
      key: find(/(pk_[\w-]+)/) ?? '',
    };
    return text;
  }

  /**
   * Runs a program to its end with the text on its standard input.
   * @returns its standard output
   * @throws when it fails
   */
  async run(command: readonly string[], input = ''): Promise<string> {
    const child = this.#spawn(command, {});
    let out = '';
    let err = '';
    child.stdout?.on('data', (part: Buffer) => {
      out += part.toString();
    });
    child.stderr?.on('data', (part: Buffer) => {
      err += part.toString();
    });
    // A program that reads nothing may end before the text was written.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${command[0]} ended with ${code}:\n${err}\n${out}`);
    return out;
  }

  /** Returns code of a page, changed to use the server's actual ports. */
  withRealPorts(code: string): string {
    const { address = SHOWN.plain, tlsAddress } = this.#serving ?? {};
    return code.replaceAll(SHOWN.plain, address).replaceAll(SHOWN.tls, tlsAddress ?? SHOWN.tls);
  }

  /** Returns printed text with the ports that pages show. */
  withShownPorts(text: string): string {
    const { address = SHOWN.plain, tlsAddress } = this.#serving ?? {};
    const plain = text.replaceAll(address, SHOWN.plain);
    return tlsAddress ? plain.replaceAll(tlsAddress, SHOWN.tls) : plain;
  }

  async stop(): Promise<void> {
    const child = this.#server;
    this.#server = null;
    this.#serving = null;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const group = -child.pid;
    const ended = once(child, 'close');
    process.kill(group, 'SIGTERM');
    const timer = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn([program = '', ...args]: readonly string[], options: { readonly detached?: boolean }): ChildProcess {
    return spawn(program, args, { cwd: this.folder, env: this.#environment(), ...options });
  }

  /**
   * Links installed models, so that they need not be fetched again. Kokoro is omitted, because no example depends on
   * it.
   */
  #linkModels(): void {
    mkdirSync(this.#models);
    const { kokoro: _, ...folders } = KIND_FOLDERS;
    // Two kinds share a folder.
    for (const name of new Set(Object.values(folders))) {
      const installed = join(modelsFolder(), name);
      mkdirSync(installed, { recursive: true });
      symlinkSync(installed, join(this.#models, name));
    }
  }

  get #models(): string {
    return join(this.folder, 'models');
  }

  /** The developer's own settings must have no effect. */
  #environment(): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = { ...process.env };
    const names = Object.values(SETTINGS).map((setting) => setting.name);
    for (const name of names) delete env[name];
    delete env.NODE_ENV;
    return {
      ...env,
      // The voices of every machine, and no more than a quick start needs.
      MODELS_DIR: this.#models,
      MODELS: 'default,-kokoro-82m',
      PORT: '0',
      TLS_PORT: '0',
      // Examples run one at a time.
      LANES: '1',
      PARLEY_API_KEY: this.#serving?.key ?? '',
    };
  }
}
