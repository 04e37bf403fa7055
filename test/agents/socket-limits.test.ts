/** Agent sockets that are refused, idle, do not read, or are closed by the server or by an end of their credentials. */
import { describe, expect, test } from 'vitest';
import { revokeKey } from '../../api/credentials/keys.ts';
import { EngineError } from '../../engine/index.ts';
import { type AgentSetup, agentSetup } from '../kit/agent-setup.ts';
import { agentUrl, errors, openAgent, type Query, sounds } from '../kit/clients/agent-socket-client.ts';
import { JsonSocket, refusal } from '../kit/clients/json-socket.ts';
import { sleep, until } from '../kit/server.ts';

async function gauge(setup: AgentSetup, kind: string): Promise<number> {
  const { values } = await setup.rest.deps.metrics.socketsOpen.get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
}

describe('an upgrade is refused', () => {
  test('401 without credentials, before any other fault', async () => {
    const setup = await agentSetup();
    for (const query of ['', '?api_key=wrong', '?api_key=wrong&mode=sing']) {
      expect((await refusal(`${setup.ws}/agents${query}`)).status).toBe(401);
    }
    expect(setup.conversations).toEqual([]);
  });

  test.each<[Query, string]>([
    [{ mode: 'sing' }, 'mode'],
    [{ return_sampling_rate: 44_100 }, 'return_sampling_rate'],
    [{ return_encoding: 'opus' }, 'return_encoding'],
    [{ incoming_encoding: 'mp3' }, 'incoming_encoding'],
    [{ audio_field: 'video' }, 'audio_field'],
    [{ voice_id: 'nobody' }, 'voice_id'],
    [{ lang_code: 'ar' }, 'lang_code'],
  ])('422 for %o points at the parameter', async (query, name) => {
    const setup = await agentSetup();
    const { status, body } = await refusal(agentUrl(setup, query));
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['query', name] }] }]);
  });

  test('404 for an unknown agent', async () => {
    const setup = await agentSetup();
    const { status, body } = await refusal(agentUrl(setup, { agent_id: 'nobody' }));
    expect([status, body]).toEqual([404, { detail: 'Agent with id nobody not found' }]);
  });

  test('429 beyond the streams of a key; the slot is free again after the end', async () => {
    const setup = await agentSetup({ MAX_STREAMS_PER_KEY: '1' });
    const client = await openAgent(setup);
    expect((await refusal(agentUrl(setup))).status).toBe(429);
    client.socket.close();
    await client.closed;
    await until('the socket is gone', async () => (await gauge(setup, 'agent')) === 0);
    (await openAgent(setup)).socket.close();
  });

  test('503 at capacity, also while sockets are still opening', async () => {
    const setup = await agentSetup({ MAX_AGENT_SESSIONS: '2' });
    setup.hold();
    await Promise.all([openAgent(setup), openAgent(setup)]);
    const { status, headers, body } = await refusal(agentUrl(setup));
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(body).toEqual({ detail: expect.stringMatching(/MAX_AGENT_SESSIONS/) });
  });

  test('503 by a server without conversations', async () => {
    const setup = await agentSetup({}, { agents: false });
    expect(await refusal(agentUrl(setup))).toMatchObject({ status: 503 });
  });

  test('without an upgrade the same path is REST', async () => {
    const setup = await agentSetup();
    const id = await setup.createAgent();
    const answer = await fetch(`http://127.0.0.1:${setup.port}/agents`, {
      headers: { 'x-api-key': setup.rest.key },
    });
    expect(await answer.json()).toMatchObject({ data: { agents: [{ agent_id: id }] } });
  });
});

describe('a conversation', () => {
  test('has the settings of the agent and the query, on behalf of the key', async () => {
    const setup = await agentSetup();
    const agent_id = await setup.createAgent({ greeting: 'Good day.' });
    const client = await openAgent(setup, { agent_id, instructions: 'Sing.' });
    const { settings, request } = await setup.conversation();
    expect(settings).toMatchObject({ agentId: agent_id, greeting: 'Good day.', instructions: 'Sing.' });
    expect(request).toMatchObject({ kind: 'websocket', identity: { keyId: setup.rest.keyId } });
    expect(await gauge(setup, 'agent')).toBe(1);
    client.socket.close();
    await until('it is over', () => setup.conversations[0]?.closedFor === 'caller_left');
    await until('it is not counted', async () => (await gauge(setup, 'agent')) === 0);
  });

  test.each([
    ['caller_left', 1000, 'The conversation has ended'],
    ['caller_silent', 1000, 'The caller was silent for too long'],
    ['failed', 1011, 'The conversation failed'],
  ] as const)('that ends (%s) closes its socket with %i', async (why, code, reason) => {
    const setup = await agentSetup();
    const client = await openAgent(setup);
    const conversation = await setup.conversation();
    conversation.play(1);
    await conversation.close(why);
    expect(await client.closed).toEqual({ code, reason });
    expect(sounds(client)).toHaveLength(1);
  });

  test('that cannot be opened reports why, and no internal details', async () => {
    const setup = await agentSetup();
    const fail = setup.hold();
    const clients = [await openAgent(setup)];
    fail(new EngineError('voice_unknown'));
    expect((await clients[0]!.closed).code).toBe(1008);
    const failAgain = setup.hold();
    clients.push(await openAgent(setup));
    failAgain(new Error('secret detail'));
    expect((await clients[1]!.closed).code).toBe(1011);
    expect(clients.map((client) => errors(client).map(({ errors: words }) => words))).toEqual([
      [['Provided `voice_id` is invalid']],
      [['The conversation could not be opened']],
    ]);
  });

  test('whose caller left during its opening is closed as soon as it is open', async () => {
    const setup = await agentSetup();
    const go = setup.hold();
    const client = await openAgent(setup);
    client.send({ text: 'Hello?' });
    client.socket.close();
    await client.closed;
    await until('the socket is gone', async () => (await gauge(setup, 'agent')) === 0);
    go();
    const conversation = await setup.conversation();
    await until('it is over', () => conversation.closedFor === 'caller_left');
    expect(conversation.typed).toEqual([]);
  });
});

