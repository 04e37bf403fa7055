import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { plainAgent } from '../../test/kit/plain-agent.ts';
import { deleteAgent, insertAgent } from './agents.ts';
import {
  appendConversationEntry,
  deleteConversation,
  dropExpiredConversations,
  endConversation,
  endLostConversations,
  expireConversations,
  findConversation,
  insertConversation,
  listConversationEntries,
  listConversations,
  markConversationIncomplete,
  markConversationsAlive,
} from './conversations.ts';
import { copyDatabase } from './copy.ts';
import type { Database } from './database.ts';
import { keptConversations } from './owner-usage.ts';
import { ensureOwner } from './owners.ts';

const T0 = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const at = (ms: number): string => new Date(ms).toISOString();

/** An owner with an agent, and a function that begins conversations with it. */
async function somebody(db: Database, name: string) {
  const { ownerId } = await ensureOwner(db, name);
  const { id: agentId } = await insertAgent(db, plainAgent(ownerId));
  const begin = async (startMs = T0, keepDays = 7): Promise<string> => {
    const id = randomUUID();
    const made = {
      id,
      ownerId,
      agentId,
      door: 'websocket',
      langCode: 'en',
      sealedKey: 'v1.key',
      keepDays,
      isRecorded: false,
    };
    await insertConversation(db, made, startMs);
    return id;
  };
  return { ownerId, agentId, begin };
}

const rows = async (db: Database) => ({
  conversations: (await db.selectFrom('conversations').select('id').execute()).length,
  entries: (await db.selectFrom('conversation_entries').select('entry').execute()).length,
});

