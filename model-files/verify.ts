/** Sizes and hashes of files on disk. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { ModelError } from './errors.ts';
import type { ModelFile, PinnedFile } from './model.ts';

async function hashFile(
  path: string,
  { algorithm, prefix }: { algorithm: string; prefix: string },
  signal?: AbortSignal,
): Promise<string> {
  const hash = createHash(algorithm).update(prefix);
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

/** Tolerance of a size in whole MiB; the hash decides in the end. */
const ROUNDING_BYTES = 2 * 2 ** 20;

/** Upper bound of the size of a file, in bytes. */
export function maxBytes({ sizeBytes, isSizeRounded }: ModelFile): number {
  return isSizeRounded ? sizeBytes + ROUNDING_BYTES : sizeBytes;
}

/** Whether a complete file may have this size. */
export function isSizeOf(file: ModelFile | PinnedFile, bytes: number): boolean {
  if ('pinned' in file) return bytes > 0;
  if (!file.isSizeRounded) return bytes === file.sizeBytes;
  return Math.abs(bytes - file.sizeBytes) <= ROUNDING_BYTES;
}

/** The hash that a file must have, its kind, and the bytes that are hashed before the contents. */
export function digestOf(file: ModelFile): {
  algorithm: string;
  label: string;
  expected: string;
  prefix: string;
} {
  if ('sha256' in file) return { algorithm: 'sha256', label: 'SHA-256', expected: file.sha256, prefix: '' };
  if ('sha1' in file) return { algorithm: 'sha1', label: 'SHA-1', expected: file.sha1, prefix: '' };
  if ('md5' in file) return { algorithm: 'md5', label: 'MD5', expected: file.md5, prefix: '' };
  const prefix = `blob ${file.sizeBytes}\0`;
  return { algorithm: 'sha1', label: 'Git hash', expected: file.gitBlob, prefix };
}

/**
 * Resolves when `path` has exactly the contents of `file` and has been flushed to disk.
 * @throws ModelError 'corrupt' for another size or hash; the system's error when there is no such file
 */
export async function verifyFile(path: string, file: ModelFile, signal?: AbortSignal): Promise<void> {
  const { size } = await stat(path);
  if (!isSizeOf(file, size)) {
    throw new ModelError('corrupt', `${file.name} has ${size} bytes instead of ${file.sizeBytes}`);
  }
  const digest = digestOf(file);
  const { label, expected } = digest;
  const hash = await hashFile(path, digest, signal);
  if (hash !== expected) {
    throw new ModelError('corrupt', `${file.name} has ${label} ${hash} instead of ${expected}`);
  }
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
