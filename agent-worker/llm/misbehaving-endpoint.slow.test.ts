import { initializeLogger, llm } from '@livekit/agents';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ChatScript,
  ChatServer,
  deltaEvent,
  endless,
  event,
  raw,
} from '../../test/kit/servers/chat-server.ts';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import { WITHDRAWN } from '../text-filters/withdrawn.ts';
import { ChatModel, type ChatModelOptions } from './chat-model.ts';
import { contextOf, RecordingObserver } from './testing.ts';

initializeLogger({ pretty: false, level: 'silent' });

const APOLOGY = agentLanguageOrEnglish('en').apology.instead;
const CUT_OFF = agentLanguageOrEnglish('en').apology.cutOff;
const DONE = 'data: [DONE]\n\n';
const SECRET = 'the-text-of-the-conversation';

let server: ChatServer;
let observer: RecordingObserver;

beforeEach(async () => {
  server = await ChatServer.start();
  observer = new RecordingObserver();
});

afterEach(async () => {
  // After any failure of the endpoint, no request is left open, and no reason contains spoken text.
  await vi.waitFor(() => expect(server.underWay).toBe(0), { timeout: 3000 });
  expect(observer.failures.join()).not.toContain(SECRET);
  await server.close();
});

async function ask(script: ChatScript, options: Partial<ChatModelOptions> = {}) {
  server.answer(script);
  const { text, toolCalls } = await new ChatModel({
    endpoint: server.endpoint,
    observer,
    lang: () => 'en',
    firstTokenMs: 300,
    stallMs: 300,
    reasoningMs: 500,
    ...options,
  })
    .chat({ chatCtx: contextOf(SECRET) })
    .collect();
  // Text that was withdrawn is not spoken.
  return { text: text.slice(text.lastIndexOf(WITHDRAWN) + 1), toolCalls };
}

