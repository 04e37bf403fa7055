/** The enhancer as a process, for tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { DEEP_FILTER_NET, ModelStore, program } from '../../engine/setup.ts';

export interface EnhancerProcess {
  /** "http://127.0.0.1:12345" */
  readonly address: string;
  readonly pid: number;
  /** Its standard output until now. */
  out(): string;
  kill(signal: NodeJS.Signals): void;
  readonly exit: Promise<number | null>;
}

/** Continuous integration requires the model; a developer may lack it. */
export async function whyNoModel(): Promise<string | null> {
  const missing = !(await new ModelStore().isInstalled(DEEP_FILTER_NET));
  return missing && process.env.CI !== 'true' ? `(${DEEP_FILTER_NET} is not installed)` : null;
}

export function spawnEnhancer(env: Readonly<Record<string, string>>) {
  const { url, execArgv } = program(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [...execArgv, fileURLToPath(url)], {
    env: { ...process.env, HOST: '', PORT: '0', JOBS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => {
    text.out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    text.err += part.toString();
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, text, exit };
}

/** Starts the enhancer. It ends with the test or, outside of one, by the caller. */
export async function startEnhancer(env: Readonly<Record<string, string>> = {}): Promise<EnhancerProcess> {
  const { child, text, exit } = spawnEnhancer(env);
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, found] = /"event":"listening".*"port":(\d+)/.exec(text.out) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${text.err}`)));
  });
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    out: () => text.out,
    kill: (signal) => void child.kill(signal),
    exit,
  };
}

/** For the duration of one test. */
export async function enhancerForTest(env: Readonly<Record<string, string>> = {}): Promise<EnhancerProcess> {
  const enhancer = await startEnhancer(env);
  onTestFinished(() => enhancer.kill('SIGKILL'));
  return enhancer;
}
