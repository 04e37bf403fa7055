/** Scenarios whose callers are in rooms of a real LiveKit server. */
import { expect, test } from 'vitest';
import { callAll, prepare } from '../../scenarios/run-all.ts';
import { roomSetup } from '../kit/room-setup.ts';
import { everything, failures } from '../kit/scenario-calls.ts';
import { KEY } from '../kit/server.ts';
import { onLiveKit } from '../kit/servers/livekit.ts';

onLiveKit((livekit) => {
  // Scripted models and tools of scenarios listen on this machine.
  const setup = roomSetup(livekit, { env: () => ({ MCP_ALLOW_HOSTS: '127.0.0.1' }) });

  test('an agent is called in a room', { timeout: 200_000 }, async () => {
    const place = { url: setup.server.base, key: KEY };
    const ran = await callAll(await prepare(everything('room'), setup.engine), { place });
    expect(failures(ran)).toEqual([]);
    const { facts, events } = ran[0]!;
    expect(facts.answers.length).toBeGreaterThanOrEqual(2);
    expect(facts.interruptions).toHaveLength(1);
    expect(events.filter(({ kind }) => kind === 'heard').length).toBeGreaterThanOrEqual(3);
  });
});
