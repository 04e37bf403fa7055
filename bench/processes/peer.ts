/** The peer: the Python package that reads the same voice files, in a virtual environment of its own. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { start, track } from './children.ts';

export const PEER_NAME = 'piper-tts';
export const PEER_VERSION = '1.8.0';
/** The extra brings what its own HTTP server needs. */
const REQUIREMENT = `${PEER_NAME}[http]==${PEER_VERSION}`;
const INSTALL_LIMIT_MS = 900_000;
const REPORTED_PACKAGES = [PEER_NAME, 'onnxruntime', 'numpy', 'flask'];

const execute = promisify(execFile);

export interface Peer {
  readonly python: string;
  /** By package, and `python`. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The peer cannot be measured here; the message says why. */
export class PeerUnavailable extends Error {}

/** Environment of every Python process: no files beside our sources, no packages from elsewhere. */
const PYTHON_ENV = {
  ...process.env,
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONNOUSERSITE: '1',
  PYTHONPATH: '',
  PYTHONUNBUFFERED: '1',
};

/** Path of a Python file of ours. */
const peerFile = (name: string): string => fileURLToPath(new URL(`../peer/${name}`, import.meta.url));

function environmentFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'parley', 'bench', `${PEER_NAME}-${PEER_VERSION}`);
}

/**
 * Installs the peer unless it is there.
 * @throws PeerUnavailable
 */
export async function installPeer(say: (line: string) => void): Promise<Peer> {
  const folder = environmentFolder();
  const python =
    process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
  const marker = join(folder, '.parley-complete');
  if (!existsSync(marker)) {
    const system = await findPython();
    say(`installing ${REQUIREMENT} into ${folder} (once)`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await step(system, ['-m', 'venv', folder], 'python3 cannot make a virtual environment (python3-venv)');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'];
    await step(python, [...pip, '--only-binary', ':all:', REQUIREMENT], `pip cannot install ${REQUIREMENT}`);
    await writeFile(marker, `${REQUIREMENT}\n`);
  }
  return { python, versions: await versionsOf(python) };
}

async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    try {
      await execute(name, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))']);
      return name;
    } catch {
      // The next name may do.
    }
  }
  throw new PeerUnavailable('there is no Python 3.9 or later with venv and pip on this machine');
}

async function step(command: string, args: readonly string[], failure: string): Promise<void> {
  try {
    const running = execute(command, args, { env: PYTHON_ENV, timeout: INSTALL_LIMIT_MS });
    track(running.child);
    await running;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    throw new PeerUnavailable(`${failure}: ${said || (error as Error).message}`);
  }
}

async function versionsOf(python: string): Promise<Record<string, string>> {
  const program =
    'import sys, json, importlib.metadata as m\n' +
    'versions = {name: m.version(name) for name in sys.argv[1:]}\n' +
    'print(json.dumps({"python": sys.version.split()[0], **versions}))';
  try {
    const { stdout } = await execute(python, ['-c', program, ...REPORTED_PACKAGES], { env: PYTHON_ENV });
    return JSON.parse(stdout) as Record<string, string>;
  } catch (error) {
    throw new PeerUnavailable(`the installed peer does not work: ${(error as Error).message}`);
  }
}

/** Starts one of our Python files with the peer; standard input stays open as its leash. */
export function startPeerFile(peer: Peer, name: string, args: readonly string[]) {
  return start(peer.python, [peerFile(name), ...args], {
    env: PYTHON_ENV,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
