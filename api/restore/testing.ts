/** Helpers for tests of restore jobs: owners with jobs, and a scripted restorer. */
import type { Restored, RestoreOptions } from '../../recordings/index.ts';
import { createLog } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import type { Database } from '../storage/database.ts';
import { ensureOwner } from '../storage/owners.ts';
import { writeRestoreFile } from '../storage/restore-files.ts';
import { insertRestoreJob, queueRestoreJob } from '../storage/restore-jobs.ts';
import { RestoreWorker, type RestoreWorkerDeps } from './worker.ts';

const DAY_MS = 86_400_000;

/**
 * Creates an owner with this name.
 * @returns its id
 */
export async function ownerNamed(db: Database, name: string): Promise<string> {
  return (await ensureOwner(db, name)).ownerId;
}

let lastMs = 0;

/** Times have a resolution of 1 ms. Two jobs with the same time would have no order. */
function laterThanBefore(): number {
  lastMs = Math.max(Date.now(), lastMs + 1);
  return lastMs;
}

/**
 * Queues a job whose audio is a text.
 * @returns its id
 */
export async function queuedJob(
  db: Database,
  ownerId: string,
  sound = 'a recording',
  expiresAtMs = Date.now() + DAY_MS,
): Promise<string> {
  const bytes = Buffer.from(sound);
  const nowMs = laterThanBefore();
  const order = { ownerId, language: 'en', fileName: 'a.wav', transcript: null, sourceBytes: bytes.length };
  const id = await insertRestoreJob(db, { ...order, expiresAtMs: nowMs + DAY_MS }, nowMs);
  await writeRestoreFile(db, { file: id, jobId: id }, bytes);
  await queueRestoreJob(db, id, { nowMs, expiresAtMs });
  return id;
}

/** Restores a text by converting it to capitals. */
export async function inCapitals(audio: Uint8Array, { onDuration }: RestoreOptions): Promise<Restored> {
  onDuration?.(1000);
  const wav = Buffer.from(Buffer.from(audio).toString().toUpperCase());
  return { wav, sampleRate: 16_000, durationMs: 1000, declippedSamples: 0, model: 'none' };
}

/** Waits until it is aborted. */
export function never({ signal }: RestoreOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
}

/** Starts a worker with short intervals. */
export function startWorker(
  db: Database,
  restore: RestoreWorkerDeps['restore'],
  { jobs = 1, ...timing }: { readonly jobs?: number } & RestoreWorkerDeps['timing'] = {},
): RestoreWorker {
  const worker = new RestoreWorker({
    db,
    restore,
    transcripts: { report: async () => 'its transcript was not compared' },
    settings: { restoreJobs: jobs, restoreKeepHours: 1 },
    metrics: new Metrics(),
    log: createLog({ logLevel: 'silent' }),
    timing: { renewMs: 20, pollMs: 20, backoffMs: [1, 1], sweepMs: 20, ...timing },
  });
  worker.start();
  return worker;
}
