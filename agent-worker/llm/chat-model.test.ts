import { initializeLogger, llm } from '@livekit/agents';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ChatScript,
  ChatServer,
  callTools,
  cutAfter,
  hang,
  hangUp,
  refuse,
  refuseStreamOptions,
  say,
  stallAfter,
} from '../../test/kit/servers/chat-server.ts';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import { ChatModel, type ChatModelOptions } from './chat-model.ts';
import { markAsTooEarly } from './chat-request.ts';
import { MAX_ANSWER_CHARS } from './chat-stream.ts';
import { contextOf, RecordingObserver } from './testing.ts';

initializeLogger({ pretty: false, level: 'silent' });

const APOLOGY = agentLanguageOrEnglish('en').apology.instead;
const CUT_OFF = agentLanguageOrEnglish('en').apology.cutOff;

let server: ChatServer;
let observer: RecordingObserver;

beforeEach(async () => {
  server = await ChatServer.start();
  observer = new RecordingObserver();
});

afterEach(() => server.close());

function model(options: Partial<ChatModelOptions> = {}): ChatModel {
  return new ChatModel({ endpoint: server.endpoint, observer, lang: () => 'en', ...options });
}

/** Calls the model as AgentSession does, with the framework's retries enabled. */
function ask(
  options: Partial<ChatModelOptions> = {},
  toolCtx?: llm.ToolContextLike,
): Promise<llm.CollectedResponse> {
  return model(options)
    .chat({
      chatCtx: contextOf('What is new?'),
      connOptions: { maxRetry: 3, retryIntervalMs: 10, timeoutMs: 10_000 },
      ...(toolCtx && { toolCtx }),
    })
    .collect();
}

/** The framework's collected text is trimmed, so the chunks are joined here. */
async function textOf(script: ChatScript, options: Partial<ChatModelOptions> = {}): Promise<string> {
  server.answer(script);
  return (await ask(options)).text;
}

const weather = llm.tool({
  name: 'weather',
  description: 'Tells the weather of a place.',
  parameters: {
    type: 'object',
    properties: { place: { type: 'string' } },
    required: ['place'],
  },
  execute: async () => 'sunny',
});

