// Installs the locked dependencies when they are missing, changed, or were compiled for another Node.js.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkNode, isMain, main, root, run, ScriptError, say, seconds, withLock } from './lib.mjs';

const lockfile = path.join(root, 'package-lock.json');
const modules = path.join(root, 'node_modules');
const marker = path.join(modules, '.parley-install');
const thisMachine = `${process.platform}-${process.arch}`;

/** What an installation depends on: the locked versions, and the ABI and machine that native add-ons are built for. */
function wanted() {
  const digest = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  return `${digest} abi-${process.versions.modules} ${thisMachine}`;
}

function isInstalled() {
  return existsSync(marker) && readFileSync(marker, 'utf8') === wanted();
}

/** Records that node_modules is as it should be. */
export function markInstalled() {
  writeFileSync(marker, wanted());
}

/**
 * True when somebody ran npm by hand and what lies in node_modules is exactly what is locked, with native add-ons that
 * load. npm leaves a copy of the lock of what it installed; optional packages for other machines are absent from it.
 */
function isInstalledByHand() {
  const hidden = path.join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const locked = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  for (const [name, entry] of Object.entries(locked)) {
    if (name === '') continue;
    const found = present[name];
    if (found ? found.version !== entry.version : !entry.optional && !entry.peer) return false;
  }
  if (Object.keys(present).some((name) => !(name in locked))) return false;
  return whyAddOnsFail() === null;
}

/** What loading the native add-ons that are built for one version of Node.js fails with, or null. */
function whyAddOnsFail() {
  // In a process of its own: one that does not load may take the process with it.
  const probe = "new (require('better-sqlite3'))(':memory:').close(); require('@discordjs/opus')";
  const { status, stderr } = spawnSync(process.execPath, ['-e', probe], { cwd: root, encoding: 'utf8' });
  return status === 0 ? null : (/^Error: (.*)/m.exec(stderr)?.[1] ?? `exit code ${status}`);
}

/** The supported versions of Node.js by the ABI that add-ons are built for. */
const NODE_OF_ABI = { 115: 'Node.js 20', 127: 'Node.js 22' };

/**
 * For starting what was installed and built before.
 * @throws ScriptError when its native add-ons do not load here: what they were built for, and what to do
 */
export function checkAddOns() {
  const marked = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  const [, abi, machine] = /abi-(\d+) (\S+)/.exec(marked) ?? [];
  if (abi === process.versions.modules && machine === thisMachine) return;
  const why = whyAddOnsFail();
  if (why === null) return;
  const built = abi
    ? `were built for ${NODE_OF_ABI[abi] ?? `ABI ${abi}`} on ${machine}`
    : `do not load (${why})`;
  throw new ScriptError(
    `the native add-ons in node_modules ${built}; this is Node.js ${process.versions.node} on ${thisMachine}. Start with ` +
      'what they were built for, or install and build again with this one: node scripts/build.mjs',
  );
}

/** Headers that came with this node spare the compilation of native add-ons a download. */
function headersBesideNode() {
  const prefix = path.resolve(path.dirname(process.execPath), '..');
  return existsSync(path.join(prefix, 'include', 'node', 'node_version.h')) ? prefix : null;
}

export async function install() {
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (isInstalled()) return;
    if (isInstalledByHand()) return markInstalled();
    const began = Date.now();
    say(
      existsSync(modules)
        ? 'dependencies changed; installing them (npm ci)'
        : 'installing dependencies (npm ci)',
    );
    // Its install step fetches GPU libraries that are not used here, and fails without that network.
    const env = { ONNXRUNTIME_NODE_INSTALL: 'skip' };
    const headers = headersBesideNode();
    if (headers && !process.env.npm_config_nodedir) env.npm_config_nodedir = headers;
    // Development dependencies are needed too: the compiler is one of them.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const npmCli = process.env.npm_execpath;
    const code =
      npmCli?.endsWith('.js') && existsSync(npmCli)
        ? await run(process.execPath, [npmCli, ...args], { env })
        : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { env });
    if (code !== 0) throw new ScriptError(`npm ci failed with exit code ${code}`, code);
    markInstalled();
    say(`dependencies installed in ${seconds(began)}`);
  });
}

if (isMain(import.meta.url)) {
  await main(async () => {
    checkNode();
    await install();
  });
}
