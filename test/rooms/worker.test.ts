/** Workers in the rooms of a real LiveKit server. */
import { randomUUID } from 'node:crypto';
import { LocalVideoTrack, RoomEvent, TrackKind, TrackPublishOptions, VideoSource } from '@livekit/rtc-node';
import { AgentDispatchClient, RoomServiceClient } from 'livekit-server-sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RoomWorker, type RoomWorkerOptions } from '../../agent-worker/rooms/room-worker.ts';
import { mediaListeners } from '../../agent-worker/rooms/testing.ts';
import {
  Caller,
  enterInTurn,
  HeardLog,
  someRoom,
  TONE_HZ,
  type TokenOptions,
  ToneConversation,
} from '../kit/clients/room-caller.ts';
import { type LiveKitServer, onLiveKit } from '../kit/servers/livekit.ts';

const UNTIL = { timeout: 20_000, interval: 20 };
const until = (check: () => void) => vi.waitFor(check, UNTIL);

onLiveKit((livekit) => {
  test('a room whose token names the agent gets one, with audio and messages', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit());
    const caller = await joined(livekit(), { agents: [{ agentName, metadata: 'known: greta' }] });
    await until(() => expect(caller.levels.filter((level) => level > 1000).length).toBeGreaterThan(50));
    expect(caller.agents).toHaveLength(1);
    expect(caller.heardHz).toBeGreaterThan(TONE_HZ * 0.9);
    expect(caller.heardHz).toBeLessThan(TONE_HZ * 1.1);
    expect(conversations[0]?.caller).toBe('caller');
    expect(worker.sessions).toBe(1);

    conversations[0]?.type('hello there');
    const messages = [
      { data: { type: 'audio_response' } },
      { data: { type: 'stop_audio_response' } },
      { data: { type: 'user_transcript', text: 'hello there' } },
      { data: { type: 'llm_response', text: 'hello there' } },
    ];
    await until(() => expect([caller.streamed, caller.packets]).toEqual([messages, messages]));

    conversations[0]?.finish('caller_silent');
    await until(() => expect(caller.agents).toHaveLength(0));
    // The worker notices the end a moment later than the caller.
    await until(() => expect(worker.sessions).toBe(0));
    expect(worker.load).toBe(0);
  });

  test.each([8000, 22_050])('at %d Hz the agent has the right pitch, without gaps', async (returnRate) => {
    const { agentName, log } = await startWorker(livekit(), {
      resolve: async () => ({ ...someRoom(), returnRate }),
    });
    const caller = await joined(livekit(), { agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(caller.levels.filter((level) => level > 1000).length).toBeGreaterThan(150));
    expect(caller.heardHz).toBeGreaterThan(TONE_HZ * 0.97);
    expect(caller.heardHz).toBeLessThan(TONE_HZ * 1.03);
    expect(log.said('does not accept audio in time')).toBe(false);
  });

  test('invalid metadata is a failed job with the reason, and no agent joins', async () => {
    const { worker, log, agentName } = await startWorker(livekit());
    const caller = await joined(livekit(), { agents: [{ agentName, metadata: 'who knows' }] });
    await until(() => expect(log.said('a room got no conversation')).toBe(true));
    expect(JSON.stringify(log.lines)).not.toContain('who knows');
    await until(() => expect(livekit().log).toMatch(/JS_FAILED[^\n]*no agent belongs to this metadata/));
    expect(caller.agents).toHaveLength(0);
    expect(worker.load).toBe(0);
  });

  test('an agent that cannot be opened leaves the room at once, and the next caller gets one', async () => {
    let isBroken = true;
    const { agentName, log, conversations } = await startWorker(livekit(), {
      openInRoom: async (_settings, room, door, caller) => {
        if (isBroken) throw new Error('no voice');
        conversations.push(new ToneConversation(room, door, caller.identity));
        return conversations[0]!;
      },
    });
    const first = await joined(livekit(), { agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(log.said('a room got no conversation')).toBe(true));
    await until(() => expect(first.agents).toHaveLength(0));
    isBroken = false;
    const second = await joined(livekit(), { agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(second.levels.some((level) => level > 1000)).toBe(true));
  });

  test('a worker at capacity refuses rooms, and accepts them again when a place is free', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit(), { maxSessions: 2 });
    const agents = [{ agentName, metadata: 'known' }];
    await enterInTurn(2, () => joined(livekit(), { agents }));
    expect(worker.load).toBe(1);
    const refused = await joined(livekit(), { agents });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(refused.agents).toHaveLength(0);
    conversations[0]?.finish('caller_silent');
    await until(() => expect(worker.load).toBe(0.5));
    await until(async () => {
      await joined(livekit(), { agents });
      expect(conversations.length).toBeGreaterThan(2);
    });
  });

  test('two workers share rooms until both are full', async () => {
    const first = await startWorker(livekit(), { maxSessions: 2 });
    const second = await startWorker(livekit(), { maxSessions: 2, agentName: first.agentName });
    const agents = [{ agentName: first.agentName, metadata: 'known' }];
    const callers = await enterInTurn(4, () => joined(livekit(), { agents }));
    expect([first, second].map(({ worker }) => worker.sessions)).toEqual([2, 2]);
    expect(callers.map(({ agents }) => agents.length)).toEqual([1, 1, 1, 1]);
  });

  test('draining: no new rooms, and running conversations may finish', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit(), { drainMs: 30_000 });
    const other = await startWorker(livekit(), { agentName });
    const agents = [{ agentName, metadata: 'known' }];
    // Either of the two may get a room.
    while (conversations.length === 0) {
      await joined(livekit(), { agents });
      await until(() => expect(conversations.length + other.conversations.length).toBeGreaterThan(0));
      for (const conversation of other.conversations.splice(0)) conversation.finish('caller_left');
    }
    await until(() => expect(other.worker.sessions).toBe(0));
    const closed = worker.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await enterInTurn(3, () => joined(livekit(), { agents }));
    expect(other.worker.sessions).toBe(3);
    expect(worker.sessions).toBe(1);
    expect(conversations[0]?.closedFor).toBeNull();
    conversations[0]?.finish('caller_silent');
    await closed;
    expect(worker.sessions).toBe(0);
    expect(worker.isRegistered).toBe(false);
  });

  test('after the drain time, conversations are closed for the shutdown', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit(), { drainMs: 200 });
    const caller = await joined(livekit(), { agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(conversations).toHaveLength(1));
    await worker.close();
    expect(conversations[0]?.closedFor).toBe('shutdown');
    await until(() => expect(caller.agents).toHaveLength(0));
  });

  test('a conversation that does not close is abandoned after a while', async () => {
    const stuck = await startWorker(livekit(), {
      times: { closeMs: 300 },
      openInRoom: async (_settings, room, door, caller) => {
        const conversation = new ToneConversation(room, door, caller.identity);
        onTestFinished(() => conversation.hush());
        conversation.close = () => new Promise(() => undefined);
        return conversation;
      },
    });
    const caller = await joined(livekit(), { agents: [{ agentName: stuck.agentName, metadata: 'known' }] });
    await until(() => expect(caller.agents).toHaveLength(1));
    await until(() => expect(caller.levels.some((level) => level > 1000)).toBe(true));
    await stuck.worker.close();
    expect(stuck.log.said('a conversation did not close')).toBe(true);
    await until(() => expect(caller.agents).toHaveLength(0));
  });

  test('a caller who leaves has a limited time to return, under the same identity', async () => {
    const { conversations, worker, agentName } = await startWorker(livekit(), { times: { graceMs: 5000 } });
    const room = `room-${randomUUID()}`;
    const agents = [{ agentName, metadata: 'known' }];
    const caller = await joined(livekit(), { room, identity: 'ada', agents });
    await until(() => expect(conversations).toHaveLength(1));
    const other = await joined(livekit(), { room, identity: 'grace' });
    expect(conversations[0]?.caller).toBe('ada');

    await caller.leave();
    await until(() => expect(other.room.remoteParticipants.has('ada')).toBe(false));
    const back = await joined(livekit(), { room, identity: 'ada', agents });
    await until(() => expect(back.levels.some((level) => level > 1000)).toBe(true));
    const { length } = back.levels;
    // 10 ms each: longer than the caller had to return.
    await until(() => expect(back.levels.length).toBeGreaterThan(length + 520));
    expect(conversations[0]?.closedFor).toBeNull();
    expect(worker.sessions).toBe(1);

    await back.leave();
    // Other participants do not count.
    await until(() => expect(conversations[0]?.closedFor).toBe('caller_left'));
    await until(() => expect(other.agents).toHaveLength(0));
    expect(conversations).toHaveLength(1);
  });

  test('an empty room is left after a while', async () => {
    const { worker, conversations, agentName, log } = await startWorker(livekit(), {
      times: { joinMs: 500 },
    });
    const room = `room-${randomUUID()}`;
    await dispatches(livekit()).createDispatch(room, agentName, { metadata: 'known' });
    await until(() => expect(worker.sessions).toBe(1));
    await until(() => expect(worker.sessions).toBe(0));
    expect(log.lines.at(-1)?.fields).toMatchObject({ room, reason: 'caller_left' });
    expect(conversations).toHaveLength(0);
  });

  test('a deleted room ends its conversation', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit());
    const room = `room-${randomUUID()}`;
    await joined(livekit(), { room, agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(conversations).toHaveLength(1));
    await rooms(livekit()).deleteRoom(room);
    await until(() => expect(conversations[0]?.closedFor).toBe('caller_left'));
    await until(() => expect(worker.sessions).toBe(0));
  });

  test('ten conversations leave nothing behind, no matter which side ends them', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit());
    const agents = [{ agentName, metadata: 'known' }];
    const ends = [
      (_room: string, conversation: ToneConversation) => conversation.finish('caller_silent'),
      (room: string) => rooms(livekit()).deleteRoom(room),
    ];
    const once = async (i: number) => {
      const room = `room-${randomUUID()}`;
      const caller = await Caller.join(livekit(), { room, agents });
      await until(() => expect(conversations).toHaveLength(i + 1));
      await ends[i % ends.length]?.(room, conversations[i]!);
      await until(() => expect(worker.sessions).toBe(0));
      await caller.leave();
    };
    await once(0);
    const before = mediaListeners();
    for (let i = 1; i <= 10; i++) await once(i);
    await until(() => expect(mediaListeners()).toBeLessThanOrEqual(before));
    expect(worker.load).toBe(0);
  }, 60_000);

  test('a second agent for the same room waits in silence and leaves', async () => {
    const { worker, conversations, log, agentName } = await startWorker(livekit(), {
      times: { successionMs: 500 },
    });
    const room = `room-${randomUUID()}`;
    const caller = await joined(livekit(), { room, agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(conversations).toHaveLength(1));
    await dispatches(livekit()).createDispatch(room, agentName, { metadata: 'known' });
    await until(() => expect(worker.sessions).toBe(2));
    await until(() => expect(log.said('a room already has its agent')).toBe(true));
    await until(() => expect(worker.sessions).toBe(1));
    await until(() => expect(caller.agents).toHaveLength(1));
    expect(conversations).toHaveLength(1);
    expect(conversations[0]?.closedFor).toBeNull();
  });

  test('a second agent for the same room takes it over when the first one has left', async () => {
    const { conversations, agentName } = await startWorker(livekit());
    const room = `room-${randomUUID()}`;
    const caller = await joined(livekit(), { room, agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(conversations).toHaveLength(1));
    await dispatches(livekit()).createDispatch(room, agentName, { metadata: 'known' });
    await until(() => expect(caller.agents).toHaveLength(2));
    expect(conversations).toHaveLength(1);
    conversations[0]?.finish('failed');
    await until(() => expect(conversations).toHaveLength(2));
    await until(() => expect(caller.agents).toHaveLength(1));
    const { length } = caller.levels;
    await until(() => expect(caller.levels.slice(length).some((level) => level > 1000)).toBe(true));
    expect(conversations[1]?.caller).toBe('caller');
  });

  test('a second agent replaces one that does not answer any more', async () => {
    const { conversations, log, agentName } = await startWorker(livekit());
    const room = `room-${randomUUID()}`;
    const dead = await joined(livekit(), { room, identity: 'agent-dead', asAgent: agentName });
    dead.room.localParticipant?.registerRpcMethod('parley.alive', () => new Promise<never>(() => undefined));
    const caller = await joined(livekit(), { room });
    await dispatches(livekit()).createDispatch(room, agentName, { metadata: 'known' });
    await until(() => expect(conversations).toHaveLength(1));
    expect(log.said('the previous agent does not answer')).toBe(true);
    await until(() => expect(caller.levels.some((level) => level > 1000)).toBe(true));
    await until(() =>
      expect(caller.agents.map(({ identity }) => identity)).not.toContain(
        dead.room.localParticipant?.identity,
      ),
    );
  });

  test('an agent that reconnects and finds a successor leaves', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit());
    const room = `room-${randomUUID()}`;
    await joined(livekit(), { room, agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(conversations).toHaveLength(1));
    const [conversation] = conversations;
    const successor = await joined(livekit(), { room, identity: 'agent-2', asAgent: agentName });
    conversation?.room.emit(RoomEvent.Reconnected);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // It sends nothing: it waits for this one to leave.
    expect(worker.sessions).toBe(1);
    await successor.speak(new Int16Array(1600));
    await until(() => expect(conversation?.closedFor).toBe('shutdown'));
    await until(() => expect(worker.sessions).toBe(0));
  });

  test('an agent subscribes to audio, whenever it was published, and to no video', async () => {
    const { conversations, agentName } = await startWorker(livekit());
    const room = `room-${randomUUID()}`;
    const early = await joined(livekit(), { room, identity: 'early' });
    await early.speak(new Int16Array(1600));
    await dispatches(livekit()).createDispatch(room, agentName, { metadata: 'known' });
    await until(() => expect(conversations).toHaveLength(1));
    const late = await joined(livekit(), { room, identity: 'late' });
    const video = LocalVideoTrack.createVideoTrack('camera', new VideoSource(64, 64));
    await late.room.localParticipant?.publishTrack(video, new TrackPublishOptions());
    await late.speak(new Int16Array(1600));
    const taken = () =>
      [...(conversations[0]?.room.remoteParticipants.values() ?? [])].flatMap(
        ({ identity, trackPublications }) =>
          [...trackPublications.values()].map(({ kind, track }) => [identity, kind, track !== undefined]),
      );
    await until(() =>
      expect(taken().sort()).toEqual([
        ['early', TrackKind.KIND_AUDIO, true],
        ['late', TrackKind.KIND_AUDIO, true],
        ['late', TrackKind.KIND_VIDEO, false],
      ]),
    );
  });

  test('discarded audio is not played', async () => {
    const { conversations, agentName } = await startWorker(livekit());
    const caller = await joined(livekit(), { agents: [{ agentName, metadata: 'known' }] });
    await until(() => expect(caller.levels.some((level) => level > 1000)).toBe(true));
    const [conversation] = conversations;
    conversation?.hush();
    // As much as fits into the buffer, all of which is discarded.
    for (let i = 0; i < 15; i++)
      conversation?.door.play(new Int16Array(480).fill(8000, 0, 240).fill(-8000, 240));
    conversation?.door.drop();
    await until(() => expect(caller.levels.at(-1)).toBeLessThan(100));
    const { length } = caller.levels;
    await until(() => expect(caller.levels.length).toBeGreaterThan(length + 50));
    expect(Math.max(...caller.levels.slice(length))).toBeLessThan(500);
  });

  test('agents of another name in the same room are not treated as the caller', async () => {
    const first = await startWorker(livekit());
    const second = await startWorker(livekit());
    const room = `room-${randomUUID()}`;
    const agents = [first, second].map(({ agentName }) => ({ agentName, metadata: 'known' }));
    const caller = await joined(livekit(), { room, agents });
    await until(() => expect(caller.agents).toHaveLength(2));
    await until(() =>
      expect([first, second].map(({ conversations }) => conversations.length)).toEqual([1, 1]),
    );
    expect([first, second].map(({ conversations }) => conversations[0]?.caller)).toEqual([
      'caller',
      'caller',
    ]);
  });
});

