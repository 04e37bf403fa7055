/** A worker that dies in the middle of what it says. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AgentDispatchClient } from 'livekit-server-sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RoomWorker } from '../../agent-worker/rooms/room-worker.ts';
import { Caller, HeardLog, someRoom, ToneConversation } from '../kit/clients/room-caller.ts';
import { onLiveKit } from '../kit/servers/livekit.ts';

const WORKER = fileURLToPath(new URL('../kit/processes/tone-worker.ts', import.meta.url));
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

onLiveKit((livekit) => {
  test('its agent leaves the room, and another worker takes the room when it is sent', {
    timeout: 150_000,
  }, async () => {
    const { url, apiKey, apiSecret } = livekit();
    const agentName = `tone-${randomUUID()}`;
    const child = fork(WORKER, [url, apiKey, apiSecret, agentName], { execArgv: ['--import', 'tsx'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    const room = `room-${randomUUID()}`;
    const caller = await Caller.join(livekit(), { room, agents: [{ agentName }] });
    onTestFinished(() => caller.leave());
    await until(() => expect(caller.levels.some((level) => level > 1000)).toBe(true));
    const [first] = caller.agents;

    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    const conversations: ToneConversation[] = [];
    const other = new RoomWorker({
      livekit: { url, apiKey, apiSecret },
      agentName,
      maxSessions: 5,
      load: () => 0,
      resolve: async () => someRoom(),
      openInRoom: async (_settings, connected, door, identity) => {
        const conversation = new ToneConversation(connected, door, identity);
        conversations.push(conversation);
        return conversation;
      },
      log: new HeardLog(),
      drainMs: 0,
    });
    onTestFinished(() => other.close());
    await other.registered();
    // At once: what is left of the first agent is still in the room.
    await new AgentDispatchClient(url.replace('ws', 'http'), apiKey, apiSecret).createDispatch(
      room,
      agentName,
    );
    await until(() => expect(caller.agents.map(({ identity }) => identity)).not.toContain(first?.identity));
    await until(() => expect(conversations).toHaveLength(1));
    const { length } = caller.levels;
    await until(() => expect(caller.levels.slice(length).some((level) => level > 1000)).toBe(true));
    expect(caller.agents).toHaveLength(1);
    expect(conversations[0]?.caller).toBe('caller');
  });
});
