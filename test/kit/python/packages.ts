/** Python programs that tests run. Each has its packages in a separate folder of the user's cache. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { claim } from '../../../model-files/claim.ts';

/** Packages by purpose. */
const PACKAGES = {
  schemathesis: ['schemathesis==4.32.5'],
  wyoming: ['wyoming==1.10.2'],
  // llama.cpp with its server, 33 MB.
  llama: ['xllamacpp==2026.10.11549'],
  // 730 MB, mostly compilers and codecs that voice agents depend on.
  agents: ['livekit-agents==1.8.9', 'livekit-plugins-openai==1.8.9', 'pipecat-ai[openai]==1.14.0'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PythonPackages = keyof typeof PACKAGES;
export const ALL_PYTHON_PACKAGES = Object.keys(PACKAGES) as PythonPackages[];

export interface PythonRun {
  /** 0 when the program succeeded. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PythonOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Returns why tests with these packages are skipped, or null when they are installed.
 * @throws Error with CI=true
 */
export function whyNoPython(packages: PythonPackages): string | null {
  if (existsSync(folder(packages))) return null;
  const missing = `no ${packages}: npx tsx test/kit/python/install.ts ${packages}`;
  if (process.env.CI === 'true') throw new Error(missing);
  return missing;
}

/** Installs them with pip if necessary. Concurrent processes do it once. */
export async function installPython(packages: PythonPackages): Promise<string> {
  const target = folder(packages);
  const held = await claim(
    join(target, '..'),
    async () => existsSync(target),
    () => console.error(`waiting for ${packages} to be installed by another process`),
  );
  if (held === null) return target;
  const unfinished = `${target}.${held.token}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    const pip = ['-m', 'pip', 'install', '--quiet', '--target', unfinished, ...PACKAGES[packages]];
    const { code, stderr } = await python(pip, {});
    if (code !== 0) throw new Error(`${packages} could not be installed: ${stderr.slice(-2000)}`);
    renameSync(unfinished, target);
    return target;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    await held.release();
  }
}

/** Runs Python with these packages. Never throws. */
export function runPython(
  packages: PythonPackages,
  args: readonly string[],
  { cwd, env }: PythonOptions = {},
): Promise<PythonRun> {
  return python(args, { ...(cwd && { cwd }), env: { ...env, ...pathOf(packages) } });
}

/** The environment of a Python program that uses these packages. */
export const pythonEnvironment = (packages: PythonPackages): NodeJS.ProcessEnv => ({
  ...process.env,
  ...pathOf(packages),
});

const pathOf = (packages: PythonPackages) => ({ PYTHONPATH: folder(packages) });

/** One folder for each set of versions, beside the models. */
function folder(packages: PythonPackages): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const versions = createHash('sha256').update(PACKAGES[packages].join(' ')).digest('hex').slice(0, 12);
  return join(cache, 'parley', 'python', packages, versions);
}

function python(args: readonly string[], { cwd, env }: PythonOptions): Promise<PythonRun> {
  return new Promise((resolve) => {
    const options = { ...(cwd && { cwd }), env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile('python3', args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}
