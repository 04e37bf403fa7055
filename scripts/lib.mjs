// Helpers shared by the scripts in this folder. Plain JavaScript without dependencies, because it runs before anything
// is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { constants, homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Thrown for failures that one sentence explains. Shown without a stack trace. */
export class ScriptError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function say(message) {
  process.stderr.write(`parley: ${message}\n`);
}

/** Supported releases and the lowest minor version of each. Vite determines the first two. */
export const RELEASES = { 20: 19, 22: 12, 24: 0, 26: 0 };
/** Release that error messages suggest. */
const SUGGESTED = 24;

/** The supported releases, worded for messages. */
const SUPPORTED_NODE = 'Node.js 20 (20.19 or later), 22 (22.12 or later), 24 and 26';

/**
 * @param libc of a Linux system: several libraries have no builds for `musl`
 * @throws ScriptError that says what to do when Parley does not run here
 */
export function checkNode(version = process.versions.node, libc = libcOfNode()) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const least = RELEASES[major];
  if (least === undefined || minor < least) {
    throw new ScriptError(
      `Node.js ${version} is not supported; Parley runs on ${SUPPORTED_NODE}. ` +
        `With nvm: "nvm install ${SUGGESTED} && nvm use ${SUGGESTED}".`,
    );
  }
  if (libc === 'musl') {
    throw new ScriptError(
      'this system has musl instead of glibc (Alpine, for one), for which neither onnxruntime nor LiveKit are built. ' +
        'Use Debian 12 or later, or its image of Node.js: "node:22-bookworm-slim".',
    );
  }
}

/**
 * Whether this Node.js contains SQLite, as api/storage/sqlite-connection.ts decides. Earlier releases need an add-on.
 */
export const HAS_SQLITE = Number.parseInt(process.versions.node, 10) >= 24;

/** Returns `glibc` or `musl` on Linux, null elsewhere. */
function libcOfNode() {
  if (process.platform !== 'linux') return null;
  return process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** Returns program and arguments for running npm: the npm that runs this script, or the one on the PATH. */
export function npmCommand(args) {
  const npmCli = process.env.npm_execpath;
  if (npmCli?.endsWith('.js') && existsSync(npmCli)) return [process.execPath, npmCli, ...args];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args];
}

/** Whether `url` (an import.meta.url) is the file that node was started with. */
export function isMain(url) {
  return process.argv[1] !== undefined && url === pathToFileURL(path.resolve(process.argv[1])).href;
}

/** Runs a script's body and converts errors into a message and an exit code. */
export async function main(body) {
  endWithNpm();
  try {
    await body();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    say(error.message);
    process.exitCode = error.exitCode;
  }
}

const NPM_POLL_MS = 250;

/**
 * Ends this process with SIGTERM once npm or its shell is gone. npm runs scripts in a shell and signals only that, so a
 * script would outlive an npm that is stopped or crashes. Only on Linux, where the shell remains between the two.
 * Elsewhere it is replaced by the script, which gets npm's signals itself.
 */
function endWithNpm() {
  const script = process.env.npm_lifecycle_script;
  const shell = process.ppid;
  if (
    script === undefined ||
    !readProcess(shell, 'cmdline')
      ?.split('\0')
      .some((part) => part.startsWith(script))
  )
    return;
  const npm = Number(
    readProcess(shell, 'stat')
      ?.replace(/.*\) \S /s, '')
      .split(' ')[0],
  );
  const timer = setInterval(() => {
    if (process.ppid === shell && readProcess(npm, 'stat') !== null) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, NPM_POLL_MS);
  timer.unref();
}

/** Reads a file of a process in /proc (proc(5)); null if there is none. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Runs a program with our own standard streams and resolves to its exit code (128 + n after signal n). Signals sent to
 * this process alone are passed on, so that stopping the script never leaves the program running.
 */
export function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const done = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      done();
      reject(new ScriptError(`cannot run ${command}: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Runs a JavaScript tool of node_modules by package name and command name. */
export function runTool(packageName, binName, args, options) {
  const folder = path.join(root, 'node_modules', packageName);
  const manifestPath = path.join(folder, 'package.json');
  if (!existsSync(manifestPath)) {
    throw new ScriptError(`${packageName} is not installed; run "node scripts/install.mjs"`);
  }
  const bin = JSON.parse(readFileSync(manifestPath, 'utf8')).bin;
  const entry = typeof bin === 'string' ? bin : bin[binName];
  return run(process.execPath, [path.join(folder, entry), ...args], options);
}

const LOCK_STALE_MS = 15_000;

/**
 * Prevents two scripts in the same checkout, or with another common folder, from installing or building concurrently.
 * The lock is a folder outside the checkout whose modification time is refreshed while it is held, so that a lock of a
 * killed process is taken over after a few seconds.
 */
export async function withLock(name, body, common = root) {
  const id = createHash('sha256').update(common).digest('hex').slice(0, 12);
  const folder = path.join(tmpdir(), `parley-${name}-${id}.lock`);
  for (let waited = false; ; ) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (lockIsStale(folder)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!waited) say(`waiting for another process to finish its ${name}`);
    waited = true;
    await sleep(200);
  }
  writeFileSync(path.join(folder, 'pid'), String(process.pid));
  const refresh = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(folder, now, now);
    } catch {
      // Another process has taken the lock over after a long pause of this one. The work is idempotent.
    }
  }, LOCK_STALE_MS / 5);
  try {
    return await body();
  } finally {
    clearInterval(refresh);
    rmSync(folder, { recursive: true, force: true });
  }
}

function lockIsStale(folder) {
  try {
    const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
    if (pid > 0) process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return true;
  }
  try {
    return Date.now() - statSync(folder).mtimeMs > LOCK_STALE_MS;
  } catch {
    return false;
  }
}

/** Returns the user's cache folder. */
export function cacheFolder() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'parley');
}

export function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
