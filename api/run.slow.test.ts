import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../engine/setup.ts';
import { temporaryFolder } from './testing.ts';

const RUN = program(new URL('./run.ts', import.meta.url));

/** A server process whose engine has no voices. */
const SCRIPT = `
  const { run } = await import(${JSON.stringify(RUN.url)});
  const stats = { activeStreams: 0, waitingStreams: 0, queuedSteps: 0, lanes: 1, underruns: 0, voiceCores: 0.1, busySeconds: 0, audioSeconds: 0 };
  const engine = { voices: () => [], voice: () => null, stats: () => stats, close: async () => console.log('engine closed') };
  const none = { close: async () => undefined };
  process.exitCode = await run(async () => ({ engine, cloning: none, transcriber: none }));`;

function start(env: Record<string, string>) {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [...RUN.execArgv, '--input-type=module', '-e', SCRIPT],
    { env: { PATH: process.env.PATH ?? '', ...env } },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const text = { out: '', err: '' };
  child.stdout.on('data', (part) => {
    text.out += part;
  });
  child.stderr.on('data', (part) => {
    text.err += part;
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  /** Settles with the address in the greeting, which is written at once; fails when the process ends without one. */
  const greeting = new Promise<string>((resolve, reject) => {
    child.stderr.on('data', () => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text.err)?.[0];
      if (address !== undefined) resolve(address);
    });
    exit.then((code) => reject(new Error(`ended with ${code}: ${text.err}`)));
  });
  greeting.catch(() => undefined);
  return { child, text, exit, greeting };
}

test('the process prints its address, shows the first key once and outside the log, and closes in order on SIGTERM', {
  timeout: 60_000,
}, async () => {
  const env = { DATA_DIR: temporaryFolder(), PORT: '0' };
  const { child, text, exit, greeting } = start(env);
  const address = await greeting;
  const [key = ''] = /pk_[\w-]{43}/.exec(text.err) ?? [];
  expect((await fetch(`${address}/voices`, { headers: { 'x-api-key': key } })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(text.out).toContain('engine closed');
  expect(text.out).toContain('"signal":"SIGTERM"');
  expect(text.out).not.toContain(key);

  const again = start(env);
  await again.greeting;
  again.child.kill('SIGINT');
  expect(await again.exit).toBe(0);
  expect(again.text.err).not.toContain('pk_');
});

test('an invalid setting ends it with code 2 and the name of the variable', async () => {
  const { text, exit } = start({ DATA_DIR: temporaryFolder(), PORT: 'abc' });
  expect(await exit).toBe(2);
  expect(text.err).toContain('PORT must be a whole number from 0 to 65535, not "abc"');
});

test('an unusable folder ends it with code 1, and the engine is closed', async () => {
  const { text, exit } = start({ DATA_DIR: '/dev/null/data', PORT: '0' });
  expect(await exit).toBe(1);
  expect(text.err).toContain('/dev/null/data');
  expect(text.out).toContain('engine closed');
});
