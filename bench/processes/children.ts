/** Stops every process that the benchmark has started, however the benchmark ends. */
import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();
const atExit = new Set<() => void>();
/** Timeout of an orderly end, in ms. */
const STOP_GRACE_MS = 5000;
/** Number of last characters of a child's standard error that are kept for error messages. */
const TAIL_CHARS = 2000;

/** Installs the clean-up for exits, exceptions and signals. Call it once, first. */
export function stopChildrenAtExit(): void {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    for (const clean of atExit) clean();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Registers a synchronous clean-up for the end of the process. The result cancels it. */
export function onExit(clean: () => void): () => void {
  atExit.add(clean);
  return () => atExit.delete(clean);
}

/** Adds a child to those that are stopped. */
export function track<C extends ChildProcess>(child: C): C {
  running.add(child);
  child.once('exit', () => running.delete(child));
  // Without a listener a failed start would be an uncaught exception. `exited` reports it to the code that waits for
  // the child.
  child.on('error', () => running.delete(child));
  return child;
}

export function start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return track(spawn(command, args, options));
}

/**
 * Starts one of our own modules as a process with an IPC channel, from the sources as well as built.
 * @param module path from the `bench` folder, without extension
 */
export function startModule(module: string, options: ForkOptions): ChildProcess {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  const file = fileURLToPath(new URL(`../${module}${extension}`, import.meta.url));
  return track(fork(file, [], options));
}

/** Returns the end of a child's piped standard error. */
export function errorTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARS);
  });
  return () => tail.trim();
}

/** Rejects when the child ends, for racing against an expected event. Never causes an unhandled rejection. */
export function exited(child: ChildProcess, name: string, tail: () => string): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`${name} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) => {
      const said = tail();
      reject(new Error(`${name} ended (${signal ?? `exit code ${code}`})${said && `:\n${said}`}`));
    });
  });
  ended.catch(() => undefined);
  return ended;
}

/** Asks a child to end, kills it after a timeout, and settles when it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
  await gone;
  clearTimeout(insist);
}