/** Starts a worker under a name of its own, and records its conversations. */
async function startWorker(server: LiveKitServer, changes: Partial<RoomWorkerOptions> = {}) {
  const conversations: ToneConversation[] = [];
  const log = new HeardLog();
  const agentName = changes.agentName ?? `tone-${randomUUID()}`;
  const { url, apiKey, apiSecret } = server;
  const worker = new RoomWorker({
    livekit: { url, apiKey, apiSecret },
    agentName,
    maxSessions: 10,
    load: () => 0,
    resolve: async (metadata) => (metadata.startsWith('known') ? someRoom() : null),
    openInRoom: async (_settings, room, door, caller) => {
      const conversation = new ToneConversation(room, door, caller.identity);
      conversations.push(conversation);
      return conversation;
    },
    log,
    drainMs: 0,
    ...changes,
  });
  onTestFinished(() => worker.close());
  await worker.registered();
  return { worker, conversations, log, agentName };
}

async function joined(server: LiveKitServer, options: Partial<TokenOptions>): Promise<Caller> {
  const caller = await Caller.join(server, { room: `room-${randomUUID()}`, ...options });
  onTestFinished(() => caller.leave());
  return caller;
}
function dispatches({ url, apiKey, apiSecret }: LiveKitServer): AgentDispatchClient {
  return new AgentDispatchClient(url.replace('ws', 'http'), apiKey, apiSecret);
}

function rooms({ url, apiKey, apiSecret }: LiveKitServer): RoomServiceClient {
  return new RoomServiceClient(url.replace('ws', 'http'), apiKey, apiSecret);
}
