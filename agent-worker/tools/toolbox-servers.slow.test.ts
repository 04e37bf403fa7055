import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { llm } from '@livekit/agents';
import { ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { call, toolSetup } from '../../test/kit/tool-setup.ts';
import { AddressGuard } from '../address-guard/address-guard.ts';
import { parseAllowHosts } from '../address-guard/allowed-hosts.ts';

const { start, connect, after } = toolSetup();

/**
 * An HTTP server that does not speak MCP.
 * @returns its URL, and how many requests it received
 */
async function rude(listener: RequestListener): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests++;
    listener(request, response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hush?key=hush`, requests: () => requests };
}

describe('a server that cannot be used', () => {
  const stream = { 'content-type': 'text/event-stream' };
  const cases: [string, RequestListener, string][] = [
    ['is broken', (_, response) => response.writeHead(500).end('boom'), 'HTTP 500'],
    ['wants credentials', (_, response) => response.writeHead(401).end(), 'HTTP 401'],
    [
      'is a web page',
      (_, response) => response.setHeader('content-type', 'text/html').end('<p>'),
      'not speak MCP',
    ],
    [
      'talks nonsense',
      (_, response) => response.writeHead(200, stream).end('data: {}\n\n'),
      'ended the connection',
    ],
    ['hangs up', (_, response) => response.destroy(), 'no connection'],
    [
      'is too old',
      (request, response) => response.writeHead(request.method === 'GET' ? 404 : 405).end(),
      'HTTP 404',
    ],
    [
      'is old and redirects',
      (request, response) => {
        if (request.method !== 'GET') response.writeHead(405).end();
        else response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      },
      'redirects (HTTP 302)',
    ],
    [
      'wants to be asked again and again',
      (_, response) => response.writeHead(200, stream).end('id: 1\nretry: 0\ndata:\n\n'),
      'ended the connection',
    ],
    [
      'is old and points elsewhere',
      (request, response) => {
        if (request.method !== 'GET') response.writeHead(405).end();
        else response.writeHead(200, stream).write('event: endpoint\ndata: http://127.0.0.1:1/x\n\n');
      },
      'not speak MCP',
    ],
    [
      'redirects',
      (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
      'redirects (HTTP 307)',
    ],
    [
      'floods',
      (_, response) => {
        response.writeHead(200, stream);
        const pour = () => {
          while (response.write(`data: ${'x'.repeat(65_536)}`));
        };
        response.on('drain', pour);
        pour();
      },
      'too large',
    ],
  ];

  it.each(cases)('is left out when it %s, and the others work', async (_, listener, why) => {
    const server = await start();
    const other = await rude(listener);
    const { toolbox, seen } = await connect([other.url, server]);
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
    expect(toolbox.failures).toHaveLength(1);
    expect(toolbox.failures[0]?.reason).toContain(why);
    expect(toolbox.failures[0]?.server).toBe(`mcp_servers[0] ${new URL(other.url).origin}`);
    expect(seen.failed).toHaveLength(1);
    // A stream may be resumed a limited number of times.
    expect(other.requests()).toBeLessThan(20);
    expect(JSON.stringify([toolbox.failures, seen.failed])).not.toMatch(/hush|169\.254|boom/);
  });

  it('is left out when it keeps silent, and the others work', async () => {
    const silent: RequestListener[] = [
      () => {},
      (_, response) => response.writeHead(200, stream).flushHeaders(),
      (request, response) => {
        if (request.method === 'GET') response.writeHead(200, stream).flushHeaders();
        else response.writeHead(405).end();
      },
    ];
    const servers = await Promise.all(silent.map((listener) => rude(listener)));
    const urls = [...servers.map(({ url }) => url), (await start()).url];
    const { toolbox } = await connect(urls, { connectDeadlineMs: 2_000 });
    expect(toolbox.failures.map(({ reason }) => reason)).toEqual(
      silent.map(() => 'it did not answer in time'),
    );
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
  });

  it('cannot make us ask without end', async () => {
    const ping = (id: number) => `data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`;
    let first = true;
    const asking = await rude((_, response) => {
      if (first)
        response.writeHead(200, stream).write(Array.from({ length: 5_000 }, (_, id) => ping(id)).join(''));
      first = false;
    });
    const leaving = new AbortController();
    const connecting = connect([asking.url], { signal: leaving.signal, connectDeadlineMs: 60_000 });
    await vi.waitFor(() => expect(asking.requests()).toBe(32), 10_000);
    await delay(200);
    expect(asking.requests()).toBe(32);
    leaving.abort(new Error('enough'));
    await expect(connecting).rejects.toThrow('enough');
  });

  it('is left out if the server does not answer', async () => {
    const gone = await start();
    await gone.stop();
    const { toolbox } = await connect([gone, await start()]);
    expect(toolbox.failures[0]?.reason).toContain('ECONNREFUSED');
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
  });

  it('is left out when its address is private and not allowed', async () => {
    const server = await start();
    const { toolbox } = await connect([server, 'nonsense', 'ftp://hush@x/'], { guard: new AddressGuard() });
    expect(toolbox.tools).toEqual([]);
    expect(toolbox.failures.map(({ server: name }) => name)).toEqual([
      `mcp_servers[0] http://${server.host}`,
      'mcp_servers[1]',
      'mcp_servers[2]',
    ]);
    expect(toolbox.failures[0]?.reason).toContain('MCP_ALLOW_HOSTS');
    expect(server.openConnections).toBe(0);
  });

  it('is left out when its name leads to a private address', async () => {
    const server = await start();
    const guard = new AddressGuard({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const { toolbox } = await connect([`http://tools.example.org:${server.port}/mcp`], { guard });
    expect(toolbox.failures[0]?.reason).toContain('not a public address');
    expect(server.openConnections).toBe(0);
  });

  it('is not waited for when the conversation is called off', async () => {
    const silent = await rude(() => {});
    const leaving = new AbortController();
    const connecting = connect([silent.url], { signal: leaving.signal, connectDeadlineMs: 60_000 });
    await vi.waitFor(() => expect(silent.requests()).toBe(1), 10_000);
    leaving.abort(new Error('the caller left'));
    await expect(connecting).rejects.toThrow('the caller left');
  });
});

