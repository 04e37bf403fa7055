import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { plainAgent } from '../../test/kit/plain-agent.ts';
import { createKey } from '../credentials/keys.ts';
import { temporaryDatabase } from '../testing.ts';
import { deleteAgent, findAgent, insertAgent, listAgents, type NewAgent } from './agents.ts';
import { copyDatabase } from './copy.ts';
import type { Database } from './database.ts';
import { ensureOwner } from './owners.ts';
import {
  type AgentSessionRecord,
  beginAgentSession,
  claimAgentSession,
  deleteAgentSession,
  deleteExpiredAgentSessions,
  endAgentSession,
  insertAgentSession,
  isRoomOfAnother,
  markAgentSessions,
  takeAbandonedAgentSessions,
} from './room-sessions.ts';

const T0 = Date.UTC(2026, 0, 1);

/** An agent with a value in every field that has its own storage format. */
const someAgent = (ownerId: string, changes: Partial<NewAgent> = {}): NewAgent =>
  plainAgent(ownerId, {
    prompt: 'Be "kind".\n\u{1f600}',
    langCode: 'pt-br',
    endpointing: { minDelayMs: 1, maxDelayMs: 2 },
    mcpServers: ['https://tools.example/'],
    llm: { baseUrl: null, model: 'small' },
    more: { nested: [1, { a: null }] },
    secrets: 'v1.sealed',
    ...changes,
  });

/** Two owners with a key and an agent each. */
async function twoOwners(db: Database) {
  const make = async (name: string) => {
    const { ownerId } = await ensureOwner(db, name);
    const { info } = await createKey(db, ownerId, name);
    const { id: agentId } = await insertAgent(db, someAgent(ownerId));
    return { ownerId, keyId: info.id, agentId };
  };
  return { ada: await make('Ada'), ben: await make('Ben') };
}

type Somebody = Awaited<ReturnType<typeof twoOwners>>['ada'];

const someSession = (somebody: Somebody, changes: Partial<AgentSessionRecord> = {}): AgentSessionRecord => ({
  id: `session ${Math.random()}`,
  ...somebody,
  roomName: 'room',
  settings: '{"a":1}',
  sealedKey: null,
  createdAtMs: T0,
  expiresAtMs: T0 + 1000,
  ...changes,
});

