/** Servers with invalid answers: each item is read by itself, and an unusable one affects nothing else. */
import { llm } from '@livekit/agents';
import { describe, expect, it, vi } from 'vitest';
import {
  RawMcpServer,
  type RawMcpServerOptions,
  toolResults,
} from '../../test/kit/servers/raw-mcp-server.ts';
import { call, toolSetup } from '../../test/kit/tool-setup.ts';

const WAIT_MS = 10_000;
const { connect, after } = toolSetup();

async function raw(options: RawMcpServerOptions): Promise<RawMcpServer> {
  const server = await RawMcpServer.start(options);
  after(() => server.stop());
  return server;
}

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
const plain = (name: string) => ({ name, inputSchema });
const names = (toolbox: { tools: readonly llm.FunctionTool[] }) => toolbox.tools.map(({ name }) => name);

describe('a list with one odd tool', () => {
  const usable: [string, object, string?][] = [
    ['no input schema', { name: 'odd' }],
    ['a null input schema', { name: 'odd', inputSchema: null }],
    ['a boolean input schema', { name: 'odd', inputSchema: true }],
    ['an input schema without a type', { name: 'odd', inputSchema: { properties: {} } }],
    ['an input schema that is a list', { name: 'odd', inputSchema: [] }],
    ['an input schema of another type', { name: 'odd', inputSchema: { type: 'string' } }],
    ['a null description', { ...plain('odd'), description: null }],
    ['a description that is no text', { ...plain('odd'), description: { en: 'odd' } }],
    ['a long description', { ...plain('odd'), description: 'x'.repeat(50_000) }],
    ['a title that is no text', { ...plain('odd'), title: 5 }],
    ['an output schema without a type', { ...plain('odd'), outputSchema: { anyOf: [{ type: 'string' }] } }],
    ['an output schema that is a list', { ...plain('odd'), outputSchema: [1] }],
    ['a null output schema', { ...plain('odd'), outputSchema: null }],
    ['odd annotations', { ...plain('odd'), annotations: 'readOnly' }],
    ['annotations with odd values', { ...plain('odd'), annotations: { title: 1, readOnlyHint: 'yes' } }],
    ['odd icons', { ...plain('odd'), icons: 'icon.png' }],
    ['odd metadata', { ...plain('odd'), _meta: null, execution: 'sync' }],
    ['a name with dots and slashes', plain('odd.one/two'), 'odd_one_two'],
    ['a name in letters with accents', plain('öffne_tür'), 'offne_tur'],
    ['a name in other letters', plain('天気'), 'tool'],
    ['a name that begins with a digit', plain('3d-view'), '_3d-view'],
    ['a long name', plain('n'.repeat(100)), 'n'.repeat(64)],
    ['a name that the conversation has already', plain('end_call'), 'end_call_2'],
  ];

  it.each(usable)('takes a tool with %s, and calls it by its own name', async (_, tool, name = 'odd') => {
    const server = await raw({ results: toolResults([plain('first'), tool, plain('last')]) });
    const { toolbox, seen } = await connect([server.url], { taken: ['end_call'] });
    expect(names(toolbox)).toEqual(['first', name, 'last']);
    expect(await call(toolbox, name)).toBe(`this is ${(tool as { name: string }).name}`);
    expect([seen.dropped, seen.failed, toolbox.failures]).toEqual([[], [], []]);
  });

  const unusable: [string, unknown, [string, string]][] = [
    ['null', null, ['tools[1]', 'it is no object']],
    ['a text', 'odd', ['tools[1]', 'it is no object']],
    ['nameless', { inputSchema }, ['tools[1]', 'it has no name']],
    ['named by a number', { name: 5, inputSchema }, ['tools[1]', 'it has no name']],
    ['named by nothing', plain(''), ['tools[1]', 'it has no name']],
    ['listed twice', plain('first'), ['first', 'the server lists it twice']],
    [
      'a task',
      { ...plain('odd'), execution: { taskSupport: 'required' } },
      ['odd', 'it runs as a task only'],
    ],
    [
      'huge',
      { name: 'odd', inputSchema: { properties: { x: { enum: ['x'.repeat(20_000)] } } } },
      ['odd', 'its input schema is too large'],
    ],
  ];

  it.each(unusable)('leaves out a tool that is %s, says why, and takes the others', async (_, tool, why) => {
    const server = await raw({ results: toolResults([plain('first'), tool, plain('last')]) });
    const { toolbox, seen } = await connect([server.url]);
    expect(names(toolbox)).toEqual(['first', 'last']);
    expect(await call(toolbox, 'last')).toBe('this is last');
    expect(seen.dropped).toEqual([why]);
    expect(toolbox.failures[0]?.reason).toBe('1 of its tools were left out');
  });
});

