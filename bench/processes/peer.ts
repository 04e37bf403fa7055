/** The peers: Python packages that read the same voice files, each in a separate virtual environment. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { start, track } from './children.ts';

const INSTALL_LIMIT_MS = 900_000;

/** A package of PyPI. */
export interface PeerPackage {
  readonly name: string;
  readonly version: string;
  readonly extras: string;
  /** Our Python module that loads its voice. */
  readonly speaker: string;
  /** Other packages whose versions are reported. */
  readonly reported: readonly string[];
}

/** The extra contains the dependencies of its own HTTP server. */
export const PIPER_TTS: PeerPackage = {
  name: 'piper-tts',
  version: '1.8.0',
  extras: '[http]',
  speaker: 'piper_speaker',
  reported: ['onnxruntime', 'numpy', 'flask'],
};

export const KOKORO_ONNX: PeerPackage = {
  name: 'kokoro-onnx',
  version: '0.6.1',
  extras: '',
  speaker: 'kokoro_speaker',
  reported: ['onnxruntime', 'numpy', 'phonemizer', 'espeakng-loader'],
};

/** The extra contains a faster Fourier transform. */
export const HIBARI_TTS: PeerPackage = {
  name: 'hibari-tts',
  version: '0.2.1',
  extras: '[fast]',
  speaker: 'hibari_speaker',
  reported: ['onnxruntime', 'numpy', 'scipy'],
};

const execute = promisify(execFile);

export interface Peer {
  readonly package: PeerPackage;
  readonly python: string;
  /** By package, and `python`. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The peer cannot be measured here. The message says why. */
class PeerUnavailable extends Error {}

/** Environment of every Python process: no files beside our sources, no packages from elsewhere. */
const PYTHON_ENV = {
  ...process.env,
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONNOUSERSITE: '1',
  PYTHONPATH: '',
  PYTHONUNBUFFERED: '1',
};

/** Path of one of our Python files. */
const peerFile = (name: string): string => fileURLToPath(new URL(`../peer/${name}`, import.meta.url));

function environmentFolder({ name, version }: PeerPackage): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'parley', 'bench', `${name}-${version}`);
}

/**
 * Installs a peer if it is missing.
 * @throws PeerUnavailable
 */
async function installPeer(wanted: PeerPackage, say: (line: string) => void): Promise<Peer> {
  const { name, version, extras, reported } = wanted;
  const requirement = `${name}${extras}==${version}`;
  const folder = environmentFolder(wanted);
  const python =
    process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
  const marker = join(folder, '.parley-complete');
  if (!existsSync(marker)) {
    const system = await findPython();
    say(`installing ${requirement} into ${folder} (once)`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await step(system, ['-m', 'venv', folder], 'python3 cannot make a virtual environment (python3-venv)');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'];
    await step(python, [...pip, '--only-binary', ':all:', requirement], `pip cannot install ${requirement}`);
    await writeFile(marker, `${requirement}\n`);
  }
  return { package: wanted, python, versions: await versionsOf(python, [name, ...reported]) };
}

/** Like `installPeer`, but returns null and prints the reason when it is unavailable. */
export async function findPeer(
  wanted: PeerPackage,
  say: (line: string) => void,
): Promise<{ peer: Peer | null; missing: string | null }> {
  try {
    return { peer: await installPeer(wanted, say), missing: null };
  } catch (error) {
    if (!(error instanceof PeerUnavailable)) throw error;
    say(`measuring without ${wanted.name}: ${error.message}`);
    return { peer: null, missing: error.message };
  }
}

async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    try {
      await execute(name, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))']);
      return name;
    } catch {
      // The next name may work.
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

async function versionsOf(python: string, packages: readonly string[]): Promise<Record<string, string>> {
  const program =
    'import sys, json, importlib.metadata as m\n' +
    'versions = {name: m.version(name) for name in sys.argv[1:]}\n' +
    'print(json.dumps({"python": sys.version.split()[0], **versions}))';
  try {
    const { stdout } = await execute(python, ['-c', program, ...packages], { env: PYTHON_ENV });
    return JSON.parse(stdout) as Record<string, string>;
  } catch (error) {
    throw new PeerUnavailable(`the installed peer does not work: ${(error as Error).message}`);
  }
}

/** Starts one of our Python files with the peer. It ends when its standard input is closed. */
export function startPeerFile(peer: Peer, name: string, args: readonly string[]) {
  return start(peer.python, [peerFile(name), ...args], {
    env: PYTHON_ENV,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