eachDatabase((databases) => {
  test('an agent is returned as stored, to its owner alone', async () => {
    const db = await databases.open();
    const { ada, ben } = await twoOwners(db);
    const given = someAgent(ada.ownerId, { name: 'second' });
    const stored = await insertAgent(db, given);
    expect(stored).toEqual({
      ...given,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await findAgent(db, ada.ownerId, given.id)).toEqual(stored);
    expect(await findAgent(db, ben.ownerId, given.id)).toBeUndefined();
    expect(await findAgent(db, ada.ownerId, '\0')).toBeUndefined();
    const names = async () => (await listAgents(db, ada.ownerId)).map(({ name }) => name).sort();
    expect(await names()).toEqual(['Ada', 'second']);
    expect(await deleteAgent(db, ben.ownerId, given.id)).toBe(false);
    expect(await names()).toHaveLength(2);
    expect(await deleteAgent(db, ada.ownerId, given.id)).toBe(true);
    expect(await deleteAgent(db, ada.ownerId, given.id)).toBe(false);
    expect(await names()).toEqual(['Ada']);
  });

  test('deleting an owner deletes their agents, and deleting an agent its sessions', async () => {
    const db = await databases.open();
    const { ada, ben } = await twoOwners(db);
    const session = someSession(ada);
    await insertAgentSession(db, session);
    await deleteAgent(db, ada.ownerId, ada.agentId);
    const life = { nowMs: T0, expiresAtMs: T0 + 1 };
    expect(await claimAgentSession(db, session, life)).toBeUndefined();
    await db.deleteFrom('owners').where('id', '=', ben.ownerId).execute();
    expect(await db.selectFrom('agents').select('id').execute()).toEqual([]);
  });

  test('a session is claimed for its room before it expires, which extends its life', async () => {
    const db = await databases.open();
    const { ada } = await twoOwners(db);
    const session = someSession(ada, { sealedKey: 'v1.sealed' });
    await insertAgentSession(db, session);
    const claim = (nowMs: number, expiresAtMs: number, roomName = 'room') =>
      claimAgentSession(db, { id: session.id, roomName }, { nowMs, expiresAtMs });
    expect(await claim(T0, T0 + 9000, 'Room')).toBeUndefined();
    expect(await claim(T0 + 1000, T0 + 9000)).toBeUndefined();
    expect(await claim(T0 + 999, T0 + 2000)).toEqual({
      ...session,
      expiresAtMs: T0 + 2000,
      wasClaimed: true,
      hasBegun: false,
    });
    expect(await claim(T0 + 1500, T0 + 3000)).toMatchObject({ id: session.id });
    expect(await claim(T0 + 3000, T0 + 9000)).toBeUndefined();
    expect(await deleteExpiredAgentSessions(db, T0 + 2999)).toBe(0);
    expect(await deleteExpiredAgentSessions(db, T0 + 3000)).toBe(1);
  });

  test('each abandoned session is given to only one of several processes', async () => {
    const db = await databases.open();
    const { ada } = await twoOwners(db);
    const life = { nowMs: T0, expiresAtMs: T0 + 90_000 };
    const sessions = ['lives', 'silent', 'rests', 'over', 'unused'].map((roomName) =>
      someSession(ada, { roomName }),
    );
    const [lives, silent, rests, over, unused] = sessions as [AgentSessionRecord, ...AgentSessionRecord[]];
    for (const session of sessions) {
      await insertAgentSession(db, { ...session, expiresAtMs: T0 + 90_000 });
      if (session !== unused) await claimAgentSession(db, session, life);
    }
    await beginAgentSession(db, silent!.id, T0);
    await markAgentSessions(db, [lives.id], T0 + 20_000);
    await markAgentSessions(db, [rests!.id], null);
    await endAgentSession(db, over!.id, life);
    await markAgentSessions(db, [over!.id], T0);
    const look = (atMost: number, nowMs = T0 + 30_000) =>
      takeAbandonedAgentSessions(db, { nowMs, aliveBeforeMs: nowMs - 15_000, aliveAtMs: nowMs, atMost });
    const taken = (await Promise.all([look(9), look(9), look(9)])).flat();
    expect(
      taken.map(({ roomName, wasClaimed, hasBegun }) => [roomName, wasClaimed, hasBegun]).sort(),
    ).toEqual([
      ['silent', true, true],
      ['unused', false, false],
    ]);
    expect(await look(9)).toEqual([]);
    expect(await look(1, T0 + 60_000)).toHaveLength(1);
    expect(await look(9, T0 + 60_000)).toHaveLength(2);
    expect(await look(9, T0 + 95_000)).toEqual([]);
  });

  test('an ended session cannot be claimed, and still reserves its room', async () => {
    const db = await databases.open();
    const { ada, ben } = await twoOwners(db);
    const session = someSession(ada);
    await insertAgentSession(db, session);
    await endAgentSession(db, session.id, { nowMs: T0, expiresAtMs: T0 + 2000 });
    // Ending it again, as two workers might, does not extend it.
    await endAgentSession(db, session.id, { nowMs: T0, expiresAtMs: T0 + 9000 });
    expect(await claimAgentSession(db, session, { nowMs: T0, expiresAtMs: T0 + 9000 })).toBeUndefined();
    const isBensTaken = (nowMs: number) =>
      isRoomOfAnother(db, { ownerId: ben.ownerId, roomName: 'room' }, nowMs);
    expect(await isBensTaken(T0 + 1999)).toBe(true);
    expect(await isBensTaken(T0 + 2000)).toBe(false);
  });

  test('a room is reserved for its owner while one of their sessions exists', async () => {
    const db = await databases.open();
    const { ada, ben } = await twoOwners(db);
    const session = someSession(ada);
    await insertAgentSession(db, session);
    const isTaken = ({ ownerId }: Somebody, roomName = 'room') =>
      isRoomOfAnother(db, { ownerId, roomName }, T0);
    expect(await isTaken(ben)).toBe(true);
    expect(await isTaken(ada)).toBe(false);
    expect(await isTaken(ben, 'another room')).toBe(false);
    await deleteAgentSession(db, session.id);
    expect(await isTaken(ben)).toBe(false);
  });

  test('agents and their sessions are copied with the rest', async () => {
    const from = await temporaryDatabase();
    const { ada } = await twoOwners(from);
    const session = someSession(ada);
    await insertAgentSession(from, session);
    const to = await databases.open();
    expect(await copyDatabase(from, to)).toMatchObject({ agents: 2, agent_sessions: 1 });
    const { ownerId, agentId } = ada;
    expect(await findAgent(to, ownerId, agentId)).toEqual(await findAgent(from, ownerId, agentId));
    expect(await claimAgentSession(to, session, { nowMs: T0, expiresAtMs: T0 + 1 })).toMatchObject(ada);
  });
});