describe('a server that is reached by name', () => {
  it('is found at the address that was checked, also after it was lost', async () => {
    const server = await start();
    let asked = 0;
    const guard = new AddressGuard({
      allowHosts: parseAllowHosts('tools.lan'),
      resolve: async () => {
        asked++;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const { toolbox } = await connect([`http://tools.lan:${server.port}/mcp`], { guard });
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
    expect(asked).toBe(1);
    await call(toolbox, 'dying');
    await server.restart();
    expect(await call(toolbox, 'add', { a: 1, b: 2 })).toBe('3');
    expect(asked).toBe(2);
  });
});

describe('tools', () => {
  it('of two servers keep apart when their names are the same', async () => {
    const [first, second] = [await start(), await start({ json: true })];
    const { toolbox } = await connect([first, second, first]);
    const names = toolbox.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith('add'))).toEqual(['add', 'add_2']);
    expect(await call(toolbox, 'add_2', { a: 1, b: 2 })).toBe('3');
    expect([first.calls.get('add'), second.calls.get('add')]).toEqual([undefined, 1]);
  });

  it('get names that models accept, and are called by their own', async () => {
    const server = await start({
      register: (mcp) =>
        mcp.registerTool('files.read.all', {}, () => ({ content: [{ type: 'text', text: 'read' }] })),
    });
    const { toolbox } = await connect([server]);
    expect(await call(toolbox, 'files_read_all')).toBe('read');
  });

  it('are bounded in number and size, and paged through', async () => {
    const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
      name,
      inputSchema: { type: 'object' },
      ...more,
    });
    let pages = 0;
    const server = await start({
      register: (mcp) =>
        mcp.server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
          pages++;
          const page = Number(params?.cursor ?? 0);
          const many = Array.from({ length: 10 }, (_, index) => tool(`tool_${page}_${index}`));
          const odd = [
            tool('x'.repeat(129)),
            tool('listed twice'),
            tool('listed twice'),
            tool('deep', {
              inputSchema: { type: 'object', properties: { x: { const: 'x'.repeat(20_000) } } },
            }),
            tool('task', { execution: { taskSupport: 'required' } }),
          ];
          return { tools: [...(page === 0 ? odd : []), ...many], nextCursor: String(page + 1) };
        }),
    });
    const { toolbox } = await connect([server]);
    expect(toolbox.tools).toHaveLength(64);
    expect(pages).toBe(7);
    expect(toolbox.tools.some(({ name }) => /^(x+|deep|task)$/.test(name))).toBe(false);
    expect(toolbox.failures[0]?.reason).toContain('11 of its tools were left out');
  });

  it('of all servers together are bounded', async () => {
    const register = (mcp: Parameters<NonNullable<Parameters<typeof start>[0]>['register'] & object>[0]) =>
      mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
        tools: Array.from({ length: 64 }, (_, index) => ({
          name: `tool_${index}`,
          inputSchema: { type: 'object' as const },
        })),
      }));
    const servers = await Promise.all([1, 2, 3].map(() => start({ register })));
    const { toolbox } = await connect(servers);
    expect(toolbox.tools).toHaveLength(128);
    expect(toolbox.failures).toEqual([
      { server: expect.stringContaining('[2]'), reason: expect.stringContaining('64 of its tools') },
    ]);
  });

  it('have schemas that pass for nothing else', async () => {
    const register = (mcp: Parameters<NonNullable<Parameters<typeof start>[0]>['register'] & object>[0]) =>
      mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
        tools: [
          {
            name: 'add',
            inputSchema: {
              type: 'object' as const,
              properties: { a: { type: 'number' }, b: { type: 'number' } },
              _def: { typeName: 'ZodObject' },
              _zod: {},
              '~standard': {},
            },
          },
        ],
      }));
    const { toolbox } = await connect([await start({ register })]);
    expect(toolbox.tools[0]?.parameters).toEqual({
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
    });
  });

  it('fit the framework', async () => {
    const { toolbox } = await connect([await start()]);
    const context = new llm.ToolContext(toolbox.tools);
    const toolCall = llm.FunctionCall.create({ callId: 'c1', name: 'add', args: '{"a":1,"b":2}' });
    const output = await llm.executeToolCall(toolCall, context);
    expect(output).toMatchObject({ callId: 'c1', output: '"3"', isError: false });
  });

  it('answer several calls at once', async () => {
    const { toolbox } = await connect([await start()]);
    const sums = Array.from({ length: 10 }, (_, a) => call(toolbox, 'add', { a, b: 1 }));
    expect(await Promise.all(sums)).toEqual(Array.from({ length: 10 }, (_, a) => String(a + 1)));
    expect(toolbox.callsBegun).toBe(10);
  });

  it('may answer in structures', async () => {
    const outputSchema = { sum: z.number() };
    const server = await start({
      register: (mcp) =>
        mcp.registerTool('structured', { outputSchema }, () => ({
          content: [],
          structuredContent: { sum: 3 },
        })),
    });
    const { toolbox } = await connect([server]);
    expect(await call(toolbox, 'structured')).toBe('{"sum":3}');
    expect(await call(toolbox, 'picture')).toBe('see:\n[an image: image/png]');
  });
});