describe('a list in pages', () => {
  const paged = (page: (cursor: unknown) => unknown) =>
    toolResults([], { 'tools/list': (params: { cursor?: unknown }) => page(params?.cursor) });

  it('ends at a repeated cursor', async () => {
    const server = await raw({ results: paged(() => ({ tools: [plain('one')], nextCursor: 'again' })) });
    const { toolbox } = await connect([server.url]);
    expect(names(toolbox)).toEqual(['one']);
    expect(server.count('tools/list')).toBe(2);
  });

  it('ends when cursors form a cycle', async () => {
    const next: Record<string, string> = { a: 'b', b: 'c', c: 'a' };
    const results = paged((cursor = 'c') => {
      const here = next[String(cursor)] as string;
      return { tools: [plain(here)], nextCursor: here };
    });
    const { toolbox } = await connect([(await raw({ results })).url]);
    expect(names(toolbox)).toEqual(['a', 'b', 'c']);
  });

  it.each([[null], ['']])('ends with the cursor %j, and takes numbers as cursors', async (end) => {
    const results = paged((cursor) =>
      cursor === 2 ? { tools: [plain('two')], nextCursor: end } : { tools: [plain('one')], nextCursor: 2 },
    );
    expect(names((await connect([(await raw({ results })).url])).toolbox)).toEqual(['one', 'two']);
  });

  it('keeps the pages before one that cannot be read', async () => {
    const results = paged((cursor) => (cursor ? undefined : { tools: [plain('one')], nextCursor: 'two' }));
    expect(names((await connect([(await raw({ results })).url])).toolbox)).toEqual(['one']);
  });

  it('that is none leaves the server out, and says so', async () => {
    const servers = [
      await raw({ results: toolResults('none') }),
      await raw({ results: toolResults([], { 'tools/list': undefined }) }),
    ];
    const { toolbox } = await connect(servers.map(({ url }) => url));
    expect(toolbox.failures.map(({ reason }) => reason)).toEqual([
      'its list of tools is not one',
      'it refused (JSON-RPC error -32601)',
    ]);
  });
});

describe('a message that is not quite valid', () => {
  const spoils: [string, NonNullable<RawMcpServerOptions['spoil']>][] = [
    ['an error of null beside the result', (message) => ({ ...message, error: null })],
    ['fields of its own', (message) => ({ ...message, trace: 'abc' })],
    ['no version of JSON-RPC', ({ jsonrpc: _, ...message }) => message],
    ['an id that is a text', ({ id, ...message }) => ({ ...message, id: String(id) })],
    [
      'metadata of null',
      ({ result, ...message }) => ({ ...message, result: { ...(result as object), _meta: null } }),
    ],
    ['a list around it', (message) => [message]],
  ];

  it.each(spoils.flatMap(([what, spoil]) => [true, false].map((json) => [what, json, spoil] as const)))(
    'is understood with %s (JSON: %s)',
    async (_, json, spoil) => {
      const server = await raw({ json, spoil, results: toolResults([plain('one')]) });
      const { toolbox } = await connect([server.url]);
      expect(await call(toolbox, 'one')).toBe('this is one');
    },
  );

  it('that comes before the result of a call does not disturb it', async () => {
    const beforeResult = [
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 'half' } },
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 1, progress: 1, total: 2 },
      },
      { jsonrpc: '2.0', method: 'notifications/message', params: null },
      { method: 'notifications/unheard-of' },
      { nonsense: true },
    ];
    const server = await raw({ beforeResult, results: toolResults([plain('one')]) });
    const { toolbox } = await connect([server.url]);
    expect(await call(toolbox, 'one')).toBe('this is one');
  });

  it('gives the model the error text of the server', async () => {
    const spoil = (message: Readonly<Record<string, unknown>>) =>
      'error' in message ? { ...message, error: 'no such city' } : message;
    const server = await raw({ spoil, results: toolResults([plain('one')], { 'tools/call': undefined }) });
    const { toolbox } = await connect([server.url]);
    expect(((await call(toolbox, 'one')) as Error).message).toContain('no such city');
  });
});

