/**
 * Audio of restore jobs, in rows of half a megabyte that are written and read one at a time, so that other work does
 * not wait for long.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from './database.ts';
import { WAITING_STATES } from './restore-jobs.ts';

/** Size of one row, in bytes. SQLite writes on the main thread, which takes some milliseconds for this size. */
const PART_BYTES = 512 * 1024;
/** Number of rows that are searched at a time. */
const ORPHANS_AT_A_TIME = 16;

export interface RestoreFile {
  readonly file: string;
  readonly jobId: string;
}

/**
 * Writes a whole file, yielding to other work between its parts.
 * @throws the signal's reason
 */
export async function writeRestoreFile(
  db: Database,
  { file, jobId }: RestoreFile,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  for (let part = 0, from = 0; from < bytes.length; part++, from += PART_BYTES) {
    signal?.throwIfAborted();
    await db
      .insertInto('restore_files')
      .values({ file, part, job_id: jobId, bytes: asBuffer(bytes.subarray(from, from + PART_BYTES)) })
      .execute();
    await turn();
  }
}

/** Reads one part of a file; undefined past its end, or when the file is gone. */
async function readRestorePart(db: Database, file: string, part: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('restore_files')
    .select('bytes')
    .where('file', '=', file)
    .where('part', '=', part)
    .executeTakeFirst();
  return row && asBuffer(row.bytes);
}

/**
 * Reads the bytes of a file from `from` up to but not including `to`, as they are requested.
 * @throws Error when a part is missing because it was removed meanwhile
 */
export async function* readRestoreBytes(
  db: Database,
  file: string,
  from: number,
  to: number,
): AsyncGenerator<Buffer, undefined> {
  for (let at = from; at < to; ) {
    const part = Math.floor(at / PART_BYTES);
    const bytes = await readRestorePart(db, file, part);
    const start = at - part * PART_BYTES;
    const piece = bytes?.subarray(start, to - part * PART_BYTES);
    if (piece === undefined || piece.length === 0)
      throw new Error('a part of a restored recording is missing');
    yield piece;
    at += piece.length;
    await turn();
  }
}

/**
 * Reads a whole file into shared memory.
 * @throws Error when a part is missing
 */
export async function readRestoreFile(
  db: Database,
  file: string,
  size: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for await (const piece of readRestoreBytes(db, file, 0, size)) {
    signal.throwIfAborted();
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * Removes some of the parts that no job needs any more: uploads of completed jobs, leftovers of ended attempts,
 * everything of deleted jobs; then the rows of those jobs.
 * @returns whether there may be more to remove
 */
export async function clearRestoreFiles(db: Database): Promise<boolean> {
  const orphans = await db
    .selectFrom('restore_files')
    .innerJoin('restore_jobs', 'restore_jobs.id', 'restore_files.job_id')
    .select(['restore_files.file', 'restore_files.part'])
    .where(({ not, and, or, eb }) =>
      not(
        or([
          and([
            eb('restore_jobs.status', 'in', WAITING_STATES),
            or([
              eb('restore_files.file', '=', eb.ref('restore_jobs.id')),
              // A comparison with null is neither true nor false in SQL, and neither is its negation.
              eb('restore_files.file', '=', eb.fn.coalesce('restore_jobs.lease', eb.val(''))),
            ]),
          ]),
          eb('restore_files.file', '=', eb.fn.coalesce('restore_jobs.result_file', eb.val(''))),
        ]),
      ),
    )
    .limit(ORPHANS_AT_A_TIME)
    .execute();
  for (const { file, part } of orphans) {
    await db.deleteFrom('restore_files').where('file', '=', file).where('part', '=', part).execute();
    await turn();
  }
  if (orphans.length > 0) return true;
  await db.deleteFrom('restore_jobs').where('status', '=', 'gone').execute();
  return false;
}

/** Drivers accept only Buffers. The bytes are not copied. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
