/** Recordings in a bucket of a real S3 store, on both databases. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eachDatabase } from '../../../test/kit/databases.ts';
import { plainAgent } from '../../../test/kit/plain-agent.ts';
import { onS3, type S3Server } from '../../../test/kit/servers/s3.ts';
import { createLog } from '../../observability/log.ts';
import { loadSettings } from '../../settings/settings.ts';
import { insertAgent } from '../../storage/agents.ts';
import { Bucket } from '../../storage/bucket.ts';
import { dropExpiredConversations, expireConversations } from '../../storage/conversations.ts';
import type { Database } from '../../storage/database.ts';
import { recordingBytes } from '../../storage/owner-usage.ts';
import { ensureOwner } from '../../storage/owners.ts';
import { SecretEncryption } from '../secret-encryption.ts';
import type { KeptRecording, RecordingFormat } from './kept-recording.ts';
import { RecordingEncoder } from './recording-encoder.ts';
import { RecordingMover } from './recording-mover.ts';
import { TranscriptKeeper } from './transcript-keeper.ts';
import { TranscriptStore } from './transcript-store.ts';

const RATE = 24_000;
const FORMATS: readonly RecordingFormat[] = ['ogg', 'wav'];

async function setup(db: Database, s3: S3Server) {
  const { ownerId } = await ensureOwner(db, 'Ada');
  const { id: agentId } = await insertAgent(db, plainAgent(ownerId));
  const settings = loadSettings(s3.env);
  const sealer = new SecretEncryption(db, settings);
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
  const keeper = new TranscriptKeeper({ db, sealer, settings, log });
  onTestFinished(() => keeper.close());
  const bucket = Bucket.of(settings)!;
  onTestFinished(() => bucket.close());
  const store = new TranscriptStore({ db, bucket, sealer });
  return {
    ownerId,
    agentId,
    store,
    lines,
    sealer,
    /** Records so many seconds of a conversation, which is then over. @returns its id */
    async record(seconds: number): Promise<string> {
      const recorder = keeper.begin({
        ...{ ownerId, agentId, door: 'websocket', langCode: 'en', keepDays: 7, isRecorded: true },
      });
      const encoder = new RecordingEncoder((part) => recorder.addRecording(part));
      for (let second = 0; second < seconds; second++) {
        encoder.push(Int16Array.from({ length: 2 * RATE }, (_, i) => 8000 * Math.sin(i / (5 + second))));
      }
      encoder.finish();
      await keeper.end(recorder, 'caller_left');
      return recorder.id;
    },
    /** Begins to move recordings; returns what waits for the end of it. */
    move(): () => Promise<void> {
      const timing = { pollMs: 50, leaseMs: 1000, renewMs: 200 };
      const mover = new RecordingMover({ db, bucket, log, timing });
      mover.start();
      const close = () => mover.close();
      onTestFinished(close);
      return close;
    },
    keys: () => [...s3.objects().keys()].map((key) => key.split('/').at(-1)!),
  };
}

async function contentOf(recording: KeptRecording, format: RecordingFormat, from = 0, to?: number) {
  const pieces: Uint8Array[] = [];
  for await (const piece of recording.read(format, from, to ?? recording.size(format))) pieces.push(piece);
  return Buffer.concat(pieces);
}

