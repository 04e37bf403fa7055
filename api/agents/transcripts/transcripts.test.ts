import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import { plainAgent } from '../../../test/kit/plain-agent.ts';
import { createLog } from '../../observability/log.ts';
import { loadSettings } from '../../settings/settings.ts';
import { insertAgent } from '../../storage/agents.ts';
import { endConversation, insertConversation } from '../../storage/conversations.ts';
import { ensureOwner } from '../../storage/owners.ts';
import { temporaryDatabase } from '../../testing.ts';
import { reencrypt } from '../reencrypt.ts';
import { SecretEncryption } from '../secret-encryption.ts';
import { LOST, TranscriptKeeper, type TranscriptKeeperTimes } from './transcript-keeper.ts';
import { TranscriptStore } from './transcript-store.ts';
import { transcriptText } from './transcript-text.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const SAID: readonly TranscriptEntry[] = [
  { role: 'agent', atMs: T0, text: 'Hello.', interrupted: false },
  { role: 'user', atMs: T0 + 9000, text: 'What does\nit cost?' },
  // Written when it was interrupted, after the turn that interrupted it had begun.
  { role: 'agent', atMs: T0 + 4000, text: 'I can tell you', interrupted: true },
  { role: 'tool', atMs: T0 + 11_000, tool: 'price', outcome: 'ok', durationMs: 120 },
];

async function setup(env: Readonly<Record<string, string>> = {}, times: Partial<TranscriptKeeperTimes> = {}) {
  const db = await temporaryDatabase();
  const { ownerId } = await ensureOwner(db, 'Ada');
  const { id: agentId } = await insertAgent(db, plainAgent(ownerId));
  const settings = loadSettings(env);
  const sealer = new SecretEncryption(db, settings);
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
  const keeper = new TranscriptKeeper({ db, sealer, settings, log }, times);
  onTestFinished(() => keeper.close());
  const of = { ownerId, agentId };
  const begin = () =>
    keeper.begin({ ...of, door: 'websocket', langCode: 'en', keepDays: 7, isRecorded: false });
  const store = new TranscriptStore({ db, bucket: null, sealer });
  return { db, of, settings, log, lines, keeper, begin, store };
}

test('entries are readable once written, in chronological order, and the transcript ends with its reason', async () => {
  const { of, begin, keeper, store } = await setup();
  const recorder = begin();
  for (const entry of SAID) recorder.add(entry);
  await vi.waitFor(async () => expect((await store.find(of.ownerId, recorder.id)).entries).toBe(4));
  expect(await store.find(of.ownerId, recorder.id)).toMatchObject({ endedAt: null, isComplete: true });
  await keeper.end(recorder, 'caller_left');
  await recorder.end('failed');
  recorder.add({ role: 'user', atMs: T0, text: 'Too late.' });
  const kept = await store.find(of.ownerId, recorder.id);
  expect(kept).toMatchObject({ endReason: 'caller_left', entries: 4 });
  expect(kept.transcript).toEqual([SAID[0], SAID[2], SAID[1], SAID[3]]);
  expect(
    transcriptText({ ...kept, startedAt: new Date(T0).toISOString() })
      .split('\n')
      .slice(-5),
  ).toEqual([
    '[00:00:00] Agent: Hello.',
    '[00:00:04] Agent: I can tell you [interrupted]',
    '[00:00:09] User: What does it cost?',
    '[00:00:11] Tool price: ok, 120 ms',
    '',
  ]);
});

test('neither the database nor the log reveals an entry, and a new key of the settings decrypts it', async () => {
  const old = await setup({ ENCRYPTION_KEY: 'a'.repeat(40) });
  const { db, of, begin, keeper, lines, log } = old;
  const recorder = begin();
  for (const entry of SAID) recorder.add(entry);
  await keeper.end(recorder, 'caller_left');
  const rows = [
    ...(await db.selectFrom('conversations').selectAll().execute()),
    ...(await db.selectFrom('conversation_entries').selectAll().execute()),
  ];
  expect(rows).toHaveLength(1 + SAID.length);
  for (const word of ['Hello', 'price', 'cost']) {
    expect(JSON.stringify(rows)).not.toContain(word);
    expect(lines.join()).not.toContain(word);
  }
  const settings = loadSettings({
    ENCRYPTION_KEY: 'b'.repeat(40),
    ENCRYPTION_KEYS_PREVIOUS: 'a'.repeat(40),
  });
  expect(await reencrypt(db, new SecretEncryption(db, settings), log)).toBe(1);
  const sealer = new SecretEncryption(db, loadSettings({ ENCRYPTION_KEY: 'b'.repeat(40) }));
  const kept = await new TranscriptStore({ db, bucket: null, sealer }).find(of.ownerId, recorder.id);
  expect(kept.transcript).toHaveLength(SAID.length);
});

