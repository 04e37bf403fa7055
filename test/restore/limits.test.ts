/** Limits of an owner's restore jobs and stored bytes, on a server that accepts recordings without processing them. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../api/credentials/keys.ts';
import { type Database, openDatabase } from '../../api/storage/database.ts';
import { ensureOwner } from '../../api/storage/owners.ts';
import { testWav } from '../../engine/testing/speakers.ts';
import { RestoreClient } from '../kit/clients/restore-client.ts';
import { builtInEngine, startTestServer, type TestServer, until } from '../kit/server.ts';

const MIB = 1024 * 1024;
const wav = testWav(new Float32Array(8000));

let server: TestServer;
let me: RestoreClient;
let other: RestoreClient;
let db: Database;
beforeAll(async () => {
  server = await startTestServer(await builtInEngine(), {
    RESTORE_JOBS: '0',
    RESTORE_MAX_WAITING: '3',
    RESTORE_MAX_MIB: '64',
    RESTORE_MAX_JOBS: '4',
  });
  db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  const { ownerId } = await ensureOwner(db, 'somebody else');
  me = new RestoreClient(server);
  other = new RestoreClient(server, (await createKey(db, ownerId, 'test')).key);
});
afterAll(async () => {
  await db?.destroy();
  await server?.close();
  await server?.engine.close();
});
afterEach(async () => {
  for (const client of [me, other]) for (const { id } of await client.list()) await client.remove(id);
  await until('nothing is left', async () => {
    const rows = await db.selectFrom('restore_jobs').select('id').execute();
    return rows.length === 0;
  });
});

test('the number of stored jobs is limited, including failed ones', async () => {
  const ids = [];
  for (let i = 0; i < 4; i++) {
    ids.push(await me.submitted(wav));
    await db
      .updateTable('restore_jobs')
      .set({ status: 'Failed' })
      .where('id', '=', ids[i] ?? '')
      .execute();
  }
  const answer = await me.submit(wav);
  expect(answer.status).toBe(429);
  expect(await answer.text()).toContain('4 restore jobs, which is the maximum (RESTORE_MAX_JOBS)');
  await me.remove(ids[0] ?? '');
  await me.submitted(wav);
});

test('the number of waiting jobs is limited, per owner', async () => {
  const ids = [await me.submitted(wav), await me.submitted(wav), await me.submitted(wav)];
  const answer = await me.submit(wav);
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(await answer.text()).toContain('3 recordings waiting');
  expect(await other.read(await other.submitted(wav))).toMatchObject({
    status: 'queued',
    message: 'Waiting in the queue',
    progress: 0,
    duration: null,
  });
  await me.remove(ids[0] ?? '');
  await me.submitted(wav);
  expect((await me.list()).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
});

test('concurrent uploads do not exceed the limit', async () => {
  const clients = Array.from({ length: 8 }, () => me.submit(wav));
  const statuses = (await Promise.all(clients)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200).every((status) => status === 429)).toBe(true);
  expect((await me.list()).length).toBe(statuses.filter((status) => status === 200).length);
  expect((await me.list()).length).toBeLessThanOrEqual(3);
});

test('the number of stored bytes is limited', async () => {
  const id = await me.submitted(wav);
  const finished = { status: 'Finished', result_bytes: 64 * MIB + 1, result_file: 'none' } as const;
  await db.updateTable('restore_jobs').set(finished).where('id', '=', id).execute();
  const answer = await me.submit(wav);
  expect(answer.status).toBe(429);
  expect(await answer.text()).toContain('64 MiB');
  expect(await me.list()).toHaveLength(1);
  await me.remove(id);
  await me.submitted(wav);
});

test('the list has the requested length, newest first', async () => {
  const ids = [await me.submitted(wav), await me.submitted(wav), await me.submitted(wav)];
  expect((await me.list()).map(({ id }) => id)).toEqual(ids.toReversed());
  const answer = await me.send('/restore?limit=1');
  expect(await answer.json()).toMatchObject({ data: { jobs: [{ id: ids[2] }] } });
  expect((await me.send('/restore?limit=0')).status).toBe(422);
});

test('an upload that ends in the middle leaves nothing behind', async () => {
  const stop = new AbortController();
  const body = new ReadableStream({
    start(controller) {
      const head = 'Content-Disposition: form-data; name="audio_file"; filename="a.wav"';
      controller.enqueue(Buffer.from(`--x\r\n${head}\r\n\r\n`));
      controller.enqueue(wav);
    },
  });
  const sent = me.send('/restore', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
    signal: stop.signal,
  } as RequestInit);
  setTimeout(() => stop.abort(new Error('enough')), 100);
  await expect(sent).rejects.toThrow();
  // Its slot is free again.
  await until('the next is taken', async () => (await me.submit(wav)).status === 200);
  expect(await me.list()).toHaveLength(1);
});
