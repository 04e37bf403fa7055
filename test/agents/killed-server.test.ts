/** A server that is killed between an event and its delivery: another one, started with its data, delivers it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AgentSocketMessage } from '../kit/clients/agent-socket-client.ts';
import { AgentsClient } from '../kit/clients/agents-client.ts';
import { JsonSocket } from '../kit/clients/json-socket.ts';
import { ParleyProcess } from '../kit/processes/parley-process.ts';
import { CHEAP_VOICE, KEY, type TestServer } from '../kit/server.ts';
import { WebhookReceiver } from '../kit/servers/webhook-receiver.ts';

/** Two starts, and the time after which other processes take over the deliveries of a lost one. */
const TIMEOUT_MS = 240_000;

test('every event arrives, with its id, in order', { timeout: TIMEOUT_MS }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY, ROLE: 'api', MCP_ALLOW_HOSTS: '127.0.0.1' };
  const receiver = await WebhookReceiver.start();
  // Receives, and does not respond.
  receiver.answer = () => undefined;
  const killed = await ParleyProcess.start(env);
  onTestFinished(() => killed.kill());
  const agents = new AgentsClient({ port: killed.port } as TestServer);
  await agents.send('POST', '/webhooks', { url: receiver.base });
  const agent_id = await agents.made({ voice_id: CHEAP_VOICE });
  const query = new URLSearchParams({ api_key: KEY, agent_id, mode: 'llm-tts' });
  const caller = await JsonSocket.open<AgentSocketMessage>(`ws://127.0.0.1:${killed.port}/agents?${query}`);
  await expect.poll(() => receiver.messages.length).toBe(1);
  caller.socket.close();
  const types = async (): Promise<string[]> => {
    const answer = await agents.send('GET', '/events');
    const { data } = answer.json() as { data: { events: { type: string }[] } };
    return data.events.map(({ type }) => type);
  };
  await expect.poll(types).toEqual(['conversation.started', 'conversation.ended']);
  await killed.kill();
  expect(receiver.messages.length).toBe(1);

  receiver.answer = (_message, response) => void response.writeHead(204).end();
  const next = await ParleyProcess.start(env);
  onTestFinished(async () => void (await next.stop()));
  await expect.poll(() => receiver.messages.length, { timeout: 60_000 }).toBe(3);
  const [first, again, last] = receiver.messages;
  expect(again!.event.type).toBe('conversation.started');
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(again!.body).toBe(first!.body);
  expect(last!.event).toMatchObject({ type: 'conversation.ended', data: { end_reason: 'caller_left' } });
});
