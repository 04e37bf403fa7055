/**
 * Neural models as files that onnxruntime maps into memory. Models are cut and rewritten before they are loaded, and
 * onnxruntime rearranges their weights for the processor; in every thread that loads a model, that would take seconds
 * and leave a copy of the weights. So a separate process does it once and keeps the files beside the model. All threads
 * and processes that load them share their pages.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'onnxruntime-node';
import { claim } from '../../../model-files/claim.ts';
import { processorName } from '../../../model-files/onnx/instruction-sets.ts';
import { optimizedFolders, optimizedPath, PARTIAL } from '../../../model-files/optimized-folders.ts';
import { fileSize } from '../../../model-files/verify.ts';
import { program } from '../../threads/spawn.ts';
import type { Voice } from '../../types.ts';

/** A model that is rewritten before it is loaded. */
export interface RewrittenModel {
  /** The name of its family. */
  readonly engine: Voice['engine'];
  readonly modelPath: string;
}

/** The task of the process: the model, and the folder to write to, which it creates. */
export interface OptimizeOrder extends RewrittenModel {
  readonly folder: string;
}

/** Sizes of all files of a folder by their names, in bytes; written last. */
export const SIZES_FILE = 'sizes.json';

const MODULE = new URL(
  import.meta.url.endsWith('.ts') ? './optimize-process.ts' : './optimize-process.js',
  import.meta.url,
);
const MAX_MS = 120_000;
/** A machine of another kind, or an older version of the program, may use the same folder. */
const KEPT_OTHERS = 2;

/**
 * Loads a model from its files, which are made first if they are missing, of another version or incomplete. If they
 * cannot be made (read-only folder, full disk), the model itself is loaded, at the cost of time and memory.
 * @param ways how to load the model from the folder of its files, and from its own bytes
 */
export async function loadOptimized<T>(
  model: RewrittenModel,
  ways: { readonly open: (folder: string) => Promise<T>; readonly load: (bytes: Uint8Array) => Promise<T> },
): Promise<T> {
  let folder: string;
  try {
    folder = await optimizedFolder(model);
  } catch {
    // Loading the model itself will report what is wrong with it.
    return ways.load(await readFile(model.modelPath));
  }
  try {
    return await ways.open(folder);
  } catch {
    // Damaged, or just removed. The files are made again at the next load.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return ways.load(await readFile(model.modelPath));
  }
}

/**
 * The folder with a model's files, which are made if there are none: by one thread or process at a time, while the
 * others wait.
 * @throws Error when they cannot be made
 */
export async function optimizedFolder(model: RewrittenModel): Promise<string> {
  const { modelPath } = model;
  const folder = optimizedPath(modelPath, await versionOf(modelPath));
  const partial = `${folder}${PARTIAL}`;
  const held = await claim(
    partial,
    () => isComplete(folder),
    () => undefined,
  );
  // Marks the files as used.
  if (held === null) await utimes(folder, new Date(), new Date()).catch(() => undefined);
  else {
    const made = join(partial, held.token);
    try {
      for (const left of await readdir(partial)) {
        if (!left.startsWith('claim')) await rm(join(partial, left), { recursive: true, force: true });
      }
      await optimize({ ...model, folder: made });
      await rm(folder, { recursive: true, force: true });
      await rename(made, folder);
      await removeOthers(folder, modelPath);
    } finally {
      await rm(made, { recursive: true, force: true });
      await held.release();
      // Succeeds only when no other process is waiting.
      await rmdir(partial).catch(() => undefined);
    }
  }
  return folder;
}

/** Whether every file is there in its full size. */
async function isComplete(folder: string): Promise<boolean> {
  try {
    const sizes = JSON.parse(await readFile(join(folder, SIZES_FILE), 'utf8')) as Record<string, number>;
    for (const [name, size] of Object.entries(sizes)) {
      if ((await fileSize(join(folder, name))) !== size) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * A hash of everything that the files depend on: the model, our code and onnxruntime's, and the processor, for which
 * onnxruntime arranges the weights.
 */
async function versionOf(modelPath: string): Promise<string> {
  const { size, mtimeMs } = await stat(modelPath);
  const versions = [env.versions.node, process.versions.v8, processorName()];
  const hash = createHash('sha256').update(JSON.stringify([size, mtimeMs, ...versions]));
  codeHash ??= hashCode();
  return hash
    .update(await codeHash)
    .digest('hex')
    .slice(0, 16);
}

let codeHash: Promise<Buffer> | undefined;

/** A hash of all code that rewrites models, so that no version number is needed. */
async function hashCode(): Promise<Buffer> {
  const hash = createHash('sha256');
  const families = join(import.meta.dirname, '../families');
  const folders = (await entriesOf(families, (entry) => entry.isDirectory())).map((name) =>
    join(families, name),
  );
  const graphs = join(import.meta.dirname, '../../../model-files/onnx');
  for (const folder of [import.meta.dirname, ...folders, graphs]) {
    for (const name of await entriesOf(folder, (entry) => entry.isFile())) {
      if (/\.test\.[a-z]+$/.test(name)) continue;
      hash.update(`${name}\0`).update(await readFile(join(folder, name)));
    }
  }
  return hash.digest();
}

/** Names in a folder, sorted. */
async function entriesOf(folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter(isWanted)
    .map(({ name }) => name)
    .sort();
}

/**
 * A separate process, because the work needs several times the size of the model, and the exit of the process frees it.
 */
async function optimize(order: OptimizeOrder): Promise<void> {
  const { url, execArgv } = program(MODULE);
  const child = fork(url, [JSON.stringify(order)], {
    execArgv,
    signal: AbortSignal.timeout(MAX_MS),
    killSignal: 'SIGKILL',
    // The process gets none of our secrets, and keeps nothing on disk for telemetry.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ORT_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${order.modelPath} could not be optimized: the process ended with ${code}`));
    });
  });
}

/** Removes the files of other versions and processors, except the most recently used ones. */
async function removeOthers(folder: string, modelPath: string): Promise<void> {
  const others: { path: string; usedMs: number }[] = [];
  for (const path of await optimizedFolders(modelPath)) {
    if (path === folder) continue;
    const stats = await stat(path).catch(() => null);
    if (stats) others.push({ path, usedMs: stats.mtimeMs });
  }
  others.sort((a, b) => b.usedMs - a.usedMs);
  for (const { path } of others.slice(KEPT_OTHERS)) await rm(path, { recursive: true, force: true });
}
