// Native add-ons that are compiled where they are installed, kept in the user's cache folder: compiling SQLite takes
// most of an installation, and gives the same every time.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** What the installation of each package builds, and loads later. */
const ADD_ONS = {
  'better-sqlite3': 'build/Release/better_sqlite3.node',
  '@discordjs/opus': 'prebuild',
};

export const ADD_ON_PACKAGES = Object.keys(ADD_ONS);

/** A folder for each set of versions, each Node.js ABI, machine and C library. */
function cacheOf(lockfile) {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  const versions = Object.keys(ADD_ONS).map((name) => {
    const { version, integrity } = packages[`node_modules/${name}`] ?? {};
    return `${name} ${version} ${integrity}`;
  });
  const library = process.report?.getReport().header.glibcVersionRuntime ?? 'other';
  const machine = `${process.platform}-${process.arch} abi-${process.versions.modules} glibc-${library}`;
  const digest = createHash('sha256')
    .update([...versions, machine].join('\n'))
    .digest('hex');
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return path.join(cache, 'parley', 'add-ons', digest.slice(0, 16));
}

/** Makes a folder a package with the add-ons alone, in their locked versions, so that they are built by themselves. */
export function writeAddOnPackage(lockfile, folder) {
  const lock = JSON.parse(readFileSync(lockfile, 'utf8'));
  const versions = Object.keys(ADD_ONS).map((name) => [name, lock.packages[`node_modules/${name}`].version]);
  const own = { name: 'add-ons', version: '0.0.0', dependencies: Object.fromEntries(versions) };
  // npm leaves out what nothing here depends on.
  const packages = { ...lock.packages, '': own };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...own, private: true }));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, ...own, packages }));
  const settings = path.join(path.dirname(lockfile), '.npmrc');
  if (existsSync(settings)) cpSync(settings, path.join(folder, '.npmrc'));
}

/** Whether the add-ons of these locked versions have been kept, so that nothing needs to be compiled. */
export function areAddOnsKept(lockfile) {
  return existsSync(cacheOf(lockfile));
}

/** Puts the kept add-ons into node_modules. */
export function restoreAddOns(lockfile, modules) {
  const folder = cacheOf(lockfile);
  for (const [name, built] of Object.entries(ADD_ONS)) {
    cpSync(path.join(folder, name, built), path.join(modules, name, built), { recursive: true });
  }
}

/** Keeps what has just been built. An installation works without: what cannot be kept is compiled again next time. */
export function keepAddOns(lockfile, modules) {
  const folder = cacheOf(lockfile);
  const unfinished = `${folder}.${process.pid}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    for (const [name, built] of Object.entries(ADD_ONS)) {
      cpSync(path.join(modules, name, built), path.join(unfinished, name, built), { recursive: true });
    }
    renameSync(unfinished, folder);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Forgets add-ons that do not load. */
export function forgetAddOns(lockfile) {
  rmSync(cacheOf(lockfile), { recursive: true, force: true });
}
