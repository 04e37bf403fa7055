import { initializeLogger, type llm } from '@livekit/agents';
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
  // Whatever it did, no request of ours is left, and no reason tells what was said.
  await vi.waitFor(() => expect(server.underWay).toBe(0), { timeout: 3000 });
  expect(observer.failures.join()).not.toContain(SECRET);
  await server.close();
});

function ask(script: ChatScript, options: Partial<ChatModelOptions> = {}): Promise<llm.CollectedResponse> {
  server.answer(script);
  return new ChatModel({
    endpoint: server.endpoint,
    observer,
    lang: 'en',
    firstTokenMs: 300,
    stallMs: 300,
    reasoningMs: 500,
    ...options,
  })
    .chat({ chatCtx: contextOf(SECRET) })
    .collect();
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
    ['goes on behind its end', endless(deltaEvent({ content: 'Yes.' }, 'stop'))],
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

  it('that gives all calls one index has them told apart by their ids', async () => {
    const call = (id: string, args: unknown) => ({ index: 0, id, function: { name: 'f', arguments: args } });
    const { toolCalls } = await ask(
      raw([
        deltaEvent({ tool_calls: [call('a', '{"x":1}')] }),
        deltaEvent({ tool_calls: [call('b', { x: 2 })] }),
        deltaEvent({ tool_calls: [{ function: { name: 'g', arguments: '{}' }, id: 'c' }] }, 'tool_calls'),
        DONE,
      ]),
    );
    expect(toolCalls.map(({ callId, name, args }) => [callId, name, args])).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'f', '{"x":2}'],
      ['c', 'g', '{}'],
    ]);
  });
});