describe('a rude endpoint', () => {
  it.each([
    ['a web page', raw(['<html><body>', SECRET, '</body></html>'], 'text/html')],
    ['a web page as a stream', raw(['\n<html>', SECRET])],
    ['a web page with an error', raw(['<html>', SECRET], 'text/html', 502)],
    ['no JSON', raw([`data: ${SECRET}\n\n`])],
    ['half an event', raw(['data: {"choi'])],
    ['nothing', raw([''])],
    ['an end and nothing else', raw([DONE])],
    ['events without choices', raw([event({}), event({ choices: null }), event({ choices: [] }), DONE])],
    [
      'empty deltas',
      raw([deltaEvent({}), deltaEvent(null), deltaEvent({ content: null }), deltaEvent({}, 'stop')]),
    ],
    [
      'a tool call without a name',
      raw([deltaEvent({ tool_calls: [{ index: 0, function: null }] }, 'tool_calls')]),
    ],
    ['an error in place of an answer', raw([`{"error":{"message":"${SECRET}"}}`], 'application/json')],
    ['an error in the stream', raw([event({ error: { message: SECRET } })])],
    ['an endless stream of empty deltas', endless(deltaEvent({ content: '' }))],
    ['endless comments', endless(': waiting\n\n')],
    ['endless reasoning', endless(deltaEvent({ reasoning_content: 'Hmm. ' }))],
    ['endless reasoning in the text', endless(deltaEvent({ content: '<think>Hmm. ' }))],
    ['an endless line', endless(`data: ${'x'.repeat(100_000)}`)],
    ['an endless error', endless('x'.repeat(10_000), { contentType: 'text/plain', status: 500 })],
    ['an endless web page', endless('x'.repeat(10_000), { contentType: 'text/html' })],
    [
      'an endless tool call',
      endless(
        deltaEvent({
          tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: 'x'.repeat(5000) } }],
        }),
      ),
    ],
    ['bytes that are no text', raw([new Uint8Array([0xff, 0xfe, 0, 1, 0x0a, 0x0a])])],
  ] as [string, ChatScript][])('that sends %s is apologised for, once', async (_, script) => {
    const { text, toolCalls } = await ask(script);
    expect(text).toBe(APOLOGY);
    expect(toolCalls).toEqual([]);
    expect(observer.failures).toHaveLength(1);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it.each([
    [
      'does not stream',
      raw([JSON.stringify({ choices: [{ message: { content: 'Yes.' } }] })], 'application/json'),
    ],
    ['says that it is plain text', raw([deltaEvent({ content: 'Yes.' }, 'stop'), DONE], 'text/plain')],
    ['forgets its end', raw([deltaEvent({ content: 'Yes.' }, 'stop')])],
    ['says that it is done, but not why', raw([deltaEvent({ content: 'Yes.' }), DONE])],
    ['sends null fields', raw([deltaEvent({ content: 'Yes.', role: null, tool_calls: null }, 'stop'), DONE])],
    [
      'thinks first',
      raw([deltaEvent({ reasoning_content: 'Hm.' }), deltaEvent({ content: 'Yes.' }, 'stop'), DONE]),
    ],
    [
      'cuts inside a character',
      raw([
        Buffer.from(deltaEvent({ content: 'Yes.' }, 'stop')).subarray(0, 9),
        Buffer.from(deltaEvent({ content: 'Yes.' }, 'stop')).subarray(9),
        DONE,
      ]),
    ],
    [
      'goes on behind its end',
      endless(deltaEvent({}, 'stop'), { first: deltaEvent({ content: 'Yes.' }, 'stop') }),
    ],
  ] as [string, ChatScript][])('that %s is understood', async (_, script) => {
    expect((await ask(script)).text).toBe('Yes.');
    expect(observer.failures).toEqual([]);
  });

  it.each([
    ['ends without an end', raw([deltaEvent({ content: 'Well.' })])],
    ['sends nonsense in the middle', raw([deltaEvent({ content: 'Well.' }), 'data: {{{\n\n'])],
    ['says an error in the middle', raw([deltaEvent({ content: 'Well.' }), event({ error: SECRET })])],
    ['idles in the middle', endless(': waiting\n\n', { first: deltaEvent({ content: 'Well.' }) })],
  ] as [string, ChatScript][])('that %s is excused', async (_, script) => {
    expect((await ask(script)).text).toBe(`Well. ${CUT_OFF}`);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['ends with an error', 'error', 2],
    ['is overloaded', 'engine_overloaded_error', 2],
    ['is aborted', 'abort', 2],
    ['withholds its answer', 'content_filter', 1],
    ['finds it unsafe', 'SAFETY', 1],
  ])('that %s is apologised for, or excused if something was said', async (_, reason, requests) => {
    expect((await ask(raw([deltaEvent({ content: '' }, reason), DONE]))).text).toBe(APOLOGY);
    expect(server.requests).toHaveLength(requests);
    expect((await ask(raw([deltaEvent({ content: 'Well.' }), deltaEvent({}, reason), DONE]))).text).toBe(
      `Well. ${CUT_OFF}`,
    );
    expect(observer.failures).toHaveLength(2);
  });

  it.each([
    '...',
    '… … …',
    '🙂',
    '👍🏽🎉 🇩🇪',
    '\n \t\u200b',
    '```\n```',
    '```python\n```',
    '**  **',
    '---\n***',
    '[1]: https://example.org/docs\n',
    '<b></b><br/>',
    '<pause:500ms>',
    '<!-- nothing -->',
    '<|im_end|>',
    '<think>Hm.</think>',
    '<think>Hm.',
    'The caller wants news.</think>',
    '[THINK]Hm.[/THINK]🙂',
    '<|channel|>analysis<|message|>Hm.<|end|>',
    '<tool_call>{"name": "f", "argum',
    '&nbsp;',
    '!?',
  ])('whose answer cannot be heard is apologised for: %j', async (text) => {
    for (const pieces of [[text], [...text]]) {
      const events = pieces.map((content) => deltaEvent({ content }));
      expect((await ask(raw([...events, deltaEvent({}, 'stop'), DONE]))).text).toBe(APOLOGY);
    }
    expect(observer.failures).toHaveLength(2);
  });

  it.each([
    ['with every piece', (text: string) => deltaEvent({ content: text }, 'stop')],
    ['with every piece, and a usage', (text: string) => usage(deltaEvent({ content: text }, 'stop'))],
    ['that is blank', (text: string) => deltaEvent({ content: text }, '')],
  ])('that sends a reason to finish %s is heard to its end', async (_, piece) => {
    const script: ChatScript = async ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(deltaEvent({ role: 'assistant', content: '' }, 'stop'));
      for (const text of ['One', ' two', ' three.']) {
        await new Promise((resolve) => setTimeout(resolve, 120));
        response.write(piece(text));
      }
      response.end(DONE);
    };
    expect((await ask(script)).text).toBe('One two three.');
    expect(observer.counts.length).toBeLessThanOrEqual(1);
  });

  it.each<[string, unknown[]]>([
    [
      'content in parts',
      [{ content: ['Y', { type: 'text', text: 'e' }, { type: 'output_text', text: 's.' }] }],
    ],
    ['half a character at a time', [{ content: 'Yes \ud83d' }, { content: '\ude00.' }]],
    [
      'reasoning in a field',
      [{ thinking: 'Hm.' }, { reasoning_details: [{ text: 'Hm.' }] }, { content: 'Yes.' }],
    ],
  ])('that sends %s is understood', async (_, deltas) => {
    const { text } = await ask(
      raw([...deltas.map((delta) => deltaEvent(delta)), deltaEvent({}, 'stop'), DONE]),
    );
    expect(text).toMatch(/^Yes( 😀)?\.$/u);
  });

  it('that sends messages for deltas is understood', async () => {
    const message = (content: string, finish: string | null) =>
      event({ choices: [{ index: 0, delta: null, message: { content }, finish_reason: finish }] });
    expect((await ask(raw([message('Ye', null), message('s.', 'stop'), DONE]))).text).toBe('Yes.');
  });
});

