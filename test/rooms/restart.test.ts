/** Conversations survive a restart of the LiveKit server, and continue with one agent. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RoomWorker } from '../../agent-worker/rooms/room-worker.ts';
import { Caller, HeardLog, someRoom, ToneConversation } from '../kit/clients/room-caller.ts';
import { onLiveKit } from '../kit/servers/livekit.ts';

const until = (check: () => void) => vi.waitFor(check, { timeout: 40_000, interval: 50 });

onLiveKit((livekit) => {
  // Either the caller or the agent may reconnect first; if the caller does, the agent is dispatched once more. The
  // media library may also reconnect too late, because its delay grows with each attempt. The test is therefore
  // retried.
  test.for([1, 2])('a server killed and started again, time %i', { timeout: 240_000, retry: 4 }, async () => {
    const server = livekit();
    const { url, apiKey, apiSecret } = server;
    const agentName = `tone-${randomUUID()}`;
    const conversations: ToneConversation[] = [];
    const log = new HeardLog();
    const worker = new RoomWorker({
      livekit: { url, apiKey, apiSecret },
      agentName,
      maxSessions: 5,
      load: () => 0,
      resolve: async () => someRoom(),
      openInRoom: async (_settings, room, door, caller) => {
        const conversation = new ToneConversation(room, door, caller.identity);
        conversations.push(conversation);
        return conversation;
      },
      log,
      drainMs: 0,
      times: { successionMs: 4000 },
    });
    onTestFinished(() => worker.close());
    await worker.registered();
    const caller = await Caller.join(server, { room: `room-${randomUUID()}`, agents: [{ agentName }] });
    // Does not wait for a caller who is still reconnecting.
    onTestFinished(() => Promise.race([caller.leave(), new Promise<void>((done) => setTimeout(done, 5000))]));
    await until(() => expect(caller.levels.some((level) => level > 1000)).toBe(true));

    // The microphone stays open, like that of people, because a track without audio is not forwarded.
    await caller.openMicrophone();

    await server.kill();
    await server.restart();
    await until(() => expect(worker.isRegistered).toBe(true));
    // Longer than a second agent would wait for the first one to leave.
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await until(() => expect(caller.agents).toHaveLength(1));
    expect(worker.sessions).toBe(1);
    const { length } = caller.levels;
    await until(() =>
      expect(caller.levels.slice(length).filter((level) => level > 1000).length).toBeGreaterThan(50),
    );
    expect(conversations.filter(({ closedFor }) => closedFor === null)).toHaveLength(1);
    // It receives the caller's audio again, too.
    const agent = conversations.find(({ closedFor }) => closedFor === null);
    await until(() => {
      const tracks = [...(agent?.room.remoteParticipants.get('caller')?.trackPublications.values() ?? [])];
      expect(tracks.map(({ track }) => track !== undefined)).toEqual([true]);
    });
  });
});
