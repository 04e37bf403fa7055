/** The right of one process to fetch one model, so that other processes wait instead of fetching it as well. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from './errors.ts';

const HEARTBEAT_MS = 2_000;
/** Several missed heartbeats: its holder was killed, or is on another machine that has disappeared. */
const STALE_MS = 15_000;
const POLL_MS = 150;

interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

export interface Claim {
  /** Part of the name of every file the holder writes. Only the holder writes to files with this token. */
  readonly token: string;
  release(): Promise<void>;
}

/**
 * Waits until this process holds `folder`, or until `isDone` says that there is nothing left to do (null).
 *
 * The claim avoids duplicate work; correctness does not depend on it. A holder may lose it (suspended for longer than
 * STALE_MS) without knowing, so a newcomer copies whatever it takes over to files under its own token and removes the
 * originals: the old holder then keeps writing to unlinked files.
 */
export async function claim(
  folder: string,
  isDone: () => Promise<boolean>,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<Claim | null> {
  const path = join(folder, 'claim');
  const self: Holder = { token: randomBytes(6).toString('hex'), pid: process.pid, host: hostname() };
  for (let waiting = false; ; ) {
    signal?.throwIfAborted();
    if (await isDone()) return null;
    await mkdir(folder, { recursive: true });
    if (await take(path, self)) return hold(path, self.token);
    const holder = await readHolder(path);
    if (await isStale(path, holder)) {
      // Only one of several processes that see the same stale claim can rename it.
      const aside = `${path}.${self.token}`;
      await rename(path, aside).catch(() => undefined);
      await rm(aside, { force: true });
      continue;
    }
    if (!waiting) onWait();
    waiting = true;
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function take(path: string, self: Holder): Promise<boolean> {
  try {
    const handle = await open(path, 'wx');
    await handle.writeFile(JSON.stringify(self)).finally(() => handle.close());
    return true;
  } catch (error) {
    // ENOENT: the previous holder has just removed the folder.
    const code = systemCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw error;
  }
}

function hold(path: string, token: string): Claim {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    token,
    release: async () => {
      clearInterval(heartbeat);
      if ((await readHolder(path))?.token === token) await unlink(path).catch(() => undefined);
    },
  };
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof holder === 'object' && holder !== null && 'token' in holder ? (holder as Holder) : null;
  } catch {
    return null;
  }
}

async function isStale(path: string, holder: Holder | null): Promise<boolean> {
  if (holder?.host === hostname() && !isAlive(holder.pid)) return true;
  try {
    return Date.now() - (await stat(path)).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