onS3((s3) => {
  eachDatabase((databases) => {
    test('what is moved is the same in every range, encrypted, counted, and no longer in the database', async () => {
      const db = await databases.open();
      const { ownerId, store, record, move, keys } = await setup(db, s3());
      const id = await record(23);
      const before = await store.recording(ownerId, id);
      const whole = { ogg: await contentOf(before, 'ogg'), wav: await contentOf(before, 'wav') };
      const bytes = await recordingBytes(db, ownerId);
      // Is read while it is moved.
      const reading = before.read('ogg', 0, before.size('ogg'));
      const pieces = [(await reading.next()).value as Uint8Array];
      move();
      await expect.poll(keys).toContain(id);
      const left = () => db.selectFrom('recording_parts').select('sealed').execute();
      await expect.poll(async () => (await left()).every(({ sealed }) => sealed.length === 0)).toBe(true);
      for await (const piece of reading) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(whole.ogg)).toBe(true);

      const after = await store.recording(ownerId, id);
      for (const format of FORMATS) {
        const file = whole[format];
        expect(after.size(format)).toBe(file.length);
        expect((await contentOf(after, format)).equals(file)).toBe(true);
        for (const [from, to] of [
          [0, 10],
          [40, 50],
          [file.length - 5, file.length],
          [0.4 * file.length, 0.7 * file.length],
        ].map((range) => range.map(Math.floor)) as [number, number][]) {
          const piece = await contentOf(after, format, from, to);
          const expected = await contentOf(before, format, from, to);
          expect(piece).toHaveLength(to - from);
          expect(piece.equals(expected)).toBe(true);
        }
      }
      expect(await recordingBytes(db, ownerId)).toBe(bytes);
      const object = [...s3().objects()].find(([key]) => key.endsWith(id))![1];
      expect(object.length).toBeGreaterThan(whole.ogg.length);
      expect(object.includes('OggS')).toBe(false);
    });

    test('what is deleted, or has expired, is deleted in the bucket', async () => {
      const db = await databases.open();
      const { ownerId, agentId, store, record, move, keys, lines } = await setup(db, s3());
      const [alone, withAll, expired] = [await record(1), await record(1), await record(1)];
      // As several processes do.
      for (let i = 0; i < 3; i++) move();
      await expect.poll(keys).toEqual(expect.arrayContaining([alone, withAll, expired]));
      const moved = () =>
        db.selectFrom('conversations').select('id').where('recording_moved_at', 'is not', null).execute();
      await expect.poll(async () => (await moved()).length).toBe(3);
      await store.deleteRecording(ownerId, alone);
      await store.delete(ownerId, withAll);
      await expireConversations(db, { ownerId, agentId }, Date.now());
      await dropExpiredConversations(db, Date.now());
      const left = () => keys().filter((key) => [alone, withAll, expired].includes(key));
      await expect.poll(left).toEqual([]);
      await expect.poll(() => db.selectFrom('recording_objects').selectAll().execute()).toEqual([]);
      await expect(store.recording(ownerId, alone)).rejects.toMatchObject({ status: 404 });
      expect(lines.filter((line) => line.includes('S3_BUCKET'))).toEqual([]);
    });

    test('what is deleted while it is written does not stay', async () => {
      const db = await databases.open();
      const { ownerId, store, record, move, keys } = await setup(db, s3());
      const id = await record(2);
      s3().pause();
      onTestFinished(() => s3().goOn());
      move();
      const written = () => db.selectFrom('recording_objects').select('conversation_id').execute();
      await expect.poll(written).toEqual([{ conversation_id: id }]);
      await sleep(300);
      await store.delete(ownerId, id);
      s3().goOn();
      await expect.poll(written).toEqual([]);
      expect(keys()).not.toContain(id);
    });

    test('without the store, recordings stay in the database, and are moved once it is back', async () => {
      const db = await databases.open();
      const { ownerId, store, record, move, keys, lines, sealer } = await setup(db, s3());
      await s3().kill();
      onTestFinished(() => s3().restart());
      const id = await record(2);
      move();
      await expect.poll(() => lines.join('\n')).toContain('S3_BUCKET');
      const recording = await store.recording(ownerId, id);
      const ogg = await contentOf(recording, 'ogg');
      await s3().restart();
      await expect.poll(keys).toContain(id);
      const moved = () => db.selectFrom('conversations').select('recording_moved_at').execute();
      await expect.poll(moved).not.toEqual([{ recording_moved_at: null }]);
      expect((await contentOf(recording, 'ogg')).equals(ogg)).toBe(true);
      await s3().kill();
      await expect(contentOf(recording, 'ogg')).rejects.toMatchObject({ kind: 'recording_unavailable' });
      const elsewhere = new TranscriptStore({ db, bucket: null, sealer });
      const unset = await elsewhere.recording(ownerId, id);
      await expect(contentOf(unset, 'ogg')).rejects.toMatchObject({ kind: 'recording_unavailable' });
      expect(lines.filter((line) => line.includes('S3_BUCKET'))).toHaveLength(1);
      expect(lines.join('\n')).not.toContain(s3().env.S3_SECRET_ACCESS_KEY);
    });
  });
});