test('marks of the timeline are encrypted, and readable once an answer was heard and at the end', async () => {
  const { db, of, begin, keeper, store, lines } = await setup();
  const recorder = begin();
  const marks = [
    { kind: 'began', atMs: T0 },
    { kind: 'turn', atMs: T0 + 10, spoken: false, text: 'What does it cost?' },
    { kind: 'agent_speech', atMs: T0 + 20, endMs: T0 + 30, stopped: false },
    { kind: 'cut_off', atMs: T0 + 40 },
  ] as const;
  const [last, ...others] = marks.toReversed();
  for (const mark of others.toReversed()) recorder.mark(mark);
  const read = async () => (await store.findMarked(of.ownerId, recorder.id)).marks;
  await vi.waitFor(async () => expect(await read()).toEqual(marks.slice(0, 3)));
  recorder.mark(last!);
  await keeper.end(recorder, 'caller_left');
  expect(await read()).toEqual(marks);
  const parts = await db.selectFrom('timeline_parts').selectAll().execute();
  expect(parts).toHaveLength(2);
  expect(`${JSON.stringify(parts)} ${lines.join()}`).not.toContain('cost');
  expect(await store.find(of.ownerId, recorder.id)).toMatchObject({ entries: 0, transcript: [] });
  await store.delete(of.ownerId, recorder.id);
  expect(await db.selectFrom('timeline_parts').selectAll().execute()).toEqual([]);
});

test('a timeline that grows too large ends with a mark that says so', async () => {
  const { of, begin, keeper, store } = await setup();
  const recorder = begin();
  for (let i = 0; i < 1000; i++) {
    recorder.mark({ kind: 'turn', atMs: T0 + i, spoken: false, text: 'x'.repeat(1000) });
  }
  await keeper.end(recorder, 'caller_left');
  const { marks, isComplete } = await store.findMarked(of.ownerId, recorder.id);
  expect(isComplete).toBe(true);
  expect(marks.length).toBeGreaterThan(100);
  expect(marks.length).toBeLessThan(500);
  expect(marks.at(-1)!.kind).toBe('full');
});

test('a transcript that is deleted meanwhile is not written any more', async () => {
  const { db, of, begin, keeper, store, lines } = await setup();
  const recorder = begin();
  recorder.add(SAID[0]!);
  await vi.waitFor(async () => expect((await store.find(of.ownerId, recorder.id)).entries).toBe(1));
  await store.delete(of.ownerId, recorder.id);
  recorder.add(SAID[1]!);
  await keeper.end(recorder, 'caller_left');
  expect(await db.selectFrom('conversation_entries').selectAll().execute()).toEqual([]);
  await expect(store.find(of.ownerId, recorder.id)).rejects.toMatchObject({ status: 404 });
  expect(lines).toEqual([]);
});

test('an owner with too many transcripts keeps no more, and the log says so', async () => {
  const { of, begin, keeper, store, lines } = await setup({ MAX_CONVERSATIONS_PER_OWNER: '1' });
  const [first, second] = [begin(), begin()];
  for (const recorder of [first, second]) recorder.add(SAID[0]!);
  await Promise.all([keeper.end(first, 'caller_left'), keeper.end(second, 'caller_left')]);
  const { conversations } = await store.list(of, 10, null);
  expect(conversations.map(({ id }) => id)).toEqual([first.id]);
  expect(lines.join()).toContain('quota_reached');
});

test('a transcript that grows too large is marked as incomplete', async () => {
  const { of, begin, keeper, store } = await setup();
  const recorder = begin();
  for (let i = 0; i < 30; i++) recorder.add({ role: 'user', atMs: T0 + i, text: 'x'.repeat(50_000) });
  await keeper.end(recorder, 'caller_left');
  const kept = await store.find(of.ownerId, recorder.id);
  expect(kept.isComplete).toBe(false);
  expect(kept.entries).toBeGreaterThan(10);
  expect(kept.entries).toBeLessThan(30);
  expect(transcriptText(kept)).toContain('could not be kept');
});

test('transcripts of a lost process are ended, those of this one are not, and expired ones are deleted', async () => {
  const { db, of, begin, keeper, store } = await setup({}, { everyMs: 20, lostMs: 500 });
  const stored = async (startMs: number, keepDays: number): Promise<string> => {
    const id = randomUUID();
    const made = {
      ...of,
      id,
      door: 'room',
      langCode: 'en',
      sealedKey: 'v1.key',
      keepDays,
      isRecorded: false,
    };
    await insertConversation(db, made, startMs);
    return id;
  };
  const held = begin();
  const [lost, expired] = [await stored(Date.now(), 1), await stored(T0 - 86_400_000, 1)];
  await endConversation(db, expired, { atMs: T0 - 86_000_000, reason: 'caller_left', keepDays: 0 });
  await vi.waitFor(async () => {
    const { conversations } = await store.list(of, 10, null);
    const ends = conversations.map(({ id, endReason }) => [id, endReason]);
    expect(new Map(ends as [string, string | null][])).toEqual(
      new Map([
        [held.id, null],
        [lost, LOST],
      ]),
    );
  });
  expect(await db.selectFrom('conversations').select('id').where('id', '=', expired).execute()).toEqual([]);
  await keeper.close();
});

test('an invalid cursor is refused', async () => {
  const { of, store } = await setup();
  await expect(store.list(of, 10, 'nonsense')).rejects.toMatchObject({ status: 422 });
});
