/** Sizes and hashes of files on disk. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { ModelError } from './errors.ts';
import type { ModelFile } from './manifest.ts';

async function sha256File(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

/** Size in bytes, or null when there is no such regular file. */
export async function fileSize(path: string): Promise<number | null> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? stats.size : null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/**
 * Resolves when `path` has exactly the contents of `file` and has been flushed to disk.
 * @throws ModelError 'corrupt' for another size or hash; the system's error when there is no such file
 */
export async function verifyFile(path: string, file: ModelFile, signal?: AbortSignal): Promise<void> {
  const { size } = await stat(path);
  if (size !== file.sizeBytes) {
    throw new ModelError('corrupt', `${file.name} has ${size} bytes instead of ${file.sizeBytes}`);
  }
  const hash = await sha256File(path, signal);
  if (hash !== file.sha256) {
    throw new ModelError('corrupt', `${file.name} has SHA-256 ${hash} instead of ${file.sha256}`);
  }
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
