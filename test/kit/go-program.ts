/** Programs for tests, built once from their Go modules into the user's cache folder. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { claim } from '../../model-files/claim.ts';

export interface GoProgram {
  /** Name of the executable file. */
  readonly name: string;
  /** Path of the folder with go.mod and go.sum; programs of one module may share it. */
  readonly module: string;
  readonly package: string;
  /** C libraries that it is linked with: their pkg-config names, and the Debian packages that contain them. */
  readonly libraries?: Readonly<Record<string, string>>;
}

/** Returns why tests with it are skipped, or null when it is built or Go can build it. */
export function whyNoGoProgram(wanted: GoProgram): string | null {
  if (existsSync(programPath(wanted))) return null;
  const go = goVersion();
  if (go === null) return `no Go on the PATH to build ${wanted.name} with`;
  // Earlier versions do not fetch the Go version that the module requires.
  const isTooOld = go.major === 1 && go.minor < 21;
  if (isTooOld) return `${wanted.name} needs Go 1.21 or later, not ${go.major}.${go.minor}`;
  return wanted.libraries ? whyNoLibraries(wanted.name, wanted.libraries) : null;
}

function whyNoLibraries(name: string, libraries: Readonly<Record<string, string>>): string | null {
  const has = (program: string, ...args: string[]) =>
    spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  const missing = [
    ...(has('gcc', '--version') ? [] : ['gcc']),
    ...(has('pkg-config', '--version') ? [] : ['pkg-config']),
    ...Object.entries(libraries).flatMap(([library, debian]) =>
      has('pkg-config', '--exists', library) ? [] : [debian],
    ),
  ];
  return missing.length > 0 ? `${name} cannot be built without ${missing.join(', ')}` : null;
}

function goVersion(): { readonly major: number; readonly minor: number } | null {
  try {
    const said = execFileSync('go', ['version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [, major, minor] = /go(\d+)\.(\d+)/.exec(said) ?? [];
    return { major: Number(major), minor: Number(minor) };
  } catch {
    return null;
  }
}

/** One file for each set of versions, beside the models in the user's cache folder. */
function programPath({ name, module }: GoProgram): string {
  const sums = createHash('sha256')
    .update(readFileSync(join(module, 'go.sum')))
    .digest('hex');
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'parley', basename(module), sums.slice(0, 16), name);
}

/** Returns the program's path, and builds it if necessary. Concurrent processes build it once. */
export async function buildGoProgram(wanted: GoProgram): Promise<string> {
  const { name, module } = wanted;
  const program = programPath(wanted);
  const isBuilt = async () => existsSync(program);
  const held = await claim(join(program, '..'), isBuilt, () =>
    console.error(`waiting for ${name} to be built by another process`),
  );
  if (held === null) return program;
  const unfinished = `${program}.${held.token}`;
  // Compiled in a separate folder that contains only its go.mod.
  const folder = `${unfinished}.module`;
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of ['go.mod', 'go.sum']) copyFileSync(join(module, file), join(folder, file));
    console.error(`building ${name}; this takes minutes, once`);
    await build(['-o', unfinished, wanted.package], folder, wanted.libraries !== undefined);
    renameSync(unfinished, program);
    return program;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
    await held.release();
  }
}

async function build(args: readonly string[], cwd: string, isLinkedWithC: boolean): Promise<void> {
  // An older Go fetches the version that go.mod requires.
  const env = {
    ...process.env,
    CGO_ENABLED: isLinkedWithC ? '1' : '0',
    GOTOOLCHAIN: 'auto',
    GOFLAGS: '-mod=readonly -buildvcs=false',
  };
  const all = ['build', '-trimpath', '-ldflags=-s -w', ...args];
  const child = spawn('go', all, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-4000);
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`go build failed: ${said}`);
}
