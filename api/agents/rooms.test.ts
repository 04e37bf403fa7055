import type { Room } from '@livekit/rtc-node';
import { expect, test, vi } from 'vitest';
import type { Door } from '../../agent-worker/door.ts';
import { DEFAULT_ENDPOINTING } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import { ScriptedConversation } from '../../test/kit/agent-setup.ts';
import { plainAgent } from '../../test/kit/plain-agent.ts';
import { Authenticator } from '../credentials/authenticator.ts';
import { createKey, revokeKey } from '../credentials/keys.ts';
import { createLog } from '../observability/log.ts';
import { loadSettings } from '../settings/settings.ts';
import { insertAgent } from '../storage/agents.ts';
import { ensureOwner } from '../storage/owners.ts';
import type { VoiceRecord } from '../storage/voices.ts';
import { temporaryDatabase } from '../testing.ts';
import type { ConversationPlan } from './conversation-planner.ts';
import { AgentSessions } from './room-sessions.ts';
import { roomDoor } from './rooms.ts';
import { SecretEncryption } from './secret-encryption.ts';

const HOUR_MS = 3_600_000;
const WATCH_MS = 20;
const CLONE = { id: 'voice-1', name: 'Ada', lang: 'en', referenceId: 'r', codes: new Uint8Array(0) };
const CALLER = { identity: 'caller', isTelephone: false };
/** The scripted conversations do not use the room. */
const room = {} as Room;
const door: Door = {
  leadMs: 0,
  play: () => undefined,
  drop: () => true,
  flush: () => undefined,
  message: () => undefined,
};

/** Returns the plan of a conversation with a stored agent. */
const planOf = (agentId: string, voiceId: string | null = null): ConversationPlan => ({
  settings: {
    agentId,
    instructions: 'Be kind.',
    greeting: '',
    lang: 'en',
    voiceId,
    clone: undefined,
    mode: 'asr-llm-tts',
    endpointing: DEFAULT_ENDPOINTING,
    mcpServers: [],
    model: null,
    metadata: {},
  },
  audio: {
    incoming: { encoding: 'pcm_linear', rate: 16_000 },
    outgoing: { encoding: 'pcm_linear', rate: 24_000 },
  },
  audioFields: ['audio'],
  incomingMode: 'json',
  ownModel: null,
});

/** The worker's side of rooms on a real database, with a settable clock. */
async function workplace() {
  const db = await temporaryDatabase();
  const clock = { ms: Date.now() };
  const voices = new Set([CLONE.id]);
  const authenticator = await Authenticator.open(db, () => clock.ms);
  const library = {
    resolve: async (_owner: string, id: string | null) => (id === null ? undefined : CLONE),
    find: async (_owner: string, id: string) => (voices.has(id) ? ({ id } as VoiceRecord) : undefined),
  };
  const settings = loadSettings({});
  const sessions = new AgentSessions({
    db,
    library,
    sealer: new SecretEncryption(db),
    settings,
    now: () => clock.ms,
  });
  const lines: string[] = [];
  const held = new Set<string>();
  const worker = roomDoor({
    authenticator,
    library,
    sessions,
    dispatches: { begin: (_metadata, roomName) => callIn(roomName) },
    keeper: { hold: (id) => void held.add(id), release: (id) => void held.delete(id) },
    conversations: {
      open: async (asked, way, { identity, echo }) =>
        new ScriptedConversation(asked, way, { kind: 'websocket', identity, echo }),
    },
    log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
    watchMs: WATCH_MS,
  });

  const { ownerId } = await ensureOwner(db, 'Ada');
  const { id: agentId } = await insertAgent(db, plainAgent(ownerId));

  /** Simulates a call for the agent. */
  const callIn = async (roomName: string): Promise<string> => {
    const { info } = await createKey(db, ownerId, 'number');
    const identity = { ownerId, keyId: info.id, expiresAtMs: null };
    return sessions.beginForTelephone(identity, agentId, planOf(agentId), roomName);
  };

  /** Creates a room token, with a key of its own. */
  const invite = async (options: { expiresAtMs?: number; voiceId?: string } = {}) => {
    const { info } = await createKey(db, ownerId, 'caller');
    const identity = { ownerId, keyId: info.id, expiresAtMs: options.expiresAtMs ?? null };
    const session = await sessions.begin(identity, agentId, planOf(agentId, options.voiceId), null);
    return { ...session, revoke: () => revokeKey(db, info.id) };
  };
  type Invitation = Awaited<ReturnType<typeof invite>>;
  const resolve = ({ reference, roomName }: Invitation) => worker.resolve(reference, roomName);
  /** Opens the conversation of an invitation. */
  const begin = async (invitation: Invitation): Promise<ScriptedConversation> => {
    const asked = await resolve(invitation);
    if (!asked) throw new Error('nothing was found behind the invitation');
    return (await worker.openInRoom(asked.settings, room, door, CALLER)) as ScriptedConversation;
  };
  return { clock, voices, lines, sessions, held, worker, invite, resolve, begin };
}

