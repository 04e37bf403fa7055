/** Downloads one file over HTTP, resuming where an earlier attempt stopped. */
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch, type Response } from 'undici';
import { ModelError, systemCode } from './errors.ts';
import type { ModelFile } from './model.ts';
import { fileSize, isSizeOf, maxBytes } from './verify.ts';

/** Long enough for any working network, short enough to give up a blocked host quickly. */
const CONNECT_TIMEOUT_MS = 4_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** Silence after which a connection counts as lost, and the download is resumed. */
const STALL_TIMEOUT_MS = 20_000;
/** Limit of consecutive lost connections without a new byte. */
const MAX_FRUITLESS_ATTEMPTS = 3;
const RETRY_DELAY_MS = 300;

/** Errors of reaching the host at all: an immediate retry would fail in the same way. */
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

/**
 * Connections for downloads; they use the proxy named by HTTPS_PROXY and similar variables, if any.
 * @param hub its address: HF_TOKEN is sent only there, and not to redirect targets
 */
export function createDispatcher(hub?: string): Dispatcher {
  const timeouts = {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: STALL_TIMEOUT_MS,
  };
  const proxied = ['http_proxy', 'https_proxy'].some(
    (name) => process.env[name] ?? process.env[name.toUpperCase()],
  );
  const dispatcher = proxied ? new EnvHttpProxyAgent(timeouts) : new Agent(timeouts);
  const token = process.env.HF_TOKEN?.trim();
  return hub && token ? dispatcher.compose(withToken(new URL(hub).origin, token)) : dispatcher;
}

function withToken(origin: string, token: string): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    if (String(options.origin) !== origin) return dispatch(options, handler);
    const headers = { ...headersOf(options.headers), authorization: `Bearer ${token}` };
    return dispatch({ ...options, headers }, handler);
  };
}

/** As one object: the library passes them as names and values in turn. */
function headersOf(headers: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  const pairs: [string, string][] = [];
  if (Array.isArray(headers))
    for (let i = 0; i + 1 < headers.length; i += 2) pairs.push([String(headers[i]), String(headers[i + 1])]);
  else if (headers) for (const [name, value] of Object.entries(headers)) pairs.push([name, String(value)]);
  return Object.fromEntries(pairs);
}

/**
 * Appends to `path` until it is complete (not hashed here).
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
    if (before === file.sizeBytes && !file.isSizeRounded) return;
    try {
      await attempt(url, path, before <= maxBytes(file) ? before : 0, file, dispatcher, options);
      return;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ModelError) throw error;
      const code = systemCode(error);
      if (code !== null && isFileSystemError(error)) throw error;
      fruitless = ((await fileSize(path)) ?? 0) > before ? 0 : fruitless + 1;
      if ((code !== null && NOT_REACHABLE.has(code)) || fruitless >= MAX_FRUITLESS_ATTEMPTS) {
        throw new ModelError('unreachable', `${url} cannot be reached: ${describe(error, code)}`, error);
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
  const range = await rangeOf(response, offset, file);
  if (range === null) return;
  const { start, totalBytes } = range;
  const handle = await open(path, start === 0 ? 'w' : 'r+');
  try {
    let position = start;
    for await (const chunk of response.body ?? []) {
      if (position + chunk.byteLength > totalBytes) {
        throw new ModelError('corrupt', `${file.name} is longer than ${totalBytes} bytes`);
      }
      await handle.write(chunk, 0, chunk.byteLength, position);
      position += chunk.byteLength;
      onBytes?.(position);
    }
    if (position < totalBytes && !(file.isSizeRounded && isSizeOf(file, position)))
      throw new Error('the connection ended early');
  } finally {
    await handle.close();
  }
}

interface Range {
  /** Offset of the first byte that is delivered. */
  readonly start: number;
  /** Size of the whole file, or its upper bound if neither side knows the size. */
  readonly totalBytes: number;
}

/** What `response` delivers; null when there is nothing left to deliver. Throws when it does not deliver the file. */
async function rangeOf(response: Response, offset: number, file: ModelFile): Promise<Range | null> {
  const { status, headers } = response;
  if (status === 200) {
    const length = headers.get('content-length');
    if (length === null) return { start: 0, totalBytes: maxBytes(file) };
    if (isSizeOf(file, Number(length))) return { start: 0, totalBytes: Number(length) };
    await response.body?.cancel();
    throw new ModelError('corrupt', `${file.name} has ${length} bytes there instead of ${file.sizeBytes}`);
  }
  if (status === 206) {
    const match = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '');
    const total = Number(match?.[2]);
    if (match && Number(match[1]) === offset && isSizeOf(file, total))
      return { start: offset, totalBytes: total };
  }
  await response.body?.cancel();
  if (status === 416 && headers.get('content-range') === `bytes */${offset}`) return null;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw new ModelError('missing', `${new URL(response.url).host} answered ${status} for ${file.name}`);
  }
  throw new Error(`it answered ${status}`);
}

/**
 * A small text file.
 * @throws ModelError as `download`, 'corrupt' for more than `limitBytes`; the signal's reason
 */
export async function fetchText(
  url: string,
  limitBytes: number,
  dispatcher: Dispatcher,
  signal?: AbortSignal,
): Promise<string> {
  for (let attempts = 1; ; attempts++) {
    try {
      const response = await fetch(url, { dispatcher, signal: signal ?? null });
      const { status } = response;
      if (status >= 400 && status < 500) {
        await response.body?.cancel();
        throw new ModelError('missing', `${url} answered ${status}`);
      }
      if (status !== 200) throw new Error(`it answered ${status}`);
      const text = await response.text();
      if (text.length > limitBytes)
        throw new ModelError('corrupt', `${url} is longer than ${limitBytes} bytes`);
      return text;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ModelError) throw error;
      const code = systemCode(error);
      if ((code !== null && NOT_REACHABLE.has(code)) || attempts >= MAX_FRUITLESS_ATTEMPTS) {
        throw new ModelError('unreachable', `${url} cannot be reached: ${describe(error, code)}`, error);
      }
      await sleep(RETRY_DELAY_MS * attempts, undefined, { signal });
    }
  }
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