describe('sockets close', () => {
  test('when the caller sends nothing at all; keep-alives keep it open', async () => {
    const setup = await agentSetup({ IDLE_SOCKET_MS: '1000' });
    const [idle, alive] = await Promise.all([openAgent(setup), openAgent(setup)]);
    const timer = setInterval(() => alive.send({ text: '' }), 200);
    expect(await idle.closed).toEqual({ code: 1000, reason: 'No data was sent for too long' });
    expect(alive.isClosed).toBe(false);
    clearInterval(timer);
    const told = () => setup.conversations.some(({ closedFor }) => closedFor === 'connection_idle');
    await until('its conversation is told', told);
  });

  test('when the server shuts down: the conversation is notified first', async () => {
    const setup = await agentSetup();
    const client = await openAgent(setup);
    const conversation = await setup.conversation();
    const closing = setup.front.close(5000);
    expect(await client.closed).toEqual({ code: 1001, reason: 'The server is shutting down' });
    expect(conversation.closedFor).toBe('shutdown');
    await closing;
  });

  test('when the key is revoked', async () => {
    const setup = await agentSetup();
    const client = await openAgent(setup);
    const conversation = await setup.conversation();
    await revokeKey(setup.rest.deps.db, setup.rest.keyId);
    // Keys are cached for half a second.
    setup.rest.clock.ms += 1000;
    expect(await client.closed).toEqual({ code: 1008, reason: 'The credentials are no longer valid' });
    expect(conversation.closedFor).toBe('access_revoked');
  });
});

describe('a caller who does not read', () => {
  /** Plays for a limited time, and returns early when it is closed. */
  async function talkUntilClosed(setup: AgentSetup, index: number): Promise<number> {
    const conversation = setup.conversations[index]!;
    let frames = 0;
    const deadlineMs = performance.now() + 15_000;
    while (conversation.closedFor === null && performance.now() < deadlineMs) {
      conversation.play(500, frames);
      frames += 500;
      await sleep(2);
    }
    return frames;
  }

  test('misses audio instead of lagging, and is closed eventually', async () => {
    const setup = await agentSetup({ SLOW_READER_MS: '600' });
    const slow = await JsonSocket.open<unknown>(agentUrl(setup));
    const other = await openAgent(setup);
    await until('both are open', () => setup.conversations.length === 2);
    // The window is known after the first pong.
    setup.conversations[0]!.play(50);
    await slow.waitFor('sound', (messages) => messages.length > 20);
    slow.socket.pause();
    const before = process.memoryUsage().rss;
    const frames = await talkUntilClosed(setup, 0);
    expect(setup.conversations[0]!.closedFor).toBe('client_error');
    expect(frames).toBeGreaterThan(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
    slow.socket.resume();
    await slow.closed;
    // The messages that were not dropped: far fewer than were played.
    expect(slow.messages.length).toBeLessThan(frames / 4);
    expect(other.isClosed).toBe(false);
    setup.conversations[1]!.play(1);
    await other.waitFor('sound', (messages) => messages.length === 1);
  });

  test('for a while misses the audio of that time, but no messages, and continues', async () => {
    const setup = await agentSetup({ SLOW_READER_MS: '20000' });
    const client = await openAgent(setup);
    const conversation = await setup.conversation();
    conversation.play(50);
    await client.waitFor('sound', (messages) => messages.length > 20);
    client.socket.pause();
    for (let i = 0; i < 200; i++) {
      conversation.play(20);
      await sleep(1);
    }
    conversation.door.message({ type: 'user_transcript', text: 'Are you there?' });
    const heard = sounds(client).length;
    client.socket.resume();
    await client.waitFor('the words', (messages) => messages.at(-1)?.data.type === 'user_transcript');
    const missing = 2000 - (sounds(client).length - heard);
    expect(missing).toBeGreaterThan(500);
    conversation.play(50);
    await client.waitFor('sound again', (messages) => messages.at(-1)?.data.type === 'audio_response');
    expect(client.isClosed).toBe(false);
  });
});