test('a revoked key, an expired JWT and a deleted voice end their conversations for good, and no others', async () => {
  const { clock, voices, lines, invite, resolve, begin } = await workplace();
  const invitations = {
    revoked: await invite(),
    expired: await invite({ expiresAtMs: clock.ms + HOUR_MS }),
    voiceless: await invite({ voiceId: CLONE.id }),
    kept: await invite({ expiresAtMs: clock.ms + 3 * HOUR_MS }),
  };
  const revoked = await begin(invitations.revoked);
  const expired = await begin(invitations.expired);
  const voiceless = await begin(invitations.voiceless);
  const kept = await begin(invitations.kept);
  await new Promise((done) => setTimeout(done, 5 * WATCH_MS));
  for (const one of [revoked, expired, voiceless, kept]) expect(one.closedFor).toBeNull();

  await invitations.revoked.revoke();
  voices.delete(CLONE.id);
  clock.ms += 2 * HOUR_MS;
  expect(await Promise.all([revoked.ended, expired.ended, voiceless.ended])).toEqual([
    'access_revoked',
    'access_revoked',
    'access_revoked',
  ]);
  await new Promise((done) => setTimeout(done, 5 * WATCH_MS));
  expect(kept.closedFor).toBeNull();
  const reasons = lines.map((line) => (JSON.parse(line) as { reason?: string }).reason).sort();
  expect(reasons).toEqual([
    'The credentials are no longer valid',
    'The credentials are no longer valid',
    'The voice was deleted',
  ]);
  // A conversation that may not continue is not taken over by another worker; one that a worker had to leave is.
  await kept.close('shutdown');
  voices.add(CLONE.id);
  for (const name of ['revoked', 'expired', 'voiceless'] as const) {
    await vi.waitFor(async () => expect(await resolve(invitations[name])).toBeNull());
  }
  expect(await resolve(invitations.kept)).not.toBeNull();
});

test('an invitation is void after its key was revoked', async () => {
  const { invite, resolve } = await workplace();
  const [first, second] = [await invite(), await invite()];
  await first.revoke();
  expect(await resolve(first)).toBeNull();
  expect(await resolve(second)).not.toBeNull();
});

test('a released session is taken over at once, one of a lost worker after a while, with another greeting', async () => {
  const { clock, sessions, held, invite, resolve, begin } = await workplace();
  const invitation = await invite();
  const { reference, roomName, callerIdentity } = invitation;
  const found = { reference, roomName, callerIdentity };
  const first = await resolve(invitation);
  expect(first).toMatchObject({ callerIdentity, settings: { greeting: '' } });
  expect(held).toEqual(new Set([reference]));
  await begin(invitation);
  expect(await sessions.takeAbandoned(1000)).toEqual([]);

  clock.ms += 1001;
  await sessions.alive([reference]);
  expect(await sessions.takeAbandoned(1000)).toEqual([]);
  clock.ms += 1001;
  const taken = await Promise.all([sessions.takeAbandoned(1000), sessions.takeAbandoned(1000)]);
  expect(taken.flat()).toEqual([{ ...found, wasClaimed: true }]);

  const second = await resolve(invitation);
  expect(second?.settings.greeting).toContain('interrupted');
  await second?.left?.('shutdown');
  expect(held.size).toBe(0);
  expect(await sessions.takeAbandoned(1000)).toEqual([{ ...found, wasClaimed: true }]);

  // Another worker holds it, so no third agent is sent.
  const third = await resolve(invitation);
  await third?.left?.('given_way');
  expect(await sessions.takeAbandoned(1000)).toEqual([]);
  await (await begin(invitation)).close('caller_left');
  await vi.waitFor(async () => expect(await resolve(invitation)).toBeNull());
  clock.ms += 5000;
  expect(await sessions.takeAbandoned(1000)).toEqual([]);
});

test('a conversation that could not be opened is not tried again', async () => {
  const { clock, sessions, invite, resolve } = await workplace();
  const invitation = await invite();
  const plan = await resolve(invitation);
  await plan?.left?.('not_opened');
  clock.ms += 60_000;
  expect(await sessions.takeAbandoned(1000)).toEqual([]);
});

test('signed metadata begins a session for a telephone call, which another worker can take over', async () => {
  const { clock, sessions, held, worker } = await workplace();
  const plan = await worker.resolve('signed.meta.data', 'call-1');
  expect(plan).toMatchObject({ callerIdentity: null, onlyTelephones: true });
  const [reference] = held;
  clock.ms += 1001;
  const [left] = await sessions.takeAbandoned(1000);
  expect(left).toEqual({ reference, roomName: 'call-1', callerIdentity: null, wasClaimed: true });
  expect(await worker.resolve(reference ?? '', 'call-1')).toMatchObject({ onlyTelephones: true });
});
