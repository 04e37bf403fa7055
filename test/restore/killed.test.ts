/** Kills processes in the middle of restoring a recording: another one starts it again, and its result is complete. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../api/storage/database.ts';
import { ensureDefaultOwner } from '../../api/storage/owners.ts';
import { readRestoreFile, writeRestoreFile } from '../../api/storage/restore-files.ts';
import { findRestoreJob, insertRestoreJob, queueRestoreJob } from '../../api/storage/restore-jobs.ts';
import { testWav } from '../../engine/testing/speakers.ts';
import { readWav } from '../../media/wav.ts';
import { eachDatabase } from '../kit/databases.ts';
import { compile } from '../kit/processes/compile.ts';
import { until } from '../kit/server.ts';

const TIMEOUT_MS = 120_000;
const RATE = 16_000;
const SECONDS = 12;
const DAY_MS = 86_400_000;

let runner: Awaited<ReturnType<typeof compile>>;
beforeAll(async () => {
  runner = await compile('test/kit/processes/restore-runner.ts', 'recordings/restore/worker.ts');
});
afterAll(() => runner?.remove());

/** Starts a worker process, and records its output. */
function start(place: unknown): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [runner.path, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: () => said };
}

eachDatabase((databases) => {
  test('a process is killed in the middle of a job', { timeout: TIMEOUT_MS }, async () => {
    const place = await databases.place();
    const db = await openDatabase(place);
    onTestFinished(() => db.destroy());
    const { ownerId } = await ensureDefaultOwner(db);
    const audio = testWav(
      Float32Array.from({ length: SECONDS * RATE }, (_, i) => 0.2 * Math.sin(i * i * 1e-5)),
    );
    const order = { ownerId, language: 'en', fileName: '', transcript: null, sourceBytes: audio.length };
    const nowMs = Date.now();
    const id = await insertRestoreJob(db, { ...order, expiresAtMs: nowMs + DAY_MS }, nowMs);
    await writeRestoreFile(db, { file: id, jobId: id }, audio);
    await queueRestoreJob(db, id, { nowMs, expiresAtMs: nowMs + DAY_MS });

    const first = start(place);
    await until('it is in the middle', () => first.said().includes('cleaning'), 120_000);
    const exited = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await exited;
    expect(await findRestoreJob(db, ownerId, id)).toMatchObject({ status: 'running', attempts: 1 });

    start(place);
    const isOver = async (): Promise<boolean> =>
      (await findRestoreJob(db, ownerId, id))?.status === 'Finished';
    await until('the other one has finished it', isOver, 120_000);
    const job = await findRestoreJob(db, ownerId, id);
    expect(job).toMatchObject({ attempts: 2, durationMs: 1000 * SECONDS });
    const never = new AbortController().signal;
    const { channels } = readWav(
      await readRestoreFile(db, job?.resultFile ?? '', job?.resultBytes ?? 0, never),
    );
    expect(channels[0]).toHaveLength(SECONDS * RATE);
    // Waits until only the result is stored.
    const isTidy = async (): Promise<boolean> => {
      const files = await db.selectFrom('restore_files').select('file').execute();
      return files.every(({ file }) => file === job?.resultFile);
    };
    await until('the rest is cleared away', isTidy);
  });
});
