/** The enhancer as a process that the server starts. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../../engine/setup.ts';
import { EnhancerProcess, type EnhancerProcessOptions } from '../../recordings/index.ts';
import { until } from '../../test/kit/server.ts';

const MAIN = new URL('./main.ts', import.meta.url);
const RATE = 16_000;
/** A second of hiss. */
const noise = {
  samples: Float32Array.from({ length: RATE }, (_, i) => 0.1 * Math.sin(i * i)),
  sampleRate: RATE,
};

function started(options: Partial<EnhancerProcessOptions> = {}): EnhancerProcess {
  const enhancer = new EnhancerProcess({ module: MAIN, ...options });
  onTestFinished(() => enhancer.close());
  return enhancer;
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Result of one request: any response shows that the enhancer has received it, even if it refuses noise. */
const asked = (enhancer: EnhancerProcess): Promise<string> =>
  enhancer.enhance(noise).then(
    () => 'cleaned',
    ({ fault }: { fault?: string }) => fault ?? 'failed',
  );

test('it starts when it is needed, and ends when it is idle', async () => {
  const enhancer = started({ idleMs: 300 });
  expect(enhancer.pid).toBeNull();
  const first = asked(enhancer);
  await until('it runs', async () => enhancer.pid !== null);
  const pid = enhancer.pid!;
  expect(await first).not.toBe('unavailable');
  await until('it has ended', async () => !isRunning(pid));
  expect(await asked(enhancer)).not.toBe('unavailable');
  expect(enhancer.pid).not.toBe(pid);
}, 60_000);

test('killed in the middle it fails that recording, and the next one starts it again', async () => {
  const enhancer = started();
  const first = asked(enhancer);
  await until('it runs', async () => enhancer.pid !== null);
  process.kill(enhancer.pid!, 'SIGKILL');
  expect(await first).toBe('unavailable');
  expect(await asked(enhancer)).not.toBe('unavailable');
}, 60_000);

test('a program that cannot be started is an enhancer that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-enhancer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const module = join(folder, 'broken.mjs');
  writeFileSync(module, 'process.exit(3)');
  const said: string[] = [];
  const enhancer = started({
    module: pathToFileURL(module),
    log: (_, { reason }) => void said.push(String(reason)),
  });
  expect(await asked(enhancer)).toBe('unavailable');
  expect(said).toEqual(['ended (3)']);
});

test('it ends with the server that has started it', async () => {
  const { url, execArgv } = program(MAIN);
  const child = fork(url, [], {
    execArgv,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  expect((await fetch(`http://127.0.0.1:${port}/ping`)).status).toBe(200);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 60_000);