eachDatabase((databases) => {
  test('a conversation grows entry by entry, ends once, and is visible to its owner alone', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const ben = await somebody(db, 'Ben');
    const id = await ada.begin();
    expect(await appendConversationEntry(db, id, { entry: 1, sealed: 'one' }, T0 + 1)).toBe(true);
    expect(await appendConversationEntry(db, id, { entry: 2, sealed: 'two' }, T0 + 2)).toBe(true);
    expect(await findConversation(db, ada.ownerId, id, T0 + 3)).toEqual({
      id,
      ownerId: ada.ownerId,
      agentId: ada.agentId,
      door: 'websocket',
      langCode: 'en',
      sealedKey: 'v1.key',
      entries: 2,
      isComplete: true,
      startedAt: at(T0),
      endedAt: null,
      endReason: null,
      expiresAt: at(T0 + 7 * DAY_MS),
      recordingBytes: null,
    });
    await markConversationIncomplete(db, id);
    await endConversation(db, id, { atMs: T0 + 5000, reason: 'caller_left', keepDays: 7 });
    await endConversation(db, id, { atMs: T0 + 9000, reason: 'failed', keepDays: 7 });
    expect(await findConversation(db, ada.ownerId, id, T0 + 9000)).toMatchObject({
      isComplete: false,
      endedAt: at(T0 + 5000),
      endReason: 'caller_left',
      expiresAt: at(T0 + 5000 + 7 * DAY_MS),
    });
    expect(await listConversationEntries(db, id)).toEqual([
      { entry: 1, sealed: 'one' },
      { entry: 2, sealed: 'two' },
    ]);
    expect((await keptConversations(db, ada.ownerId)).count).toBe(1);
    expect(await keptConversations(db, ben.ownerId)).toEqual({ count: 0, bytes: 0 });
    expect(await findConversation(db, ben.ownerId, id, T0)).toBeUndefined();
    expect(await deleteConversation(db, ben.ownerId, id, T0)).toBe(false);
    expect(await deleteConversation(db, ada.ownerId, id, T0)).toBe(true);
    expect(await appendConversationEntry(db, id, { entry: 3, sealed: 'three' }, T0 + 3)).toBe(false);
    expect(await rows(db)).toEqual({ conversations: 0, entries: 0 });
  });

  test('pages are complete, newest first, also if several began at the same moment', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const ids: string[] = [];
    for (const startMs of [T0, T0 + 1, T0 + 1, T0 + 1, T0 + 2]) ids.push(await ada.begin(startMs));
    const listed: string[] = [];
    for (let after = null; ; ) {
      const page = await listConversations(db, ada, { limit: 2, after, nowMs: T0 + 3 });
      listed.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      after = { at: last.startedAt, id: last.id };
    }
    expect(listed).toHaveLength(5);
    expect(new Set(listed)).toEqual(new Set(ids));
    expect([listed[0], listed[4]]).toEqual([ids[4], ids[0]]);
  });

  test('an expired conversation is not read or continued, and is deleted with its entries', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const old = await ada.begin(T0, 1);
    const young = await ada.begin(T0, 2);
    for (const id of [old, young]) await appendConversationEntry(db, id, { entry: 1, sealed: 'x' }, T0);
    const nowMs = T0 + DAY_MS;
    expect(await findConversation(db, ada.ownerId, old, nowMs)).toBeUndefined();
    expect(await deleteConversation(db, ada.ownerId, old, nowMs)).toBe(false);
    expect(await appendConversationEntry(db, old, { entry: 2, sealed: 'x' }, nowMs)).toBe(false);
    expect((await listConversations(db, ada, { limit: 9, after: null, nowMs })).map(({ id }) => id)).toEqual([
      young,
    ]);
    expect(await dropExpiredConversations(db, nowMs)).toBe(false);
    expect(await rows(db)).toEqual({ conversations: 1, entries: 1 });
  });

  test('deleting an agent hides its conversations at once', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const ben = await somebody(db, 'Ben');
    const nowMs = Date.now();
    for (let i = 0; i < 20; i++) await ada.begin(nowMs);
    const theirs = await ben.begin(nowMs);
    expect(await expireConversations(db, { ...ben, agentId: ada.agentId }, nowMs)).toBe(0);
    await deleteAgent(db, ada.ownerId, ada.agentId);
    expect(await listConversations(db, ada, { limit: 9, after: null, nowMs: Date.now() })).toEqual([]);
    let batches = 1;
    while (await dropExpiredConversations(db, Date.now())) batches++;
    expect(batches).toBeGreaterThan(1);
    expect(await rows(db)).toEqual({ conversations: 1, entries: 0 });
    expect(await findConversation(db, ben.ownerId, theirs, Date.now())).toBeDefined();
  });

  test('a conversation without heartbeats ends at the time of the last one', async () => {
    const db = await databases.open();
    const ada = await somebody(db, 'Ada');
    const [held, lost, over] = [await ada.begin(), await ada.begin(), await ada.begin()];
    await endConversation(db, over, { atMs: T0 + 1, reason: 'caller_left', keepDays: 7 });
    await appendConversationEntry(db, lost, { entry: 1, sealed: 'x' }, T0 + 1000);
    await markConversationsAlive(db, [held], T0 + 60_000);
    await markConversationsAlive(db, [], T0 + 60_000);
    expect(await endLostConversations(db, { aliveBeforeMs: T0 + 30_000, reason: 'lost' })).toBe(1);
    const ends = await Promise.all(
      [held, lost, over].map(async (id) => {
        const { endedAt, endReason } = (await findConversation(db, ada.ownerId, id, T0 + 60_000))!;
        return [endedAt, endReason];
      }),
    );
    expect(ends).toEqual([
      [null, null],
      [at(T0 + 1000), 'lost'],
      [at(T0 + 1), 'caller_left'],
    ]);
  });

  test('they are copied with the rest of a database', async () => {
    const [from, to] = [await databases.open(), await databases.open()];
    const ada = await somebody(from, 'Ada');
    const id = await ada.begin();
    await appendConversationEntry(from, id, { entry: 1, sealed: 'x' }, T0);
    expect(await copyDatabase(from, to)).toMatchObject({ conversations: 1, conversation_entries: 1 });
    expect(await listConversationEntries(to, id)).toEqual([{ entry: 1, sealed: 'x' }]);
  });
});