describe('the handshake', () => {
  const serverInfo = { name: 'raw', version: '1' };
  const answers: [string, unknown, string][] = [
    ['an old version', { protocolVersion: '2024-11-05', capabilities: {}, serverInfo }, '2024-11-05'],
    [
      'a version from the future',
      { protocolVersion: '2031-01-01', capabilities: {}, serverInfo },
      '2031-01-01',
    ],
    ['no version', { capabilities: {}, serverInfo }, '2025-03-26'],
    [
      'a version that is no header',
      { protocolVersion: 'a\r\nb: c', capabilities: {}, serverInfo },
      '2025-03-26',
    ],
    [
      'null for the rest',
      { protocolVersion: '2025-06-18', capabilities: null, serverInfo: null },
      '2025-06-18',
    ],
    ['less than it should', { protocolVersion: '2025-06-18', serverInfo: { name: 'raw' } }, '2025-06-18'],
  ];

  it.each(answers)('may be answered with %s', async (_, initialize, version) => {
    const server = await raw({ results: toolResults([plain('one')], { initialize }) });
    const { toolbox } = await connect([server.url]);
    expect(await call(toolbox, 'one')).toBe('this is one');
    expect(new Set(server.versions)).toEqual(new Set([undefined, version]));
  });

  it('is repeated with the version that a refusal names', async () => {
    const server = await raw({
      results: toolResults([plain('one')], {
        initialize: (params: { protocolVersion: string }) =>
          params.protocolVersion === '2024-11-05'
            ? { protocolVersion: '2024-11-05', capabilities: {}, serverInfo }
            : undefined,
      }),
      spoil: (message) =>
        'error' in message
          ? { ...message, error: { code: -32_602, message: 'version', data: { supported: ['2024-11-05'] } } }
          : message,
    });
    expect(names((await connect([server.url])).toolbox)).toEqual(['one']);
  });
});

describe('requests of a server', () => {
  it('are answered: ping with a result, others as unknown methods', async () => {
    const methods = ['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create', 'unheard/of'];
    const beforeResult = methods.map((method) => ({ jsonrpc: '2.0', id: method, method, params: { x: 1 } }));
    const server = await raw({ beforeResult, results: toolResults([plain('one')]) });
    const { toolbox } = await connect([server.url]);
    expect(await call(toolbox, 'one')).toBe('this is one');
    const answers = () => server.received.filter(({ method }) => method === undefined);
    await vi.waitFor(() => expect(answers()).toHaveLength(methods.length), WAIT_MS);
    const codes = Object.fromEntries(
      answers().map(({ id, error }) => [id, (error as { code: number } | undefined)?.code]),
    );
    const unknown = Object.fromEntries(methods.slice(1).map((method) => [method, -32_601]));
    expect(codes).toEqual({ ping: undefined, ...unknown });
  });
});

describe('a stream of its own', () => {
  it.each([[404], [405], [400], [500]])('may be refused with %i', async (getStatus) => {
    const server = await raw({ getStatus, results: toolResults([plain('one')]) });
    const { toolbox, seen } = await connect([server.url]);
    expect(await call(toolbox, 'one')).toBe('this is one');
    expect(seen.failed).toEqual([]);
  });

  it('reports that the list of tools has changed', async () => {
    let tools = [plain('one'), plain('a.b'), plain('a_b')];
    const server = await raw({ results: toolResults([], { 'tools/list': () => ({ tools }) }) });
    const { toolbox, seen } = await connect([server.url]);
    expect(names(toolbox)).toEqual(['one', 'a_b', 'a_b_2']);
    await vi.waitFor(() => expect(server.openStreams).toBe(1), WAIT_MS);
    tools = [plain('a_b'), plain('new')];
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    for (let count = 0; count < 20; count++) server.notify(changed);
    await vi.waitFor(() => expect(seen.changes).toBe(1), WAIT_MS);
    // A tool keeps its name.
    expect(names(toolbox)).toEqual(['a_b_2', 'new']);
    expect(await call(toolbox, 'a_b_2')).toBe('this is a_b');
    expect(server.count('tools/list')).toBe(2);
    await toolbox.close();
    await vi.waitFor(() => expect(server.openStreams).toBe(0), WAIT_MS);
  });
});

