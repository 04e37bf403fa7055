// Compiles the server to dist/ and the console to dist/console/, each if one of its sources has changed; otherwise
// returns at once.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { checkNode, isMain, main, root, runTool, ScriptError, say, seconds, withLock } from './lib.mjs';

const dist = path.join(root, 'dist');
const marker = path.join(dist, '.parley-build.json');
const consoleMarker = path.join(dist, 'console', '.parley-build.json');

/** Returns the top-level folders in the compiler's own configuration. Some may not exist yet. */
function sourceFolders() {
  const { include } = JSON.parse(readFileSync(path.join(root, 'tsconfig.build.json'), 'utf8'));
  return include.filter((folder) => existsSync(path.join(root, folder)));
}

function sourceFiles() {
  return filesIn(sourceFolders());
}

function consoleFiles() {
  return filesIn(existsSync(path.join(root, 'console')) ? ['console'] : []);
}

function filesIn(folders) {
  const files = [];
  for (const folder of folders) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      // Named `path` before Node 20.12 and `parentPath` after.
      const file = path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name));
      if (entry.isFile() && !isTestOnly(file)) files.push(file);
    }
  }
  return files.sort();
}

/** Whether a file is a test, test helpers (testing.ts, testing/), or data that they read. */
function isTestOnly(file) {
  return /(\.test|(^|[\\/])testing)\.ts$|(^|[\\/])(testing|fixtures|corpus)[\\/]/.test(file);
}

/**
 * Returns sizes and modification times of everything that a build reads, so that changed, added and removed files are
 * detected.
 */
function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of [...files, 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']) {
    const stats = statSync(path.join(root, file));
    hash.update(`${file}\0${stats.size}\0${stats.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function lastBuild(file = marker) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { fingerprint: '', files: [] };
  }
}

/**
 * Types are only stripped. `npm run check` and `npm test` check them, with type declarations that are not needed here.
 */
export async function build() {
  await buildServer();
  // After the server, whose build may begin with an empty dist/.
  await buildConsole();
}

async function buildServer() {
  if (lastBuild().fingerprint === fingerprint(sourceFiles())) return;
  await withLock('build', async () => {
    const files = sourceFiles();
    const wanted = fingerprint(files);
    const last = lastBuild();
    if (last.fingerprint === wanted) return;
    const began = Date.now();
    say('building');
    // Output of a deleted source would otherwise stay importable, as would an incomplete first build.
    const present = new Set(files);
    if (last.files.length === 0 || last.files.some((file) => !present.has(file))) {
      rmSync(dist, { recursive: true, force: true });
    }
    const code = await runTool('typescript', 'tsc', ['-p', 'tsconfig.build.json', '--noCheck']);
    if (code !== 0) throw new ScriptError('the build failed; see the errors above', code);
    // Data files beside the code keep their relative path, so that `new URL('./x', import.meta.url)` works in both
    // trees.
    for (const file of files) {
      if (/\.(ts|md)$/.test(file)) continue;
      mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
      cpSync(path.join(root, file), path.join(dist, file));
    }
    mkdirSync(dist, { recursive: true });
    writeFileSync(marker, JSON.stringify({ fingerprint: wanted, files }));
    say(`built in ${seconds(began)}`);
  });
}

/** Builds the console alone, for its tests, which need no compiled server. */
export async function buildConsole() {
  const isDone = (files) => files.length === 0 || lastBuild(consoleMarker).fingerprint === fingerprint(files);
  if (isDone(consoleFiles())) return;
  await withLock('console-build', async () => {
    const files = consoleFiles();
    if (isDone(files)) return;
    const wanted = fingerprint(files);
    const began = Date.now();
    say('building the console');
    const code = await runTool('vite', 'vite', ['build', 'console', '--logLevel', 'warn']);
    if (code !== 0) throw new ScriptError('the console could not be built; see the errors above', code);
    writeFileSync(consoleMarker, JSON.stringify({ fingerprint: wanted, files }));
    say(`built the console in ${seconds(began)}`);
  });
}

if (isMain(import.meta.url)) {
  await main(async () => {
    checkNode();
    const { install } = await import('./install.mjs');
    await install();
    await build();
  });
}
