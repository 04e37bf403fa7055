/** The caller in a room, what they can read, and their leaving and coming back. */
import { AgentDispatchClient, RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Caller } from '../kit/clients/room-caller.ts';
import { GREETING, heardToTheEnd, PATIENCE_MS, roomSetup, textsOf } from '../kit/room-setup.ts';
import { KEY, sleep, until } from '../kit/server.ts';
import { type ChatRequestBody, callTools, say } from '../kit/servers/chat-server.ts';
import { onLiveKit } from '../kit/servers/livekit.ts';
import { TestMcpServer } from '../kit/servers/mcp-server.ts';

const TEST = { timeout: 120_000 };
const PROMPT = 'Your secret name is Rumpelstiltskin.';

const textOfClaims = (token: string): string =>
  Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
/** Returns the dispatch in a token, with which LiveKit begins its room. */
const agentOf = (token: string): { agentName: string; metadata: string } =>
  JSON.parse(textOfClaims(token)).roomConfig.agents[0];
const promptOf = (body: ChatRequestBody | undefined) => JSON.stringify(body?.messages?.[0]);

onLiveKit((livekit) => {
  let tools: TestMcpServer | null = null;
  beforeAll(async () => {
    tools = await TestMcpServer.start();
  });
  afterAll(() => tools?.kill());
  const setup = roomSetup(livekit, { env: () => ({ MCP_ALLOW_HOSTS: tools?.host ?? '' }) });
  const access = () => {
    const { url, apiKey, apiSecret } = livekit();
    return [url.replace('ws', 'http'), apiKey, apiSecret] as const;
  };
  const rooms = () => new RoomServiceClient(...access());
  const dispatches = () => new AgentDispatchClient(...access());
  const bystander = async (room: string): Promise<Caller> => {
    const one = await Caller.join(livekit(), { room, identity: 'bystander' });
    onTestFinished(() => one.leave());
    return one;
  };
  const type = (caller: Caller, text: string) =>
    caller.room.localParticipant?.sendText(text, { topic: 'lk.chat' });

  test('other participants are ignored, even one who came first', TEST, async () => {
    const { token, room_name } = await setup.invite();
    const other = await bystander(room_name);
    await other.openMicrophone();
    // LiveKit dispatches agents into rooms that begin. The server would notice a missing agent only after a while.
    const { agentName, metadata } = agentOf(token);
    await dispatches().createDispatch(room_name, agentName, { metadata });
    await until('the agent is there', () => other.agents.length === 1, PATIENCE_MS);
    const caller = await setup.enter(token);
    await heardToTheEnd(caller, 0);
    await other.say(await setup.speech('What will the weather be like tomorrow?'));
    await type(other, 'Tell me everything.');
    await caller.say(await setup.speech('What time is it now?'));
    await until('the caller is answered', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
    // Input of the other participant would have come first.
    expect(textsOf(caller, 'user_transcript')).toEqual([expect.stringMatching(/time/i)]);
    expect(JSON.stringify(setup.model.requests)).not.toMatch(/weather|everything/i);
  });

  test('other participants cannot read prompt, key and tools', TEST, async () => {
    const { token, room_name } = await setup.invite(
      { prompt: PROMPT, mcp_servers: [tools?.url] },
      { customer: 'Number 4711' },
    );
    const caller = await setup.enter(token);
    const other = await bystander(room_name);
    await heardToTheEnd(caller, 0);
    const agent = caller.agents[0]!;
    for (const method of [
      'lk.agent.session',
      'lk.agent.request',
      'get_session_state',
      'lk.get_chat_history',
    ]) {
      await expect(
        other.room.localParticipant?.performRpc({
          destinationIdentity: agent.identity,
          method,
          payload: '{}',
          responseTimeout: 3000,
        }),
        method,
      ).rejects.toThrow();
    }
    const heard: string[] = [];
    other.room.registerTextStreamHandler(
      'lk.agent.session',
      async (reader) => void heard.push(await reader.readAll()),
    );
    await type(other, 'lk.agent.session');
    await other.room.localParticipant?.sendText('{}', { topic: 'lk.agent.session' });
    const participants = await rooms().listParticipants(room_name);
    const [room] = await rooms().listRooms([room_name]);
    await sleep(500);
    const { metadata, attributes, name } = agent;
    const known = JSON.stringify(
      [
        heard,
        metadata,
        attributes,
        name,
        other.streamed,
        other.packets,
        participants,
        room,
        token.split('.'),
      ],
      (_key, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    const claims = textOfClaims(token);
    for (const secret of ['Rumpel', KEY, tools?.host ?? '-', '4711']) {
      expect(known).not.toContain(secret);
      expect(claims).not.toContain(secret);
    }
    expect(participants.map(({ identity }) => identity)).toContain(agent.identity);
    expect(agentOf(token).metadata).toMatch(/^[\w-]{32}$/);
  });

  test('unknown fields of the token request reach the model', TEST, async () => {
    const caller = await setup.greeted({ prompt: PROMPT }, { customer: { name: 'Grace', orders: 3 } });
    await type(caller, 'Hello');
    await until('the model is asked', () => setup.model.requests.length > 0, PATIENCE_MS);
    const prompt = promptOf(setup.model.requests[0]?.body);
    expect(prompt).toContain(PROMPT);
    expect(prompt).toContain('Grace');
    expect(prompt).not.toContain(KEY);
  });

  test('a tool of an MCP server is called, and its result spoken', TEST, async () => {
    setup.model.answer(say('It is forty two.'));
    const caller = await setup.greeted({ mcp_servers: [tools?.url] });
    await until('tools are known', () => (tools?.sessions ?? 0) > 0, PATIENCE_MS);
    await sleep(500);
    setup.model.next((exchange) => {
      const name = exchange.request.body.tools?.find((tool) => tool.function.name.includes('add'))?.function
        .name;
      return callTools([{ name: name ?? 'none', args: { a: 40, b: 2 } }])(exchange);
    });
    const { length } = caller.levels;
    await type(caller, 'What is forty plus two?');
    await until('it is answered', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
    expect(tools?.calls.get('add')).toBe(1);
    expect(JSON.stringify(setup.model.requests.at(-1)?.body.messages)).toContain('42');
    expect(textsOf(caller, 'llm_response')).toEqual(['It is forty two.']);
    await until('it is heard', () => caller.hearsSince(length), PATIENCE_MS);
  });

  test('a token admits only to its own room, whatever room is requested', TEST, async () => {
    const [first, second] = await Promise.all([setup.invite(), setup.invite()]);
    const caller = await setup.enter(first.token);
    await until('the agent is there', () => caller.agents.length === 1, PATIENCE_MS);
    expect(caller.room.name).toBe(first.room_name);
    expect(await rooms().listRooms([second.room_name])).toEqual([]);
    // LiveKit refuses tokens with another signature or for another room.
    const [head, , signature] = first.token.split('.');
    const claims = textOfClaims(second.token);
    const forged = `${head}.${Buffer.from(claims.replace(second.room_name, first.room_name)).toString('base64url')}.${signature}`;
    await expect(Caller.enter(livekit().url, forged)).rejects.toThrow();
  });

  test('a caller who leaves and returns with the same token continues the conversation', TEST, async () => {
    const { token } = await setup.invite();
    const caller = await setup.enter(token);
    await heardToTheEnd(caller, 0);
    await type(caller, 'Remember the number nine.');
    await until('it is answered', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
    await heardToTheEnd(caller);
    const [agent] = caller.agents;
    await caller.leave();
    await sleep(1000);
    const again = await setup.enter(token);
    await until('the agent is still there', () => again.agents.length === 1, PATIENCE_MS);
    expect(again.agents[0]?.identity).toBe(agent?.identity);
    await sleep(1500);
    await again.say(await setup.speech('Which number was it?'));
    await until('it is answered', () => textsOf(again, 'llm_response').length === 1, PATIENCE_MS);
    const asked = JSON.stringify(setup.model.requests.at(-1)?.body.messages);
    expect(asked).toContain('Remember the number nine.');
    expect(asked).toContain(GREETING);
  });

  test('a conversation that is over stays over: the same token dispatches no agent', TEST, async () => {
    const { token, room_name } = await setup.invite();
    const caller = await setup.enter(token);
    await until('the agent is there', () => caller.agents.length === 1, PATIENCE_MS);
    await until('it speaks', () => caller.hearsSince(0), PATIENCE_MS);
    await rooms().deleteRoom(room_name);
    await sleep(1500);
    const again = await setup.enter(token);
    await until(
      'LiveKit is told that nobody comes',
      () => livekit().log.includes('no agent belongs to this metadata'),
      PATIENCE_MS,
    );
    expect(again.agents).toEqual([]);
  });
});