it('a change of the list during a call is noticed, and the call continues', async () => {
  let tools = [plain('one')];
  const server = await raw({
    getStatus: 405,
    beforeResult: [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }],
    results: toolResults([], { 'tools/list': () => ({ tools }) }),
  });
  const { toolbox, seen } = await connect([server.url]);
  tools = [plain('one'), plain('two')];
  expect(await call(toolbox, 'one')).toBe('this is one');
  await vi.waitFor(() => expect(seen.changes).toBe(1), WAIT_MS);
  expect(names(toolbox)).toEqual(['one', 'two']);
});

it('an expired session is started again, and the tools are read again', async () => {
  let tools = [plain('one')];
  const options: RawMcpServerOptions = {
    session: 'first',
    results: toolResults([], { 'tools/list': () => ({ tools }) }),
  };
  const server = await raw(options);
  const { toolbox, seen } = await connect([server.url]);
  options.session = 'second';
  tools = [plain('one'), plain('two')];
  expect(await call(toolbox, 'one')).toBe('this is one');
  expect(server.count('initialize')).toBe(2);
  await vi.waitFor(() => expect(seen.changes).toBe(1), WAIT_MS);
  expect([seen.failed, seen.calls]).toEqual([[], [['one', 'ok']]]);
});

describe('the result of a call', () => {
  const text = { type: 'text', text: 'rain' };
  const results: [string, unknown, string | RegExp][] = [
    [
      'an unknown type of content',
      { content: [text, { type: 'hologram', data: 'AAAA' }] },
      'rain\n[hologram: content that cannot be shown]',
    ],
    ['an unknown type with text', { content: [{ type: 'markdown', text: '*rain*' }] }, '*rain*'],
    ['content without a type', { content: [{ text: 'rain' }] }, 'rain'],
    ['texts as content', { content: ['rain', 'wind'] }, 'rain\nwind'],
    ['one text as content', { content: 'rain' }, 'rain'],
    ['one object as content', { content: text }, 'rain'],
    ['a null among the content', { content: [null, text] }, 'rain'],
    ['a number as text', { content: [{ type: 'text', text: 5 }] }, '5'],
    ['structures only', { structuredContent: { sum: 3 } }, '{"sum":3}'],
    ['a list as structure', { content: null, structuredContent: [1, 2] }, '[1,2]'],
    ['an image without a type', { content: [{ type: 'image', data: null }] }, '[an image: unknown]'],
    ['an odd resource', { content: [{ type: 'resource', resource: null }] }, '[a file: unknown]'],
    ['a resource in place', { content: [{ type: 'resource', uri: 'file:///a', text: 'rain' }] }, 'rain'],
    [
      'a link',
      { content: [{ type: 'resource_link', name: 'a', uri: 'file:///a' }] },
      '[a link: a, file:///a]',
    ],
    [
      'odd annotations',
      { content: [{ ...text, annotations: { priority: 7, audience: 'me' }, _meta: null }] },
      'rain',
    ],
    ['the form of 2024', { toolResult: { sum: 3 } }, '{"sum":3}'],
    ['nothing', {}, 'Done. The tool returned nothing.'],
    ['null', null, 'Done. The tool returned nothing.'],
    ['a failure that is none', { content: [text], isError: null }, 'rain'],
    ['a failure without content', { isError: true }, 'The tool failed, and did not say why.'],
    ['a failure in structures', { isError: true, structuredContent: { why: 'closed' } }, '{"why":"closed"}'],
  ];

  it.each(results)('may be %s', async (_, result, expected) => {
    const server = await raw({
      json: true,
      results: toolResults([plain('one')], { 'tools/call': () => result }),
    });
    const { toolbox } = await connect([server.url]);
    const answer = await call(toolbox, 'one');
    expect(answer instanceof llm.ToolError ? answer.message : answer).toBe(expected);
  });
});