describe('asking', () => {
  it('sends the conversation, the tools, the model and the key', async () => {
    const chatCtx = contextOf('Rain?', 'You know the weather.');
    chatCtx.insert([
      llm.FunctionCall.create({ callId: 'c1', name: 'weather', args: '{"place":"Delft"}' }),
      llm.FunctionCallOutput.create({ callId: 'c1', name: 'weather', output: '"wet"', isError: false }),
    ]);
    chatCtx.addMessage({ role: 'assistant', content: 'It rains.' });
    chatCtx.addMessage({ role: 'assistant', content: '' });
    chatCtx.addMessage({ role: 'user', content: 'Still?' });
    await model()
      .chat({ chatCtx, toolCtx: [weather], toolChoice: 'auto' })
      .collect();
    const [request] = server.requests;
    expect(request?.authorization).toBe('Bearer test-key');
    expect(request?.body).toMatchObject({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      tool_choice: 'auto',
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'Tells the weather of a place.',
            parameters: { type: 'object', required: ['place'] },
          },
        },
      ],
    });
    expect(request?.body.messages).toEqual([
      { role: 'system', content: 'You know the weather.' },
      { role: 'user', content: 'Rain?' },
      {
        role: 'assistant',
        tool_calls: [
          { type: 'function', id: 'c1', function: { name: 'weather', arguments: '{"place":"Delft"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'wet' },
      { role: 'assistant', content: 'It rains.' },
      { role: 'user', content: 'Still?' },
    ]);
  });

  it('gets both halves of a turn as one if no answer was heard between them', async () => {
    const chatCtx = contextOf('I would like a table');
    chatCtx.addMessage({ role: 'assistant', content: '' });
    chatCtx.addMessage({ role: 'user', content: 'for four on Friday.' });
    chatCtx.addMessage({ role: 'assistant', content: 'At what time?' });
    chatCtx.addMessage({ role: 'user', content: 'At seven.' });
    await model().chat({ chatCtx }).collect();
    expect(server.requests[0]?.body.messages?.slice(-3)).toEqual([
      { role: 'user', content: 'I would like a table for four on Friday.' },
      { role: 'assistant', content: 'At what time?' },
      { role: 'user', content: 'At seven.' },
    ]);
  });

  it('is asked the same where the caller heard the beginning of an answer, and went on', async () => {
    const chatCtx = contextOf('I would like a table');
    const cut = (content: string): void => {
      const answer = new llm.ChatMessage({ role: 'assistant', content: [content], interrupted: true });
      markAsTooEarly(answer);
      chatCtx.insert(answer);
    };
    cut('Of course, for how');
    chatCtx.addMessage({ role: 'user', content: 'for four on Friday.' });
    cut('At what time on Friday would you like to come?');
    chatCtx.addMessage({ role: 'user', content: 'At seven.' });
    cut('请问您贵姓,电话号码是多少');
    chatCtx.addMessage({ role: 'user', content: 'Merrick.' });
    chatCtx.insert(new llm.ChatMessage({ role: 'assistant', content: ['And how'], interrupted: true }));
    chatCtx.addMessage({ role: 'user', content: 'What else do you offer?' });
    await model().chat({ chatCtx }).collect();
    expect(server.requests[0]?.body.messages?.slice(-7)).toEqual([
      { role: 'user', content: 'I would like a table for four on Friday.' },
      { role: 'assistant', content: 'At what time on Friday would you like to come?' },
      { role: 'user', content: 'At seven.' },
      { role: 'assistant', content: '请问您贵姓,电话号码是多少' },
      { role: 'user', content: 'Merrick.' },
      { role: 'assistant', content: 'And how' },
      { role: 'user', content: 'What else do you offer?' },
    ]);
  });

  it('is told that the last words may be misrecognised, until more is said', async () => {
    const chatCtx = contextOf('Hello.');
    const said = (content: string, transcriptConfidence: number): void => {
      chatCtx.insert(new llm.ChatMessage({ role: 'user', content: [content], transcriptConfidence }));
    };
    const told = async (): Promise<string> => {
      await model().chat({ chatCtx }).collect();
      return JSON.stringify(server.requests.at(-1)?.body.messages);
    };
    said('My number is four three nine.', 0.97);
    expect(await told()).not.toContain('not sure');
    chatCtx.addMessage({ role: 'assistant', content: 'And your name?' });
    said('My name is Merrick.', 0.4);
    expect(await told()).toMatch(
      /three nine\."\}.*Merrick\.\\n\(The speech recogniser is not sure[^"]*"\}\]$/,
    );
    chatCtx.addMessage({ role: 'assistant', content: 'Merrick?' });
    said('Yes.', 0.9);
    expect(await told()).not.toContain('not sure');
  });

  it('says nothing of tools when there are none', async () => {
    await model()
      .chat({ chatCtx: contextOf('Hi'), toolChoice: 'none' })
      .collect();
    expect(server.requests[0]?.body).not.toHaveProperty('tools');
    expect(server.requests[0]?.body).not.toHaveProperty('tool_choice');
  });

  it('does not send malformed arguments back', async () => {
    const chatCtx = contextOf('Rain?');
    chatCtx.insert([
      llm.FunctionCall.create({ callId: 'c1', name: 'weather', args: '{"place":' }),
      llm.FunctionCallOutput.create({ callId: 'c1', name: 'weather', output: 'no JSON', isError: true }),
    ]);
    await model().chat({ chatCtx }).collect();
    expect(server.requests[0]?.body.messages?.[2]?.tool_calls).toMatchObject([
      { function: { arguments: '{}' } },
    ]);
  });

  it('sends no key if there is none', async () => {
    await ask({ endpoint: { ...server.endpoint, apiKey: null } });
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  it.each([
    ['is at once', say('Fine.')],
    ['takes a while', say('Fine.', { endMs: 100 })],
  ])('uses one connection for a conversation when the end of an answer %s', async (_, script) => {
    server.answer(script);
    const one = model();
    for (let i = 0; i < 3; i++) {
      await one.chat({ chatCtx: contextOf('Hi') }).collect();
      await vi.waitFor(() => expect(server.underWay).toBe(0));
    }
    expect(server.requests).toHaveLength(3);
    expect(server.connections).toBe(1);
  });

  it('connects before it is asked', async () => {
    const one = model();
    one.prewarm();
    await vi.waitFor(() => expect(server.openConnections).toBe(1));
    await one.aclose();
    expect(server.requests).toHaveLength(0);
  });
});

describe('an answer', () => {
  it('arrives as it is generated, and is counted', async () => {
    server.answer(say('One two three.', { wordMs: 30 }));
    const pieces: string[] = [];
    for await (const chunk of model().chat({ chatCtx: contextOf('Count') })) {
      if (chunk.delta?.content) pieces.push(chunk.delta.content);
    }
    expect(pieces).toEqual(['One', ' two', ' three.']);
    expect(observer.firstTokens).toHaveLength(1);
    expect(observer.firstTokens[0]).toBeGreaterThan(0);
    expect(observer.counts).toEqual([[10, 3]]);
    expect(observer.failures).toEqual([]);
  });

  it('may call several tools, with and without words', async () => {
    server.answer(
      callTools(
        [
          { name: 'weather', args: { place: 'Delft' }, id: 'a' },
          { name: 'weather', args: { place: 'Köln, "am Rhein"' }, id: 'b' },
        ],
        'Let me see.',
      ),
    );
    const { text, toolCalls } = await ask({}, [weather]);
    expect(text).toBe('Let me see.');
    expect(toolCalls.map(({ callId, name, args }) => [callId, name, JSON.parse(args)])).toEqual([
      ['a', 'weather', { place: 'Delft' }],
      ['b', 'weather', { place: 'Köln, "am Rhein"' }],
    ]);
    server.answer(callTools([{ name: 'weather' }]));
    expect(await ask({}, [weather])).toMatchObject({ text: '', toolCalls: [{ args: '{}' }] });
    expect(observer.failures).toEqual([]);
  });

  it('hands malformed arguments on, for the tool to refuse', async () => {
    server.answer(callTools([{ name: 'weather', args: '{"place": "Del' }]));
    expect((await ask({}, [weather])).toolCalls).toMatchObject([{ args: '{"place": "Del' }]);
  });

  it('that thinks aloud is spoken without', async () => {
    expect(await textOf(say('<think>The caller wants <b>news</b>.</think>\nNothing new.'))).toBe(
      'Nothing new.',
    );
  });

  it('is not endless', async () => {
    const text = await textOf(say('word '.repeat(5000)));
    expect(text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARS);
    expect(text.length).toBeGreaterThan(MAX_ANSWER_CHARS - 10);
    expect(observer.failures).toEqual([]);
    await vi.waitFor(() => expect(server.underWay).toBe(0));
  });

  it('without anything in it is an apology', async () => {
    expect(await textOf(say(''))).toBe(APOLOGY);
    expect(await textOf(say('  \n '))).toBe(APOLOGY);
    expect(await textOf(say('<think>I do not know.</think>'))).toBe(APOLOGY);
    expect(observer.failures).toEqual(Array(3).fill('the answer is empty'));
    expect(server.requests).toHaveLength(3);
  });
});

describe('a failing endpoint', () => {
  it.each([
    ['an error of its own', refuse(500)],
    ['too many requests', refuse(429)],
    ['too many requests for a moment', refuse(429, { 'retry-after': '0.3' })],
    ['a connection that is reset', hangUp()],
    ['an answer that breaks off before its first word', cutAfter('')],
    [
      'an error in the stream',
      async ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('data: {"error":{"message":"overloaded"}}\n\n');
      },
    ],
    ['silence', hang()],
  ] as [string, ChatScript][])('is asked once more after %s', async (_, failing) => {
    server.next(failing);
    expect(await textOf(say('Here I am.'), { firstTokenMs: 300 })).toBe('Here I am.');
    expect(server.requests).toHaveLength(2);
    server.next(failing, failing);
    expect(await textOf(say('Here I am.'), { firstTokenMs: 300 })).toBe(APOLOGY);
    // The framework's own retries do not multiply ours.
    expect(server.requests).toHaveLength(4);
    expect(observer.failures).toHaveLength(1);
    await vi.waitFor(() => expect(server.underWay).toBe(0));
  });

  it.each([
    ['a wrong key', refuse(401), 'the endpoint answered with HTTP 401'],
    ['an unknown model', refuse(404), 'the endpoint answered with HTTP 404'],
    ['a bad request', refuse(400), 'the endpoint answered with HTTP 400'],
    ['a redirect', refuse(307, { location: 'http://127.0.0.1:9/' }), 'the endpoint answered with HTTP 307'],
    ['a long pause', refuse(429, { 'retry-after': '60' }), 'the endpoint answered with HTTP 429'],
    [
      'a date far away',
      refuse(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
      'the endpoint answered with HTTP 503',
    ],
  ])('is not asked again after %s', async (_, failing, reason) => {
    expect(await textOf(failing)).toBe(APOLOGY);
    expect(server.requests).toHaveLength(1);
    expect(observer.failures).toEqual([reason]);
  });

  it('that is not there is apologised for', async () => {
    const { endpoint } = server;
    await server.close();
    expect((await ask({ endpoint, lang: () => 'de-AT' })).text).toBe(
      agentLanguageOrEnglish('de').apology.instead,
    );
    expect(observer.failures).toEqual(['the connection to the endpoint failed (ECONNREFUSED)']);
    server = await ChatServer.start();
  });

  it('is apologised for in words of ones own', async () => {
    expect(await textOf(refuse(401), { apology: 'Oops.' })).toBe('Oops.');
  });

  it('may refuse to count tokens', async () => {
    server.answer(refuseStreamOptions(say('Fine.')));
    const one = model();
    for (let i = 0; i < 2; i++) {
      expect((await one.chat({ chatCtx: contextOf('Hi') }).collect()).text).toBe('Fine.');
    }
    // The second request does not ask for token counts any more.
    expect(server.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
    expect(observer.failures).toEqual([]);
  });

  it('still has its retry after refusing to count tokens', async () => {
    server.next(refuseStreamOptions(say('Fine.')), refuse(500));
    expect(await textOf(say('Fine.'))).toBe('Fine.');
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['cut', cutAfter('The weather is')],
    ['stalled', stallAfter('The weather is')],
  ])('whose answer is %s in the middle is excused, and not asked again', async (_, script) => {
    expect(await textOf(script, { stallMs: 200 })).toBe(`The weather is… ${CUT_OFF}`);
    expect(server.requests).toHaveLength(1);
    expect(observer.failures).toHaveLength(1);
    await vi.waitFor(() => expect(server.underWay).toBe(0));
  });

  it('that breaks off in a tool call has called no tool', async () => {
    server.next(async ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const call = { index: 0, id: 'a', function: { name: 'weather', arguments: '{}' } };
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`);
      setTimeout(() => response.destroy(), 20);
    });
    server.answer(callTools([{ name: 'weather', id: 'b' }]));
    expect((await ask({}, [weather])).toolCalls.map(({ callId }) => callId)).toEqual(['b']);
  });
});

describe('calling off', () => {
  it.each([
    ['before the first byte', hang()],
    ['in the middle', stallAfter('Once upon a')],
    ['between two tries', refuse(500, { 'retry-after': '1.5' })],
  ])('%s ends the request at once, and is no failure', async (_, script) => {
    server.answer(script);
    const stream = model().chat({ chatCtx: contextOf('Tell me a story') });
    const pieces: string[] = [];
    const read = (async () => {
      for await (const chunk of stream) pieces.push(chunk.delta?.content ?? '');
    })();
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    stream.close();
    await read;
    await vi.waitFor(() => expect(server.underWay).toBe(0));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(pieces.join('')).not.toContain('Sorry');
    expect(observer.failures).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('before its beginning sends no request', async () => {
    const stream = model().chat({ chatCtx: contextOf('Hi') });
    stream.close();
    await stream.collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.requests).toHaveLength(0);
    expect(observer.failures).toEqual([]);
  });
});
