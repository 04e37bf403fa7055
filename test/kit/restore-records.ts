/** Restore jobs and their files, from the upload to the removal, in the form of `record-kinds.ts`. */
import { createHash } from 'node:crypto';
import { clearRestoreFiles, readRestoreFile, writeRestoreFile } from '../../api/storage/restore-files.ts';
import {
  dropRestoreJob,
  findRestoreJob,
  insertRestoreJob,
  listRestoreJobs,
  queueRestoreJob,
  restoreUsage,
} from '../../api/storage/restore-jobs.ts';
import { claimRestoreJob, finishRestoreJob, renewRestoreJob } from '../../api/storage/restore-queue.ts';
import type { Check, RecordKind, Write } from './record-kinds.ts';

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
/** Slightly more than two parts. */
const BYTES = 1_100_000;

/** Returns a file whose content follows from its first four bytes. */
function fileOf(version: number): Buffer {
  const bytes = Buffer.alloc(BYTES, version);
  bytes.writeUInt32LE(version, 0);
  return bytes;
}

async function expectWhole(db: Check['db'], file: string, size: number): Promise<void> {
  const bytes = Buffer.from(await readRestoreFile(db, file, size, new AbortController().signal));
  const sum = (of: Buffer) => createHash('sha1').update(of).digest('hex');
  if (sum(bytes) !== sum(fileOf(bytes.readUInt32LE(0)))) throw new Error(`the file ${file} is not whole`);
}

export const restoreRecords: RecordKind = {
  name: 'restore jobs',
  async write({ db, owner: { ownerId }, version, say }: Write) {
    const expiresAtMs = Date.now() + DAY_MS;
    const order = { ownerId, language: 'en', fileName: '', transcript: null, sourceBytes: BYTES };
    const id = await insertRestoreJob(db, { ...order, expiresAtMs }, Date.now());
    await writeRestoreFile(db, { file: id, jobId: id }, fileOf(version));
    await queueRestoreJob(db, id, { nowMs: Date.now(), expiresAtMs });
    say('queued job', id);
    const claim = await claimRestoreJob(db, { nowMs: Date.now(), leaseMs: LEASE_MS, maxAttempts: 3 });
    if (claim === undefined) throw new Error('there is a job, and it cannot be claimed');
    const progress = { progress: 0.5, message: '', durationMs: 1000 };
    await renewRestoreJob(db, claim, { nowMs: Date.now(), leaseMs: LEASE_MS }, progress);
    const { lease, job } = claim;
    await writeRestoreFile(db, { file: lease, jobId: job.id }, fileOf(version + 1));
    const outcome = { nowMs: Date.now(), message: '', expiresAtMs };
    await finishRestoreJob(db, claim, outcome, { bytes: BYTES, durationMs: 1000 });
    say('finished job', job.id);
    if (version % 2 !== 0) return;
    await dropRestoreJob(db, ownerId, job.id, Date.now());
    say('dropped job', job.id);
    while (await clearRestoreFiles(db));
  },
  async check({ db, owner: { ownerId }, saidLast: said }: Check) {
    const dropped = new Set(said('dropped job'));
    const isThere = async (id: string) => (await findRestoreJob(db, ownerId, id)) !== undefined;
    for (const id of dropped) {
      if (await isThere(id)) throw new Error('a job that was dropped is back');
    }
    const last = said('queued job').at(-1);
    // The event before the last announcement may be missing: its writer may have been killed before it could announce
    // it.
    const found = new Map((await listRestoreJobs(db, ownerId, 100)).map((job) => [job.id, job]));
    for (const id of said('finished job')) {
      const job = found.get(id);
      if (job ? job.status !== 'Finished' : !dropped.has(id) && id !== last) {
        throw new Error('a job that was finished is lost');
      }
    }
    for (const id of said('queued job')) {
      if (!found.has(id) && !dropped.has(id) && id !== last) throw new Error('a job that was queued is lost');
    }
    for (const { id, status, sourceBytes, resultFile, resultBytes } of found.values()) {
      if (status === 'Finished') await expectWhole(db, resultFile ?? '', resultBytes ?? 0);
      else await expectWhole(db, id, sourceBytes);
    }
    // Makes room like an owner. Dropped files can always be removed.
    for (const id of found.keys()) await dropRestoreJob(db, ownerId, id, Date.now());
    await db.updateTable('restore_jobs').set({ status: 'gone', lease: null }).execute();
    while (await clearRestoreFiles(db));
    const left = await db.selectFrom('restore_files').select('file').execute();
    if (left.length > 0) throw new Error('parts of files stay for ever');
    if ((await restoreUsage(db, ownerId)).jobs > 0) throw new Error('jobs that are gone count');
  },
};
