// Installs the packages of a lock file, with the address of each. A lock file without addresses makes npm request the
// description of each package first: which is a fifth of the downloads of a first installation.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { npmCommand, run, ScriptError, say } from './lib.mjs';

/** Staging folder for packages, before they replace the installed ones. */
const STAGE = '.parley-new';

/** Headers that came with this Node.js avoid a download when native add-ons are compiled. */
function headersBesideNode() {
  const prefix = path.resolve(path.dirname(process.execPath), '..');
  return existsSync(path.join(prefix, 'include', 'node', 'node_version.h')) ? prefix : null;
}

/** @returns npm's exit code */
function npmIn(folder, asked, more = {}) {
  // The install step of onnxruntime-node fetches GPU libraries that are not used here, and fails without that network.
  // Compilation of add-ons uses all cores.
  const env = { ONNXRUNTIME_NODE_INSTALL: 'skip', JOBS: 'max', ...more };
  const headers = headersBesideNode();
  if (headers && !process.env.npm_config_nodedir) env.npm_config_nodedir = headers;
  const [command, ...rest] = npmCommand([...asked, '--no-audit', '--no-fund', '--loglevel=error']);
  return run(command, rest, { env, cwd: folder });
}

/** @throws ScriptError when npm fails */
export async function npm(folder, asked, more) {
  const code = await npmIn(folder, asked, more);
  if (code !== 0) throw new ScriptError(`npm ${asked[0]} failed with exit code ${code}`, code);
}

/**
 * Runs `npm ci` with the usual package addresses of registries. If a package is not found there, npm requests its
 * address.
 * @throws ScriptError when npm fails
 */
export async function installLocked(folder, options) {
  const modules = path.join(folder, 'node_modules');
  const stage = path.join(modules, STAGE);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const name of ['package.json', '.npmrc'])
    if (existsSync(path.join(folder, name))) cpSync(path.join(folder, name), path.join(stage, name));
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
  writeFileSync(
    path.join(stage, 'package-lock.json'),
    JSON.stringify(withAddresses(lock, registryOf(folder))),
  );
  if ((await npmIn(stage, ['ci', ...options])) === 0) {
    replace(modules, path.join(stage, 'node_modules'));
    rmSync(stage, { recursive: true, force: true });
    return;
  }
  say('the packages are not all where registries have them; npm looks for them itself');
  await npm(folder, ['ci', ...options]);
}

/** Moves installed packages from the staging folder to their place. */
function replace(modules, installed) {
  for (const name of readdirSync(modules))
    if (name !== STAGE) rmSync(path.join(modules, name), { recursive: true, force: true });
  for (const name of readdirSync(installed)) renameSync(path.join(installed, name), path.join(modules, name));
}

/** Returns the registry that npm is configured with, with a slash at its end. */
export function registryOf(folder) {
  const [command, ...args] = npmCommand(['config', 'get', 'registry']);
  const { stdout } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return stdout.trim().replace(/\/*$/, '/');
}

/** Returns a lock file with the address of every package, by the scheme that all registries share. */
export function withAddresses(lock, registry) {
  const packages = Object.entries(lock.packages).map(([place, entry]) => {
    if (place === '' || entry.link || entry.resolved || !entry.version) return [place, entry];
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    return [place, { ...entry, resolved: `${registry}${name}/-/${file}` }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}
