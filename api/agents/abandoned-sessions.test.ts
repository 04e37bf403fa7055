import { ParticipantInfo_Kind } from '@livekit/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../observability/log.ts';
import { AbandonedSessions } from './abandoned-sessions.ts';
import type { AbandonedSession } from './room-sessions.ts';

const SESSION: AbandonedSession = {
  reference: 'ref',
  roomName: 'room',
  callerIdentity: 'caller-1',
  wasClaimed: true,
};
const CALLER = { identity: 'caller-1', kind: ParticipantInfo_Kind.STANDARD, joinedAt: 100n };
const AGENT = { identity: 'agent-x', kind: ParticipantInfo_Kind.AGENT, joinedAt: 100n };
const keepers: AbandonedSessions[] = [];
afterEach(() => Promise.all(keepers.splice(0).map((keeper) => keeper.close())));

interface Scene {
  readonly abandoned?: AbandonedSession;
  readonly room?: (typeof CALLER)[] | null;
  readonly nowMs?: number;
  readonly staleMs?: number;
}

/** A session keeper that checks continuously. */
function keep({ abandoned = SESSION, room = [CALLER], nowMs = 200_000, staleMs = 4000 }: Scene) {
  const waiting = [abandoned];
  const seen = {
    dispatched: [] as string[],
    sent: [] as string[],
    rested: [] as string[],
    alive: [] as string[][],
    looks: 0,
    fails: 0,
    hangsMs: 0,
  };
  const keeper = new AbandonedSessions({
    sessions: {
      alive: async (ids) => {
        if (seen.fails-- > 0) throw new Error('the database is away');
        if (seen.hangsMs > 0) await new Promise((resolve) => setTimeout(resolve, seen.hangsMs));
        seen.hangsMs = 0;
        seen.alive.push([...ids]);
      },
      takeAbandoned: async () => {
        seen.looks++;
        return waiting.splice(0);
      },
      sent: async (id) => void seen.sent.push(id),
      rest: async (id) => void seen.rested.push(id),
    },
    rooms: {
      existing: async (names) => new Set(room === null ? [] : names),
      participants: async () => room ?? [],
      dispatch: async (_room, reference) => void seen.dispatched.push(reference),
    },
    log: createLog({ logLevel: 'silent' }),
    times: { everyMs: 5, staleMs },
    now: () => nowMs,
  });
  keepers.push(keeper);
  const looked = () => vi.waitFor(() => expect(seen.looks).toBeGreaterThan(2));
  return { keeper, seen, looked };
}

test('a caller whose agent was lost gets another one, even while the old participant is still present', async () => {
  for (const room of [[CALLER], [CALLER, AGENT]]) {
    const { seen, looked } = keep({ room });
    await looked();
    expect(seen).toMatchObject({ dispatched: ['ref'], sent: ['ref'], rested: [] });
  }
});

test('no agent is sent without a caller, and a deleted room is forgotten', async () => {
  const away = keep({ room: [AGENT] });
  await away.looked();
  expect(away.seen).toMatchObject({ dispatched: [], sent: [], rested: [] });
  const gone = keep({ room: null });
  await gone.looked();
  expect(gone.seen).toMatchObject({ dispatched: [], rested: ['ref'] });
});

test('a caller who never had an agent gets one after a while, unless the room has one', async () => {
  const abandoned = { ...SESSION, wasClaimed: false };
  const waits = keep({ abandoned });
  await waits.looked();
  expect(waits.seen.dispatched).toEqual(['ref']);
  for (const scene of [{ room: [CALLER, AGENT] }, { nowMs: 101_000 }, { room: null }]) {
    const { seen, looked } = keep({ abandoned, ...scene });
    await looked();
    expect(seen).toMatchObject({ dispatched: [], rested: [] });
  }
});

test('a caller on the telephone is sent an agent at once, because their call has no token', async () => {
  const room = [CALLER, { ...CALLER, identity: 'phone', kind: ParticipantInfo_Kind.SIP }];
  for (const callerIdentity of ['phone', null]) {
    const abandoned = { ...SESSION, callerIdentity, wasClaimed: false };
    const { seen, looked } = keep({ abandoned, room, nowMs: 101_000 });
    await looked();
    expect(seen.dispatched).toEqual(['ref']);
  }
  const away = keep({ abandoned: { ...SESSION, callerIdentity: null } });
  await away.looked();
  expect(away.seen.dispatched).toEqual([]);
});

test('heartbeats are sent for held sessions until the keeper is closed', async () => {
  const { keeper, seen, looked } = keep({});
  keeper.hold('mine');
  keeper.hold('other');
  keeper.release('other');
  await looked();
  keeper.stopTaking();
  const { length } = seen.alive;
  await vi.waitFor(() => expect(seen.alive.length).toBeGreaterThan(length + 2));
  expect(seen.alive.at(-1)).toEqual(['mine']);
  const { looks } = seen;
  await vi.waitFor(() => expect(seen.alive.length).toBeGreaterThan(length + 4));
  expect(seen.looks).toBe(looks);
});

test('after an outage of the database other processes get time to send heartbeats', async () => {
  const { seen } = keep({});
  seen.fails = 1;
  await vi.waitFor(() => expect(seen.alive.length).toBeGreaterThan(5));
  expect(seen.looks).toBe(0);
});

test('after the database hung, other processes get time too', async () => {
  const { seen } = keep({ staleMs: 20 });
  seen.hangsMs = 30;
  await vi.waitFor(() => expect(seen.alive.length).toBeGreaterThan(5));
  expect(seen.looks).toBe(0);
});
