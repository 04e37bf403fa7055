import { expect, onTestFinished, test } from 'vitest';
import { EngineError } from '../../engine/index.ts';
import { eachDatabase } from '../../test/kit/databases.ts';
import { until } from '../../test/kit/server.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { readRestoreFile } from '../storage/restore-files.ts';
import {
  dropRestoreJob,
  findRestoreJob,
  listRestoreJobs,
  type RestoreJobRecord,
  type RestoreState,
} from '../storage/restore-jobs.ts';
import { inCapitals, never, ownerNamed, queuedJob, startWorker } from './testing.ts';
import type { RestoreWorker, RestoreWorkerDeps } from './worker.ts';

const signal = new AbortController().signal;

eachDatabase((databases) => {
  /** Starts workers that are stopped before their database is closed. */
  function work(
    db: Database,
    restore: RestoreWorkerDeps['restore'],
    options: Parameters<typeof startWorker>[2] = {},
  ): RestoreWorker {
    const worker = startWorker(db, restore, options);
    onTestFinished(() => worker.close());
    return worker;
  }

  async function untilJob(
    db: Database,
    ownerId: string,
    id: string,
    status: RestoreState,
  ): Promise<RestoreJobRecord> {
    let job: RestoreJobRecord | undefined;
    await until(`the job is ${status}`, async () => {
      job = await findRestoreJob(db, ownerId, id);
      return job?.status === status;
    });
    if (!job) throw new Error('there is no such job');
    return job;
  }

  const filesOf = async (db: Database, jobId: string): Promise<string[]> =>
    (await db.selectFrom('restore_files').select('file').where('job_id', '=', jobId).execute()).map(
      ({ file }) => file,
    );

  test('processes share the jobs: each is done once, and its upload is deleted', async () => {
    const place = await databases.place();
    const dbs = await Promise.all([openDatabase(place), openDatabase(place), openDatabase(place)]);
    for (const db of dbs) onTestFinished(() => db.destroy());
    const [db] = dbs;
    if (!db) throw new Error('there is no database');
    const ownerId = await ownerNamed(db, 'me');
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => queuedJob(db, ownerId, `sound ${i}`)));
    const begun: string[] = [];
    for (const one of dbs) {
      work(
        one,
        (audio, options) => {
          begun.push(Buffer.from(audio).toString());
          return inCapitals(audio, options);
        },
        { jobs: 2 },
      );
    }
    for (const [i, id] of ids.entries()) {
      const job = await untilJob(db, ownerId, id, 'Finished');
      expect(job).toMatchObject({ durationMs: 1000, progress: 1, attempts: 1 });
      const result = await readRestoreFile(db, job.resultFile ?? '', job.resultBytes ?? 0, signal);
      expect(Buffer.from(result).toString()).toBe(`SOUND ${i}`);
      await until('the upload is gone', async () => (await filesOf(db, id)).join() === job.resultFile);
    }
    expect(begun.toSorted()).toEqual(ids.map((_, i) => `sound ${i}`).toSorted());
  });

  test('a failure is retried, and finally given up', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    let attempts = 0;
    work(db, async () => {
      attempts++;
      throw new Error('no memory');
    });
    const job = await untilJob(db, ownerId, id, 'Failed');
    expect(attempts).toBe(3);
    expect(job.message).toContain('several attempts');
    expect(job.message).not.toContain('memory');
    await until('the upload is gone', async () => (await filesOf(db, id)).length === 0);
  });

  test('a retry may succeed', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    let attempts = 0;
    work(db, (audio, options) => {
      if (++attempts === 1) throw new Error('no memory');
      return inCapitals(audio, options);
    });
    expect((await untilJob(db, ownerId, id, 'Finished')).attempts).toBe(2);
  });

  test('a faulty recording is not retried', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    work(db, async () => {
      throw new EngineError('recording_too_long', { values: { reason: 'It is too long' } });
    });
    expect(await untilJob(db, ownerId, id, 'Failed')).toMatchObject({
      attempts: 1,
      message: 'It is too long',
      resultFile: null,
    });
  });

  test('a worker that closes returns its job, which does not count as an attempt', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    for (let round = 0; round < 4; round++) {
      const worker = startWorker(db, (_audio, options) => never(options));
      await untilJob(db, ownerId, id, 'running');
      await worker.close();
      const job = await findRestoreJob(db, ownerId, id);
      expect(job).toMatchObject({ status: 'queued', attempts: 0, message: 'Waiting in the queue' });
    }
    work(db, inCapitals);
    await untilJob(db, ownerId, id, 'Finished');
  });

  test('the progress of a running job can be read', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    work(db, (_audio, options) => {
      options.onDuration?.(1500);
      options.onProgress?.('clean', 0.5);
      return never(options);
    });
    await until('it is half done', async () => (await findRestoreJob(db, ownerId, id))?.progress === 0.5);
    expect(await findRestoreJob(db, ownerId, id)).toMatchObject({
      status: 'running',
      message: 'Removing noise and echoes',
      durationMs: 1500,
    });
  });

  test('a worker that has lost a job stops, and cannot replace the other one’s result', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    const lost: unknown[] = [];
    // It does not renew its lease, so the other worker takes the job. After that it is notified.
    const late = work(
      db,
      async (_audio, options) => {
        await never(options).catch((reason: unknown) => lost.push(reason));
        return inCapitals(Buffer.from('too late'), options);
      },
      { leaseMs: 1, renewMs: 200 },
    );
    await untilJob(db, ownerId, id, 'running');
    work(db, inCapitals);
    const job = await untilJob(db, ownerId, id, 'Finished');
    await until('the first is told', () => lost.length === 1);
    await late.close();
    expect(job.attempts).toBe(2);
    expect(await findRestoreJob(db, ownerId, id)).toMatchObject({ resultFile: job.resultFile });
    const result = await readRestoreFile(db, job.resultFile ?? '', job.resultBytes ?? 0, signal);
    expect(Buffer.from(result).toString()).toBe('A RECORDING');
    await until('nothing else is left', async () => (await filesOf(db, id)).join() === job.resultFile);
  });

  test.each(['in the same process', 'in another'])('a job that is deleted %s is ended', async (where) => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    let begun = 0;
    let ended = 0;
    const worker = work(db, (_audio, options) => {
      begun++;
      return never(options).finally(() => ended++);
    });
    await until('it has begun', () => begun === 1);
    expect(await dropRestoreJob(db, await ownerNamed(db, 'another'), id, Date.now())).toBe(false);
    expect(await dropRestoreJob(db, ownerId, id, Date.now())).toBe(true);
    if (where === 'in the same process') worker.drop(id);
    await until('it is ended', () => ended === 1);
    await until('nothing is left of it', async () => {
      const rows = await db.selectFrom('restore_jobs').select('id').execute();
      return rows.length === 0 && (await filesOf(db, id)).length === 0;
    });
  });

  test('expired jobs are removed with their audio, waiting or done', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const [old, kept] = [
      await queuedJob(db, ownerId, 'old', Date.now() - 1),
      await queuedJob(db, ownerId, 'kept'),
    ];
    work(db, (_audio, options) => never(options), { jobs: 0 });
    await until('the old one is gone', async () => (await filesOf(db, old)).length === 0);
    expect((await listRestoreJobs(db, ownerId, 10)).map(({ id }) => id)).toEqual([kept]);
    expect(await filesOf(db, kept)).toEqual([kept]);
  });

  test('a job that crashes every process is given up', async () => {
    const db = await databases.open();
    const ownerId = await ownerNamed(db, 'me');
    const id = await queuedJob(db, ownerId);
    const lease = {
      lease: 'of a process that is no more',
      lease_until: new Date(Date.now() - 1).toISOString(),
    };
    await db
      .updateTable('restore_jobs')
      .set({ status: 'running', attempts: 3, ...lease })
      .execute();
    let begun = 0;
    work(db, async (audio, options) => {
      begun++;
      return inCapitals(audio, options);
    });
    expect((await untilJob(db, ownerId, id, 'Failed')).message).toContain('several attempts');
    expect(begun).toBe(0);
  });

  test('owners take turns, however many jobs one of them has', async () => {
    const db = await databases.open();
    const [busy, rare] = [await ownerNamed(db, 'busy'), await ownerNamed(db, 'rare')];
    for (let i = 0; i < 3; i++) await queuedJob(db, busy, `busy ${i}`);
    for (let i = 0; i < 2; i++) await queuedJob(db, rare, `rare ${i}`);
    const order: string[] = [];
    work(db, async (audio, options) => {
      order.push(Buffer.from(audio).toString());
      // Times have a resolution of 1 ms. Two equal ones would not show who was served last.
      await new Promise((resolve) => setTimeout(resolve, 2));
      return inCapitals(audio, options);
    });
    await until('all are done', () => order.length === 5);
    expect(order).toEqual(['busy 0', 'rare 0', 'busy 1', 'rare 1', 'busy 2']);
  });
});
