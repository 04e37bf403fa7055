// Installs the locked dependencies when they are missing, changed, or were compiled for another Node.js: those for
// building and running the program, and for tests also the development dependencies and those in test/.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ADD_ON_PACKAGES,
  ADD_ON_PROBE,
  areAddOnsKept,
  forgetAddOns,
  keepAddOns,
  restoreAddOns,
  writeAddOnPackage,
} from './add-ons.mjs';
import { checkNode, isMain, main, root, ScriptError, say, seconds, withLock } from './lib.mjs';
import { installLocked, npm, registryOf, withAddresses } from './locked-install.mjs';
import { addUwsBinary } from './uws-binary.mjs';

const thisMachine = `${process.platform}-${process.arch}`;
const lockfile = (folder) => path.join(folder, 'package-lock.json');
const modules = (folder) => path.join(folder, 'node_modules');
const marker = (folder) => path.join(modules(folder), '.parley-install');

/** Returns what an installation depends on: the locked versions, and the ABI and machine of native add-ons. */
function wanted(folder) {
  const digest = createHash('sha256')
    .update(readFileSync(lockfile(folder)))
    .digest('hex');
  return `${digest} abi-${process.versions.modules} ${thisMachine}`;
}

/** Suffix of the marker if the development dependencies were omitted. */
const WITHOUT_DEV = ' without development';

function isInstalled(folder, withDev) {
  if (!existsSync(marker(folder))) return false;
  const marked = readFileSync(marker(folder), 'utf8');
  return marked === wanted(folder) || (!withDev && marked === wanted(folder) + WITHOUT_DEV);
}

/** Records that node_modules is complete. */
export function markInstalled(folder = root, withDev = true) {
  writeFileSync(marker(folder), wanted(folder) + (withDev ? '' : WITHOUT_DEV));
}

/**
 * Whether node_modules contains exactly the locked packages, because somebody ran npm by hand or only Node.js changed.
 * npm leaves a copy of the lock file for what it installed, without optional packages for other machines.
 */
function isAsLocked(folder, withDev) {
  const hidden = path.join(modules(folder), '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const locked = JSON.parse(readFileSync(lockfile(folder), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  for (const [name, entry] of Object.entries(locked)) {
    if (name === '') continue;
    const found = present[name];
    const isLeftOut = entry.optional || entry.peer || (entry.dev && !withDev);
    if (found ? found.version !== entry.version : !isLeftOut) return false;
  }
  return Object.keys(present).every((name) => name in locked);
}

/** Returns the error of loading the native add-ons that are built for one version of Node.js, or null. */
function whyAddOnsFail() {
  // In a separate process, because an add-on that does not load may crash it.
  const { status, stderr } = spawnSync(process.execPath, ['-e', ADD_ON_PROBE], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? null : (/^Error: (.*)/m.exec(stderr)?.[1] ?? `exit code ${status}`);
}

/** The supported versions of Node.js by the ABI that add-ons are built for. */
const NODE_OF_ABI = { 115: 'Node.js 20', 127: 'Node.js 22', 137: 'Node.js 24', 147: 'Node.js 26' };

/**
 * Checks an existing installation before it is started.
 * @throws ScriptError when its native add-ons do not load; it says what they were built for, and what to do
 */
export function checkAddOns() {
  const marked = existsSync(marker(root)) ? readFileSync(marker(root), 'utf8') : '';
  const [, abi, machine] = /abi-(\d+) (\S+)/.exec(marked) ?? [];
  if (abi === process.versions.modules && machine === thisMachine) return;
  const why = whyAddOnsFail();
  if (why === null) return;
  const built = abi
    ? `were built for ${NODE_OF_ABI[abi] ?? `ABI ${abi}`} on ${machine}`
    : `do not load (${why})`;
  throw new ScriptError(
    `the native add-ons in node_modules ${built}; this is Node.js ${process.versions.node} on ${thisMachine}. ` +
      'Start with what they were built for, or install and build again with this one: node scripts/build.mjs',
  );
}

/** Removes binaries for other systems. Two packages contain some 400 MB of them. */
function removeForeignBinaries() {
  const [onnx, sockets] = ['onnxruntime-node/bin', 'uWebSockets.js/dist/bin'].map((name) =>
    path.join(modules(root), name),
  );
  const foreign = [
    // napi-v6/linux/x64
    ...listed(onnx, 3).filter((name) => !name.endsWith(path.join(process.platform, process.arch))),
    // uws_linux_x64_115.node
    ...listed(sockets, 1).filter(
      (name) => !path.basename(name).startsWith(`uws_${process.platform}_${process.arch}_`),
    ),
  ];
  for (const name of foreign) rmSync(name, { recursive: true, force: true });
}

/** Lists paths at this depth below a folder. */
function listed(folder, levels) {
  if (levels === 0 || !existsSync(folder)) return levels === 0 ? [folder] : [];
  return readdirSync(folder).flatMap((name) => listed(path.join(folder, name), levels - 1));
}

/** Installs the dependencies for building and running the program. Existing development tools stay. */
export async function install() {
  await installIn(root, 'dependencies', { withDev: false });
}

/** Installs these and the development tools. */
export async function installForDevelopment() {
  await installIn(root, 'dependencies', { withDev: true });
}

/** Installs these, the development tools, and the dependencies of tests. */
export async function installForTests() {
  await installForDevelopment();
  await installIn(path.join(root, 'test'), 'dependencies of tests', { withDev: true });
}

async function installIn(folder, what, { withDev }) {
  if (isInstalled(folder, withDev)) return;
  await withLock('install', async () => {
    if (isInstalled(folder, withDev)) return;
    const began = Date.now();
    const isThere = isAsLocked(folder, withDev);
    const needsAddOns = folder === root && !(isThere && whyAddOnsFail() === null);
    // Concurrently, because compiling occupies one core for a minute, and downloading the network.
    const results = await Promise.allSettled([
      isThere || installPackages(folder, what, withDev),
      needsAddOns && buildAddOns(),
    ]);
    for (const { reason } of results) if (reason) throw reason;
    if (needsAddOns) await placeAddOns();
    if (folder === root) {
      removeForeignBinaries();
      addUwsBinary();
    }
    markInstalled(folder, withDev);
    if (!isThere || needsAddOns) say(`${what} installed in ${seconds(began)}`);
  });
}

async function installPackages(folder, what, withDev) {
  say(
    existsSync(modules(folder)) ? `${what} changed; installing them (npm ci)` : `installing ${what} (npm ci)`,
  );
  await installLocked(folder, [withDev ? '--include=dev' : '--omit=dev', '--ignore-scripts']);
}

/** Downloads or compiles the add-ons in a separate folder, and caches them. */
async function buildAddOns() {
  if (areAddOnsKept(lockfile(root))) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-add-ons-'));
  try {
    writeAddOnPackage(lockfile(root), folder, (lock) => withAddresses(lock, registryOf(root)));
    // Behind some proxies the search for a binary crashes instead of failing.
    await npm(folder, ['ci']).catch(() => npm(folder, ['ci'], { npm_config_build_from_source: 'true' }));
    keepAddOns(lockfile(root), modules(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies them into node_modules. If they could not be cached, or do not load, they are built there. */
async function placeAddOns() {
  if (areAddOnsKept(lockfile(root))) {
    restoreAddOns(lockfile(root), modules(root));
    if (whyAddOnsFail() === null) return;
    forgetAddOns(lockfile(root));
  }
  await npm(root, ['rebuild', ...ADD_ON_PACKAGES]);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    checkNode();
    await install();
  });
}
