/** Downloads one file over HTTP, resuming where an earlier attempt stopped. */
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch, type Response } from 'undici';
import { ModelError, systemCode } from './errors.ts';
import type { ModelFile } from './manifest.ts';
import { fileSize } from './verify.ts';

/** Long enough for any working network; a blocked host is given up quickly. */
const CONNECT_TIMEOUT_MS = 4_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** Silence in the middle of a file; the connection is then considered lost and the download resumed. */
const STALL_TIMEOUT_MS = 20_000;
/** Lost connections in a row without a single new byte. */
const MAX_FRUITLESS_ATTEMPTS = 3;
const RETRY_DELAY_MS = 300;

/** Failures to reach the host at all: trying again at once would fail the same way. */
const NOT_REACHABLE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes on disk, including those of earlier attempts. */
  readonly onBytes?: (bytes: number) => void;
}

/** Connections for downloads; they use the proxy named by HTTPS_PROXY and similar variables, if any. */
export function createDispatcher(): Dispatcher {
  const timeouts = {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: STALL_TIMEOUT_MS,
  };
  const proxied = ['http_proxy', 'https_proxy'].some(
    (name) => process.env[name] ?? process.env[name.toUpperCase()],
  );
  return proxied ? new EnvHttpProxyAgent(timeouts) : new Agent(timeouts);
}

/**
 * Appends to `path` until it has `file.sizeBytes` bytes (not hashed here).
 * @throws ModelError 'unreachable', 'missing' (HTTP 4xx) or 'corrupt' (longer than it should be); the signal's reason
 */
export async function download(
  url: string,
  path: string,
  file: ModelFile,
  dispatcher: Dispatcher,
  options: DownloadOptions = {},
): Promise<void> {
  let fruitless = 0;
  for (;;) {
    const before = (await fileSize(path)) ?? 0;
    if (before === file.sizeBytes) return;
    try {
      await attempt(url, path, before <= file.sizeBytes ? before : 0, file, dispatcher, options);
      return;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ModelError) throw error;
      const code = systemCode(error);
      if (code !== null && isFileSystemError(error)) throw error;
      fruitless = ((await fileSize(path)) ?? 0) > before ? 0 : fruitless + 1;
      if ((code !== null && NOT_REACHABLE.has(code)) || fruitless >= MAX_FRUITLESS_ATTEMPTS) {
        throw new ModelError('unreachable', `${new URL(url).host}: ${describe(error, code)}`, error);
      }
      await sleep(RETRY_DELAY_MS * (fruitless + 1), undefined, { signal: options.signal });
    }
  }
}

async function attempt(
  url: string,
  path: string,
  offset: number,
  file: ModelFile,
  dispatcher: Dispatcher,
  { signal, onBytes }: DownloadOptions,
): Promise<void> {
  const response = await fetch(url, {
    dispatcher,
    signal: signal ?? null,
    headers: {
      // A compressed transfer cannot be resumed by byte offsets.
      'accept-encoding': 'identity',
      ...(offset > 0 && { range: `bytes=${offset}-` }),
    },
  });
  const start = await startOf(response, offset, file);
  const handle = await open(path, start === 0 ? 'w' : 'r+');
  try {
    let position = start;
    for await (const chunk of response.body ?? []) {
      if (position + chunk.byteLength > file.sizeBytes) {
        throw new ModelError('corrupt', `${file.name} is longer than ${file.sizeBytes} bytes`);
      }
      await handle.write(chunk, 0, chunk.byteLength, position);
      position += chunk.byteLength;
      onBytes?.(position);
    }
    if (position < file.sizeBytes) throw new Error('the connection ended early');
  } finally {
    await handle.close();
  }
}

/** The offset of the first byte that `response` delivers; throws when it does not deliver the file. */
async function startOf(response: Response, offset: number, file: ModelFile): Promise<number> {
  if (response.status === 200) {
    const length = response.headers.get('content-length');
    if (length === null || Number(length) === file.sizeBytes) return 0;
    await response.body?.cancel();
    throw new ModelError('corrupt', `${file.name} has ${length} bytes there instead of ${file.sizeBytes}`);
  }
  if (response.status === 206) {
    const match = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
    if (match && Number(match[1]) === offset) return offset;
  }
  await response.body?.cancel();
  if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429) {
    throw new ModelError(
      'missing',
      `${new URL(response.url).host} answered ${response.status} for ${file.name}`,
    );
  }
  throw new Error(`unexpected answer ${response.status}`);
}

function isFileSystemError(error: unknown): boolean {
  return (
    error instanceof Error && 'syscall' in error && ['open', 'write', 'close'].includes(String(error.syscall))
  );
}

function describe(error: unknown, code: string | null): string {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection within ${CONNECT_TIMEOUT_MS / 1000} s`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name cannot be resolved (${code})`;
  return code ?? (error instanceof Error ? error.message : String(error));
}