function usage(data: string): string {
  const chunk = JSON.parse(data.slice('data: '.length)) as object;
  return event({ ...chunk, usage: { prompt_tokens: 3, completion_tokens: 1 } });
}

describe('calls of tools', () => {
  const tools = ['f', 'g'].map((name) =>
    llm.tool({
      name,
      description: name,
      parameters: { type: 'object', properties: {} },
      execute: async () => '',
    }),
  );
  const piece = (name: string | null, args: unknown, more: object = {}) => ({
    ...more,
    function: { ...(name && { name }), arguments: args },
  });
  const F1 = ['f', '{"x":1}'];
  const F2 = ['f', '{"x":2}'];

  /** Each element is one event of the stream. */
  async function calls(events: readonly (readonly object[])[], options: Partial<ChatModelOptions> = {}) {
    const deltas = events.map((pieces) => deltaEvent({ tool_calls: pieces }));
    server.answer(raw([...deltas, deltaEvent({}, 'tool_calls'), DONE]));
    const model = new ChatModel({ endpoint: server.endpoint, observer, lang: () => 'en', ...options });
    const { toolCalls } = await model
      .chat({ chatCtx: contextOf(SECRET), toolCtx: new llm.ToolContext(tools) })
      .collect();
    expect(new Set(toolCalls.map(({ callId }) => callId)).size).toBe(toolCalls.length);
    return toolCalls.map(({ name, args }) => [name, args]);
  }

  it.each<[string, (readonly object[])[], unknown]>([
    [
      'with one index and different ids',
      [[piece('f', '{"x":1}', { index: 0, id: 'a' })], [piece('f', { x: 2 }, { index: 0, id: 'b' })]],
      [F1, F2],
    ],
    ['without ids or index', [[piece('f', '{"x":1}')], [piece('f', '{"x":2}')]], [F1, F2]],
    ['without ids or index, at once', [[piece('f', '{"x":1}'), piece('f', '{"x":2}')]], [F1, F2]],
    [
      'without arguments, ids or index',
      [[piece('f', ''), piece('f', '')]],
      [
        ['f', '{}'],
        ['f', '{}'],
      ],
    ],
    [
      'without ids or index, in pieces',
      [
        [piece('f', '')],
        [piece(null, '{"x"')],
        [piece(null, ':1}')],
        [piece('f', '{"x"')],
        [piece(null, ':2}')],
      ],
      [F1, F2],
    ],
    [
      'with one id',
      [[piece('f', '{"x":1}', { index: 0, id: 'a' })], [piece('f', '{"x":2}', { index: 1, id: 'a' })]],
      [F1, F2],
    ],
    [
      'with one id and no index',
      [[piece('f', '{"x":1}', { id: 'a' })], [piece('f', '{"x":2}', { id: 'a' })]],
      [F1, F2],
    ],
    [
      'with one index and no ids',
      [[piece('f', '{"x":1}', { index: 0 })], [piece('g', '', { index: 0 })]],
      [F1, ['g', '{}']],
    ],
    [
      'in pieces that take turns',
      [
        [piece('f', '{"x"', { index: 0, id: 'a' }), piece('f', '{"x"', { index: 1, id: 'b' })],
        [piece(null, ':1}', { index: 0 }), piece(null, ':2}', { index: 1 })],
      ],
      [F1, F2],
    ],
    [
      'whose name comes with every piece',
      [
        [piece('f', '', { index: 0, id: 'a' })],
        [piece('f', '{"x"', { index: 0, id: 'a' })],
        [piece('f', ':1}', { index: 0, id: 'a' })],
      ],
      [F1],
    ],
    [
      'that end with their name and id alone',
      [[piece('f', '{"x":1}', { index: 0, id: 'a' })], [piece('f', '', { index: 0, id: 'a' })]],
      [F1],
    ],
    [
      'whose id is another in every piece',
      [[piece('f', '{"x"', { index: 0, id: 'a' })], [piece(null, ':1}', { index: 0, id: 'b' })]],
      [F1],
    ],
    [
      'that come in pieces and then as a whole',
      [[piece('f', '{"x":1}', { index: 0, id: 'a' })], [piece('f', '{"x":1}', { index: 0, id: 'a' })]],
      [F1],
    ],
    ['with a namespace', [[piece('functions.f', '{"x":1}', { index: 0, id: 'a' })]], [F1]],
    ['with a token in the name', [[piece('f<|channel|>json', '{"x":1}', { index: 0, id: 'a' })]], [F1]],
    ['with JSON in JSON', [[piece('f', '"{\\"x\\":1}"', { index: 0, id: 'a' })]], [F1]],
    ...['', ' ', 'null', '""', '{}', null, undefined].map(
      (args): [string, (readonly object[])[], unknown] => [
        `with blank arguments ${JSON.stringify(args)}`,
        [[piece('f', args, { index: 0, id: 'a' })]],
        [['f', '{}']],
      ],
    ),
  ])('%s are told apart', async (_, events, expected) => {
    expect(await calls(events)).toEqual(expected);
  });

  it.each([
    ['in the old form', deltaEvent({ function_call: { name: 'f', arguments: '{"x":1}' } }, 'function_call')],
    ['in a whole answer', JSON.stringify({ choices: [{ message: { tool_calls: [piece('f', { x: 1 })] } }] })],
  ])('%s are understood', async (_, body) => {
    server.answer(raw([body]));
    const model = new ChatModel({ endpoint: server.endpoint, observer, lang: () => 'en' });
    const { toolCalls } = await model
      .chat({ chatCtx: contextOf(SECRET), toolCtx: new llm.ToolContext(tools) })
      .collect();
    expect(toolCalls.map(({ name, args }) => [name, args])).toEqual([F1]);
  });

  it('are not passed on if the model may not call any, and the caller gets an apology', async () => {
    const call = deltaEvent({ tool_calls: [piece('f', '{}', { index: 0, id: 'a' })] }, 'tool_calls');
    server.answer(raw([call, DONE]));
    const model = new ChatModel({ endpoint: server.endpoint, observer, lang: () => 'en' });
    const { text, toolCalls } = await model
      .chat({ chatCtx: contextOf(SECRET), toolCtx: new llm.ToolContext(tools), toolChoice: 'none' })
      .collect();
    expect({ text, toolCalls }).toEqual({ text: APOLOGY, toolCalls: [] });
    expect(observer.failures).toEqual(['the answer only calls tools, and there are none for it']);
  });
});
