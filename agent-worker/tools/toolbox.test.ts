import { setTimeout as delay } from 'node:timers/promises';
import { llm } from '@livekit/agents';
import { describe, expect, it, vi } from 'vitest';
import { call, toolSetup } from '../../test/kit/tool-setup.ts';

const { start, connect } = toolSetup();

describe.each(['streamable-http', 'sse'] as const)('over %s', (kind) => {
  it('offers the tools of a server, and calls them', async () => {
    const server = await start({ kind });
    const { toolbox, seen } = await connect([server]);
    const add = toolbox.tools.find(({ name }) => name === 'add');
    expect(add?.description).toBe('Adds two numbers.');
    expect(add?.parameters).toMatchObject({
      type: 'object',
      properties: { a: { type: 'number', description: 'first summand' } },
      required: ['a', 'b'],
    });
    expect(await call(toolbox, 'add', { a: 2, b: 40 })).toBe('42');
    expect(toolbox.callsBegun).toBe(1);
    expect(seen.calls).toEqual([['add', 'ok']]);
    expect(seen.failed).toEqual([]);
  });

  it('gives the model an error when a tool throws or does not exist any more', async () => {
    const { toolbox, seen } = await connect([await start({ kind })]);
    const answer = await call(toolbox, 'broken');
    expect(answer).toBeInstanceOf(llm.ToolError);
    expect((answer as Error).message).toContain('out of order');
    const refused = await call(toolbox, 'add', { a: 'two' });
    expect(refused).toBeInstanceOf(llm.ToolError);
    expect(seen.calls.map(([, outcome]) => outcome)).toEqual(['error', 'error']);
    expect(await call(toolbox, 'add', { a: 1, b: 1 })).toBe('2');
  });

  it('cuts a huge result and says so', async () => {
    const { toolbox } = await connect([await start({ kind })]);
    const answer = (await call(toolbox, 'huge')) as string;
    expect(Buffer.byteLength(answer)).toBeLessThan(17_000);
    expect(answer).toMatch(/^ä+\n\[Cut here: 83616 more bytes/);
    // Each name is within its limit, although their sum is not.
    for (let count = 0; count < 12; count++) expect(await call(toolbox, 'huge')).toBe(answer);
  });

  it('does nothing with an answer that is nested too deeply, and works afterwards', async () => {
    const { toolbox } = await connect([await start({ kind })]);
    const answer = await call(toolbox, 'nested');
    expect(answer).toBeInstanceOf(llm.ToolError);
    expect((answer as Error).message).toContain('nested too deeply');
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
  });

  it('does not swallow a flood, and works afterwards', async () => {
    const { toolbox, seen } = await connect([await start({ kind })]);
    const answer = await call(toolbox, 'flood');
    expect(answer).toBeInstanceOf(llm.ToolError);
    expect((answer as Error).message).toContain('too large');
    expect(seen.failed).toHaveLength(1);
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
  });

  it('cancels a call at its deadline, notifies the server, and works afterwards', async () => {
    const server = await start({ kind });
    const { toolbox, seen } = await connect([server], { callDeadlineMs: 1_500, slowMs: 1_000 });
    const answer = await call(toolbox, 'slow', { ms: 60_000 });
    expect((answer as Error).message).toContain('in time');
    expect(seen.calls).toEqual([['slow', 'deadline']]);
    expect(seen.slow).toEqual(['slow']);
    await vi.waitFor(() => expect(server.calledOff).toBe(1), 10_000);
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
    expect(seen.slow).toEqual(['slow']);
  });

  it('calls it off when the framework does', async () => {
    const server = await start({ kind });
    const { toolbox } = await connect([server]);
    const interruption = new AbortController();
    const answer = call(toolbox, 'slow', { ms: 60_000 }, interruption.signal);
    await vi.waitFor(() => expect(server.calls.get('slow')).toBe(1), 10_000);
    interruption.abort();
    expect(await answer).toBeInstanceOf(llm.ToolError);
    await vi.waitFor(() => expect(server.calledOff).toBe(1), 10_000);
  });

  it('outlives the death of a server in mid-call, and finds it again when it is back', async () => {
    const server = await start({ kind });
    const { toolbox, seen } = await connect([server]);
    expect(await call(toolbox, 'dying')).toBeInstanceOf(llm.ToolError);
    expect(seen.failed).toHaveLength(1);
    const meanwhile = await call(toolbox, 'add', { a: 1, b: 2 });
    expect((meanwhile as Error).message).toContain('cannot be reached');
    await server.restart();
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
  });

  it('does not mind a server that was restarted between two calls', async () => {
    const server = await start({ kind });
    const { toolbox } = await connect([server]);
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
    await server.kill();
    await server.restart();
    // Servers take longer than this to restart; the reset must have reached the client, which lives in this process.
    await delay(50);
    expect(await call(toolbox, 'add', { a: 2, b: 2 })).toBe('4');
  });

  it('leaves nothing open when it is closed, even during a call', async () => {
    const server = await start({ kind });
    const { toolbox } = await connect([server]);
    expect(server.openConnections).toBeGreaterThan(0);
    expect(server.sessions).toBe(1);
    const pending = call(toolbox, 'slow', { ms: 60_000 });
    await vi.waitFor(() => expect(server.calls.get('slow')).toBe(1), 10_000);
    await toolbox.close();
    expect(await pending).toBeInstanceOf(llm.ToolError);
    await vi.waitFor(() => expect(server.openConnections).toBe(0), 10_000);
    expect(server.sessions).toBe(0);
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBeInstanceOf(llm.ToolError);
    expect(server.openConnections).toBe(0);
  });
});

it('closes the connection of a call that has exceeded its deadline', async () => {
  const server = await start({ json: true });
  const { toolbox } = await connect([server], { callDeadlineMs: 200 });
  for (let count = 0; count < 4; count++) await call(toolbox, 'slow', { ms: 60_000 });
  await vi.waitFor(() => expect(server.calledOff).toBe(4), 10_000);
  await vi.waitFor(() => expect(server.openConnections).toBeLessThan(4), 10_000);
});
