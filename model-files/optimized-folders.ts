/** Folders of the optimized files that this machine makes from a model and loads. They are beside the model. */
import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Suffix of a folder whose files are being made. */
export const PARTIAL = '.partial';

const parentOf = (modelPath: string): string => join(dirname(modelPath), '.optimized');

/** The folder for a model's files. @param version hash of everything that they depend on */
export function optimizedPath(modelPath: string, version: string): string {
  return join(parentOf(modelPath), `${basename(modelPath)}-${version}`);
}

/** The folders of all versions of a model's files. */
export async function optimizedFolders(modelPath: string): Promise<string[]> {
  const parent = parentOf(modelPath);
  const names = await readdir(parent).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(modelPath)}-`) && !name.endsWith(PARTIAL))
    .map((name) => join(parent, name));
}

/** Deletes all files that were made from a model. */
export async function removeOptimized(modelPath: string): Promise<void> {
  for (const path of await optimizedFolders(modelPath)) await rm(path, { recursive: true, force: true });
  // Succeeds only if the folder is empty.
  await rmdir(parentOf(modelPath)).catch(() => undefined);
}
