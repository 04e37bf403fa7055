import { expect, onTestFinished, test } from 'vitest';
import { decodeAtRate } from '../../../media/decode/decode-audio.ts';
import { readWav } from '../../../media/wav.ts';
import { plainAgent } from '../../../test/kit/plain-agent.ts';
import { createLog } from '../../observability/log.ts';
import { loadSettings } from '../../settings/settings.ts';
import { insertAgent } from '../../storage/agents.ts';
import { ensureOwner } from '../../storage/owners.ts';
import { temporaryDatabase } from '../../testing.ts';
import { SecretEncryption } from '../secret-encryption.ts';
import type { KeptRecording } from './kept-recording.ts';
import { RecordingEncoder } from './recording-encoder.ts';
import { TranscriptKeeper } from './transcript-keeper.ts';
import type { EncodedPart } from './transcript-recorder.ts';
import { TranscriptStore } from './transcript-store.ts';

const RATE = 24_000;
const PART_SECONDS = 5;

/** Tones of 300 Hz on the left and 1000 Hz on the right, interleaved. */
function tones(seconds: number): Int16Array {
  const tone = (i: number, hz: number): number => 8000 * Math.sin((2 * Math.PI * hz * i) / RATE);
  return Int16Array.from({ length: 2 * Math.round(seconds * RATE) }, (_, i) =>
    tone(i >> 1, i % 2 === 0 ? 300 : 1000),
  );
}

async function setup(env: Readonly<Record<string, string>> = {}) {
  const db = await temporaryDatabase();
  const { ownerId } = await ensureOwner(db, 'Ada');
  const { id: agentId } = await insertAgent(db, plainAgent(ownerId));
  const settings = loadSettings(env);
  const sealer = new SecretEncryption(db, settings);
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
  const keeper = new TranscriptKeeper({ db, sealer, settings, log });
  onTestFinished(() => keeper.close());
  const store = new TranscriptStore({ db, bucket: null, sealer });
  const begin = () =>
    keeper.begin({ ownerId, agentId, door: 'websocket', langCode: 'en', keepDays: 7, isRecorded: true });
  return { db, ownerId, keeper, store, begin, lines };
}

async function contentOf(recording: KeptRecording, format: 'ogg' | 'wav', from = 0, to?: number) {
  const pieces: Uint8Array[] = [];
  for await (const piece of recording.read(format, from, to ?? recording.size(format))) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Records some seconds in pieces of 0.7 s, without the end, like a process that was killed. */
async function recorded(seconds: number, isKilled = false) {
  const { begin, keeper, store, ownerId, db } = await setup();
  const recorder = begin();
  const encoder = new RecordingEncoder((part) => recorder.addRecording(part));
  const samples = tones(seconds);
  for (let at = 0; at < samples.length; at += 33_600) encoder.push(samples.subarray(at, at + 33_600));
  if (!isKilled) encoder.finish();
  await keeper.end(recorder, 'caller_left');
  return { recording: await store.recording(ownerId, recorder.id), samples, db, id: recorder.id };
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

/** Level of the difference between the recorded sound and one channel of a file, relative to the recorded sound. */
function error(samples: Int16Array, channel: Float32Array, index: 0 | 1): number {
  const original = Float32Array.from(channel, (_, i) => (samples[2 * i + index] ?? 0) / 32_768);
  return rms(original.map((sample, i) => sample - channel[i]!)) / rms(original);
}

test.each([
  ['less than a page', 0.4],
  ['several parts', 23.3],
])('%s comes back on two channels, to the sample, in both formats', async (_, seconds) => {
  const { recording, samples } = await recorded(seconds);
  const ogg = await contentOf(recording, 'ogg');
  expect(ogg).toHaveLength(recording.size('ogg'));
  const wav = await contentOf(recording, 'wav');
  expect(wav).toHaveLength(recording.size('wav'));
  const pcm = readWav(wav);
  expect(pcm.channels[0]).toHaveLength(samples.length / 2);
  for (const index of [0, 1] as const) {
    const decoded = await decodeAtRate(ogg, { maxSeconds: 60, sampleRate: RATE, channel: index });
    expect(decoded.samples).toHaveLength(samples.length / 2);
    expect(error(samples, decoded.samples, index)).toBeLessThan(0.2);
    expect(error(samples, pcm.channels[index]!, index)).toBeLessThan(0.2);
  }
});

test('ranges of WAV that begin anywhere are those of the whole file', async () => {
  const { recording } = await recorded(13);
  const wav = await contentOf(recording, 'wav');
  for (const from of [0, 43, 44, 45, 46, 400_001, 480_043, 480_044, 1_000_003, wav.length - 3]) {
    const part = readInts(await contentOf(recording, 'wav', from, Math.min(wav.length, from + 20_003)), from);
    const whole = readInts(wav.subarray(from, from + 20_003), from);
    // A decoder that begins in the middle of a stream differs from one that decodes all of it, but inaudibly.
    const differences = part.map((sample, i) => Math.abs(sample - whole[i]!));
    expect(part).toHaveLength(whole.length);
    expect(Math.max(0, ...differences)).toBeLessThan(100);
  }
});

/** 16-bit samples of a piece of a WAV file that begins at a byte. */
function readInts(bytes: Buffer, from: number): number[] {
  const first = from < 44 ? 44 - from : from % 2;
  const count = Math.floor((bytes.length - first) / 2);
  return Array.from({ length: Math.max(0, count) }, (_, i) => bytes.readInt16LE(first + 2 * i));
}

test('the recording of a killed process can be played up to its last complete part', async () => {
  const { recording, samples } = await recorded(13.4, true);
  const ogg = await contentOf(recording, 'ogg');
  const { samples: left } = await decodeAtRate(ogg, { maxSeconds: 60, sampleRate: RATE, channel: 0 });
  const complete = 2 * PART_SECONDS * RATE;
  expect(left.length).toBeGreaterThan(complete - 0.02 * RATE);
  expect(error(samples, left, 0)).toBeLessThan(0.2);
  expect(readWav(await contentOf(recording, 'wav')).channels[0]!.length).toBeGreaterThanOrEqual(complete);
});

test('the database holds nothing that can be played', async () => {
  const { db, id } = await recorded(7);
  const rows = await db.selectFrom('recording_parts').selectAll().where('conversation_id', '=', id).execute();
  expect(rows.length).toBeGreaterThan(1);
  for (const { sealed } of rows) expect(Buffer.from(sealed).includes('OggS')).toBe(false);
});

test('nothing more is recorded for an owner whose recordings reach the quota; the transcript is kept', async () => {
  const { begin, keeper, store, ownerId, lines } = await setup({ MAX_RECORDING_MIB_PER_OWNER: '1' });
  const first = begin();
  const noise: EncodedPart = { bytes: new Uint8Array(1024 * 1024), samples: RATE };
  first.addRecording(noise);
  await keeper.end(first, 'caller_left');
  const second = begin();
  expect(await second.isRecorded).toBe(false);
  second.addRecording(noise);
  second.add({ role: 'user', atMs: 0, text: 'Hello.' });
  await keeper.end(second, 'caller_left');
  await expect(store.recording(ownerId, second.id)).rejects.toMatchObject({ kind: 'no_recording' });
  expect(await store.find(ownerId, second.id)).toMatchObject({ entries: 1, recordingBytes: null });
  expect(lines.join('\n')).toContain('a conversation is not recorded');
});
