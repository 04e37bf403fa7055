import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** A file of the built console, ready to send. */
export interface ConsoleFile {
  /** Path relative to the folder, with slashes: `index.html`, `assets/main-1a2b3c.js`. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Null when compression gains nothing. */
  readonly gzipped: Buffer | null;
  /** RFC 9110, section 8.8.3. */
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The output folder of the console's build: beside the compiled server, even for a server that runs from its sources.
 */
export const CONSOLE_DIR = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/console/' : '../../../console/', import.meta.url),
);

/**
 * Reads a built console into memory (a few hundred kilobytes), so that requests can only get the files listed here,
 * whatever their path is.
 * @returns files by path; null when the console has not been built
 */
export async function readConsole(folder: string): Promise<ReadonlyMap<string, ConsoleFile> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, ConsoleFile>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || entry.name.startsWith('.') || type === undefined) continue;
    const name = join(entry.parentPath, entry.name);
    const path = name.slice(join(folder, sep).length).replaceAll(sep, '/');
    files.set(path, await prepared(path, type, await readFile(name)));
  }
  return files.has('index.html') ? files : null;
}

/** Prepares a file for sending. */
export async function prepared(path: string, type: string, bytes: Buffer): Promise<ConsoleFile> {
  const gzipped = await compress(bytes);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { path, type, bytes, gzipped: gzipped.length < bytes.length * 0.9 ? gzipped : null, etag };
}
