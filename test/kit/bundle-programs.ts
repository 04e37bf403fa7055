/**
 * Bundles the modules that tests start as threads or processes. Loading hundreds of TypeScript files for each of them
 * would take most of the time of many tests.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const FOLDERS = [
  'media',
  'language',
  'model-files',
  'engine',
  'recordings',
  'cloning',
  'agent-worker',
  'api',
  'services',
  'scenarios',
];
const CACHE = join(REPOSITORY, 'node_modules/.cache/parley-programs');
const PROCESSES = [
  'api/main.ts',
  'api/run.ts',
  'services/enhancer/main.ts',
  'engine/recognition/moonshine/moonshine-process.ts',
  'engine/recognition/whisper/whisper-process.ts',
  'engine/recognition/recogniser-speed-process.ts',
  'engine/synthesis/optimized/optimize-process.ts',
  'engine/voices/voice-speed-process.ts',
];
/** How long bundles of changed sources are kept for other running tests, in ms. */
const KEPT_MS = 3_600_000;

/**
 * @returns the URLs of the bundles by those of their modules, as engine/threads/spawn.ts reads them. Empty when the
 *   sources cannot be bundled: the test that imports them reports the error better.
 */
export async function bundledPrograms(): Promise<string> {
  try {
    return JSON.stringify(await bundlePrograms());
  } catch {
    return '{}';
  }
}

async function bundlePrograms(): Promise<Record<string, string>> {
  const sources = FOLDERS.flatMap(sourcesIn);
  const programs = sources.filter((file) => PROCESSES.includes(file) || isThread(file));
  const folder = join(CACHE, fingerprint(sources));
  if (!existsSync(folder)) {
    removeOldBundles();
    await bundle(programs, folder);
  }
  return Object.fromEntries(programs.map((file) => [href(REPOSITORY, file), href(folder, bundleName(file))]));
}

const href = (folder: string, file: string): string => pathToFileURL(join(folder, file)).href;
const bundleName = (file: string): string => file.replace(/\.ts$/, '.mjs');

function sourcesIn(folder: string): string[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

function isThread(file: string): boolean {
  if (file === 'engine/threads/step-worker.ts') return false;
  return /^import \{.*\b(?:parentPort|serveSteps)\b.*\} from '/m.test(
    readFileSync(join(REPOSITORY, file), 'utf8'),
  );
}

function fingerprint(files: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(join(REPOSITORY, 'package-lock.json')));
  for (const file of [...files, relative(REPOSITORY, import.meta.filename)]) {
    const { size, mtimeMs } = statSync(join(REPOSITORY, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

function removeOldBundles(): void {
  if (!existsSync(CACHE)) return;
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(files: readonly string[], folder: string): Promise<void> {
  // Renamed when complete, so that nobody sees a part of it.
  const outDir = `${folder}.${process.pid}`;
  await build({
    configFile: false,
    root: REPOSITORY,
    logLevel: 'silent',
    plugins: [keepPlaces],
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), join(REPOSITORY, file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  });
  try {
    renameSync(outDir, folder);
  } catch {
    // Another process has just created it.
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Keeps the paths of files beside the modules valid. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..')));
  },
};
