/** Tools of an agent on a real MCP server. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { conversationSetup, historyOf } from '../kit/conversation-setup.ts';
import { type ChatScript, callTools, say } from '../kit/servers/chat-server.ts';
import { TestMcpServer } from '../kit/servers/mcp-server.ts';
import { RawMcpServer, toolResults } from '../kit/servers/raw-mcp-server.ts';
import { toolSetup } from '../kit/tool-setup.ts';

const PATIENCE_MS = 120_000;
const setup = conversationSetup();
const tools = toolSetup();

/** Calls a tool when it is available, and then says its result. */
function uses(name: string, args: object, text = ''): ChatScript {
  return (exchange) => {
    const last = exchange.request.body.messages?.at(-1);
    const script =
      last?.role === 'tool'
        ? say(`The tool says ${String(last.content).replaceAll('"', '')}.`)
        : callTools([{ name, args }], text);
    return script(exchange);
  };
}

const toldOfTools = (): boolean => setup.model.requests.some(({ body }) => (body.tools?.length ?? 0) > 0);

describe('tools', { timeout: PATIENCE_MS }, () => {
  it('are called, and their result is spoken in the one reply of the turn', async () => {
    const server = await tools.start();
    const { caller, conversation, log, ends } = await setup.call({ settings: { mcpServers: [server.url] } });
    await caller.until('the tools are there', () => log.some(({ message }) => message === 'tools are ready'));
    setup.model.answer(uses('add', { a: 2, b: 40 }, 'Let me add that up.'));
    conversation.type('What is two and forty?');
    await caller.until('both parts were heard', ({ finished }) => finished === 2);
    expect(caller.texts('llm_response')).toEqual(['Let me add that up. The tool says 42.']);
    expect(caller.count('stop_audio_response')).toBe(1);
    expect([caller.count('tool_call'), caller.count('turn_metrics')]).toEqual([0, 0]);
    expect(server.calls.get('add')).toBe(1);
    expect(toldOfTools()).toBe(true);
    await conversation.close('caller_left');
    expect(ends[0]?.usage).toMatchObject({ turns: 1, toolCalls: 1 });
    await caller.until('the server was left', () => server.sessions === 0);
  });

  it('are reported, with the times of the turn, to clients that request details', async () => {
    const server = await tools.start();
    const { caller, conversation, log } = await setup.call({
      settings: { mcpServers: [server.url], turnDetails: true },
    });
    await caller.until('the tools are there', () => log.some(({ message }) => message === 'tools are ready'));
    setup.model.answer(uses('add', { a: 2, b: 40 }));
    conversation.type('What is two and forty?');
    await caller.until('the turn was measured', (door) => door.count('turn_metrics') === 1);
    const [call, metrics] = caller.messages.filter(({ type }) => /^t/.test(type));
    expect(call).toEqual({
      type: 'tool_call',
      tool: 'add',
      outcome: 'ok',
      duration_ms: expect.any(Number),
    });
    expect(metrics).toMatchObject({
      type: 'turn_metrics',
      interrupted: false,
      first_token_ms: expect.any(Number),
      first_sound_ms: expect.any(Number),
    });
    // A typed turn has no end of speech.
    expect(metrics).not.toHaveProperty('end_of_turn_ms');
  });

  it('that take long are bridged by a phrase', async () => {
    const server = await tools.start();
    const { caller, conversation, log } = await setup.call({ settings: { mcpServers: [server.url] } });
    await caller.until('the tools are there', () => log.some(({ message }) => message === 'tools are ready'));
    setup.model.answer(uses('slow', { ms: 5000 }));
    conversation.type('Look it up, please.');
    await caller.until('the phrase was heard', ({ finished }) => finished === 1);
    expect(caller.count('llm_response')).toBe(0);
    await caller.until('the result was heard', ({ finished }) => finished === 2);
    expect(caller.texts('llm_response')).toEqual(['The tool says at last.']);
    expect(caller.order.slice(0, 3)).toEqual(['stop_audio_response', 'user_transcript', 'sound']);
  });

  it('that fail are reported to the model as failed', async () => {
    const server = await tools.start();
    const { caller, conversation, log } = await setup.call({ settings: { mcpServers: [server.url] } });
    await caller.until('the tools are there', () => log.some(({ message }) => message === 'tools are ready'));
    setup.model.answer(uses('broken', {}));
    conversation.type('Use the broken one.');
    await caller.until('it was answered', ({ finished }) => finished === 1);
    expect(caller.texts('llm_response')[0]).toMatch(/out of order/);
  });

  it('whose server is still connecting when the caller hangs up leave nothing behind', async () => {
    const mute = createServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    tools.after(async () => mute.close());
    const { port } = mute.address() as AddressInfo;
    const asked = once(mute, 'connection');
    const { conversation } = await setup.call({ settings: { mcpServers: [`http://127.0.0.1:${port}/mcp`] } });
    const [socket] = (await asked) as [Socket];
    await conversation.close('caller_left');
    // An unhandled rejection would fail the test file.
    if (!socket.destroyed) await once(socket.resume(), 'close');
  });

  it('that have not connected yet are waited for before the model is requested', async () => {
    const tool = { name: 'add', inputSchema: {} };
    const results = toolResults([tool]);
    const server = await RawMcpServer.start({
      results: { ...results, initialize: () => delay(3000, results.initialize) },
    });
    tools.after(() => server.stop());
    const { caller, conversation } = await setup.call({ settings: { mcpServers: [server.url] } });
    setup.model.answer(uses('add', {}));
    conversation.type('Use your tool.');
    await caller.until('the answer was heard', ({ finished }) => finished === 2);
    // A phrase that bridges the wait was heard first.
    expect(caller.texts('llm_response')).toEqual(['The tool says this is add.']);
    expect(setup.model.requests.map(({ body }) => body.tools?.length)).toEqual([1, 1]);
  });

  it('that never connect are waited for some seconds', async () => {
    const mute = createServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    tools.after(async () => mute.close());
    const { port } = mute.address() as AddressInfo;
    const { caller, conversation } = await setup.call({
      settings: { mcpServers: [`http://127.0.0.1:${port}/mcp`] },
    });
    setup.model.answer(say('Here I am.'));
    conversation.type('Are you there?');
    await caller.until('it was answered', (door) => door.texts('llm_response')[0] === 'Here I am.');
    expect(toldOfTools()).toBe(false);
  });

  it('that a server adds or removes apply to the next request to the model', async () => {
    let list = [{ name: 'one', inputSchema: {} }];
    const server = await RawMcpServer.start({
      results: toolResults([], { 'tools/list': () => ({ tools: list }) }),
    });
    tools.after(() => server.stop());
    const { caller, conversation, log } = await setup.call({ settings: { mcpServers: [server.url] } });
    await caller.until('the server can tell', () => server.openStreams === 1);
    list = [{ name: 'two', inputSchema: {} }];
    server.notify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    await caller.until('they changed', () => log.some(({ message }) => message === 'tools have changed'));
    setup.model.answer(uses('two', {}));
    conversation.type('Use it.');
    await caller.until('it was answered', (door) => door.count('llm_response') === 1);
    expect(caller.texts('llm_response')).toEqual(['The tool says this is two.']);
  });

  it('of an unusable server are omitted, and the conversation continues with the others', async () => {
    const [server, dead] = [await tools.start(), await TestMcpServer.start()];
    await dead.stop();
    const failures: unknown[] = [];
    const { caller, conversation, log } = await setup.call({
      settings: { mcpServers: [dead.url, server.url, 'http://10.0.0.1/mcp'], greeting: 'Hello.' },
      onToolFailures: (all) => failures.push(...all),
    });
    await caller.until('the greeting was heard', ({ finished }) => finished === 1);
    await caller.until('the tools are there', () => log.some(({ message }) => message === 'tools are ready'));
    expect(failures).toHaveLength(2);
    expect(log.filter(({ message }) => message === 'a tool server was left out')).toHaveLength(2);
    setup.model.answer(uses('add', { a: 2, b: 3 }));
    conversation.type('What is two and three?');
    await caller.until('it was answered', ({ finished }) => finished === 2);
    expect(caller.texts('llm_response')).toEqual(['The tool says 5.']);
  });

  it('whose server crashes in the middle of a call fail that call only', async () => {
    const server = await tools.start();
    const { caller, conversation, log } = await setup.call({ settings: { mcpServers: [server.url] } });
    await caller.until('the tools are there', () => log.some(({ message }) => message === 'tools are ready'));
    setup.model.answer(uses('dying', {}));
    conversation.type('Do it.');
    await caller.until(
      'it was answered',
      ({ finished }) => finished >= 1 && caller.count('llm_response') === 1,
    );
    setup.model.answer(say('Still here.'));
    conversation.type('Are you there?');
    await caller.until('the next was answered', () => caller.texts('llm_response').at(-1) === 'Still here.');
    expect(historyOf(setup.model).at(-1)).toBe('user: Are you there?');
  });
});
