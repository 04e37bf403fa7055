// Native add-ons that are compiled where they are installed, cached in the user's cache folder: compiling SQLite takes
// most of an installation, and always has the same result.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, HAS_SQLITE } from './lib.mjs';

const SQLITE = { name: 'better-sqlite3', built: 'build/Release/better_sqlite3.node', isNodeApi: false };
/** Built with Node-API: what one release of Node.js compiles loads on all others. */
const OPUS = { name: '@discordjs/opus', built: 'prebuild', isNodeApi: true };
/** Add-ons that this Node.js needs. */
const ADD_ONS = HAS_SQLITE ? [OPUS] : [SQLITE, OPUS];

export const ADD_ON_PACKAGES = ADD_ONS.map(({ name }) => name);

/** JavaScript that throws if one of them does not load. */
export const ADD_ON_PROBE = [
  ...(HAS_SQLITE ? [] : ["new (require('better-sqlite3'))(':memory:').close()"]),
  "require('@discordjs/opus')",
].join(';');

/** Returns the cache folder for a version of an add-on, a machine and C library, and a Node.js ABI if that matters. */
function cacheOf({ name, isNodeApi }, lockfile) {
  const { version, integrity } = JSON.parse(readFileSync(lockfile, 'utf8')).packages[`node_modules/${name}`];
  const abi = isNodeApi ? 'node-api' : `abi-${process.versions.modules}`;
  const library = process.report?.getReport().header.glibcVersionRuntime ?? 'other';
  const digest = createHash('sha256')
    .update(`${name} ${version} ${integrity} ${process.platform}-${process.arch} ${abi} glibc-${library}`)
    .digest('hex');
  return path.join(cacheFolder(), 'add-ons', digest.slice(0, 16));
}

/** Returns the add-ons of these locked versions that are not cached, and must be downloaded or compiled. */
const missing = (lockfile) => ADD_ONS.filter((addOn) => !existsSync(cacheOf(addOn, lockfile)));

/**
 * Makes a package that contains only these add-ons, in their locked versions, so that they can be built separately.
 * @param addressed rewrites the lock file there
 */
export function writeAddOnPackage(lockfile, folder, addressed) {
  const lock = JSON.parse(readFileSync(lockfile, 'utf8'));
  const versions = missing(lockfile).map(({ name }) => [name, lock.packages[`node_modules/${name}`].version]);
  const own = { name: 'add-ons', version: '0.0.0', dependencies: Object.fromEntries(versions) };
  // npm ignores packages that nothing here depends on.
  const packages = { ...lock.packages, '': own };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...own, private: true }));
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify(addressed({ ...lock, ...own, packages })),
  );
  const settings = path.join(path.dirname(lockfile), '.npmrc');
  if (existsSync(settings)) cpSync(settings, path.join(folder, '.npmrc'));
}

export function areAddOnsKept(lockfile) {
  return missing(lockfile).length === 0;
}

/** Copies the cached add-ons into node_modules. */
export function restoreAddOns(lockfile, modules) {
  for (const addOn of ADD_ONS) {
    const place = path.join(modules, addOn.name, addOn.built);
    rmSync(place, { recursive: true, force: true });
    cpSync(path.join(cacheOf(addOn, lockfile), addOn.built), place, { recursive: true });
    if (addOn.isNodeApi) nameAfterThisNode(place);
  }
}

/** node-pre-gyp looks for an add-on in a folder named after the ABI, which does not matter with Node-API. */
function nameAfterThisNode(prebuild) {
  for (const name of readdirSync(prebuild)) {
    const ours = name.replace(/^node-v\d+/, `node-v${process.versions.modules}`);
    if (ours !== name) renameSync(path.join(prebuild, name), path.join(prebuild, ours));
  }
}

/** Caches what has just been built. This is optional: add-ons that cannot be cached are compiled again next time. */
export function keepAddOns(lockfile, modules) {
  for (const addOn of missing(lockfile)) {
    const kept = cacheOf(addOn, lockfile);
    const unfinished = `${kept}.${process.pid}`;
    try {
      const place = path.join(modules, addOn.name, addOn.built);
      cpSync(place, path.join(unfinished, addOn.built), { recursive: true });
      renameSync(unfinished, kept);
    } catch {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
}

/** Removes add-ons that do not load from the cache. */
export function forgetAddOns(lockfile) {
  for (const addOn of ADD_ONS) rmSync(cacheOf(addOn, lockfile), { recursive: true, force: true });
}
