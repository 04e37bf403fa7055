/** Workers in the rooms of a real LiveKit server. */
import { randomUUID } from 'node:crypto';
import { RoomServiceClient } from 'livekit-server-sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RoomWorker, type RoomWorkerOptions } from '../agent-worker/rooms/room-worker.ts';
import { type LiveKitServer, onLiveKit } from './kit/livekit.ts';
import { Caller, HeardLog, someSettings, TONE_HZ, ToneConversation } from './kit/rooms.ts';

const UNTIL = { timeout: 20_000, interval: 20 };
const until = (check: () => void) => vi.waitFor(check, UNTIL);

onLiveKit((livekit) => {
  test('a room whose token names the agent gets one: sound, messages and all', async () => {
    const { worker, conversations, agentName } = await startWorker(livekit());
    const caller = await joined(livekit(), { agents: [{ agentName, metadata: 'known: greta' }] });
    await until(() => expect(caller.levels.filter((level) => level > 1000).length).toBeGreaterThan(50));
    expect(caller.agents).toHaveLength(1);
    expect(caller.heardHz).toBeGreaterThan(TONE_HZ * 0.97);
    expect(caller.heardHz).toBeLessThan(TONE_HZ * 1.03);
    expect(conversations[0]?.caller).toBe('caller');
    expect(worker.sessions).toBe(1);

    conversations[0]?.type('hello there');
    const messages = [
      { data: { type: 'audio_response' } },
      { data: { type: 'stop_audio_response' } },
      { data: { type: 'user_transcript', text: 'hello there' } },
      { data: { type: 'llm_response', text: 'hello there' } },
    ];
    await until(() => expect(caller.streamed).toEqual(messages));
    expect(caller.packets).toEqual(messages);

    conversations[0]?.finish('caller_silent');
    await until(() => expect(caller.agents).toHaveLength(0));
    expect(worker.sessions).toBe(0);
    expect(worker.load).toBe(0);
  });
});

/** A worker under a name of its own, whose conversations are kept. */
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
    resolve: async (metadata) => (metadata.startsWith('known') ? someSettings() : null),
    openInRoom: async (_settings, room, door, caller) => {
      const conversation = new ToneConversation(room, door, caller);
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

async function joined(
  server: LiveKitServer,
  options: { room?: string; identity?: string; agents?: { agentName: string; metadata?: string }[] },
): Promise<Caller> {
  const caller = await Caller.join(server, { room: `room-${randomUUID()}`, ...options });
  onTestFinished(() => caller.leave());
  return caller;
}
void RoomServiceClient;
