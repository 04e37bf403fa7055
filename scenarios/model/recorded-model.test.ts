import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import { type ChatScript, ChatServer, say } from './chat-server.ts';
import {
  answerTo,
  placeOf,
  type RecordedAnswer,
  startRecordingModel,
  startReplayingModel,
} from './recorded-model.ts';

const user = (content: unknown) => ({ role: 'user' as const, content });
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const answer = (turn: string, heard: string, text: string): RecordedAnswer => ({
  turn,
  heard,
  text,
  calls: [],
  first_ms: 0,
});

test('the place of a request is the turn, the tool results since, and what was heard', () => {
  const system = { role: 'system', content: 'Be brief.' };
  const result = { role: 'tool', content: 'ok' };
  expect(placeOf([system, user('Hello.')])).toEqual({ turn: '1.0', heard: 'Hello.' });
  const parts = [{ type: 'text', text: 'A table.' }];
  expect(placeOf([system, user('Hello.'), result, user(parts), result, result])).toEqual({
    turn: '2.2',
    heard: 'A table.',
  });
  expect(placeOf([system])).toEqual({ turn: '0.0', heard: '' });
});

test('the answer to the same words comes first, then the last one in that turn', () => {
  const answers = [
    answer('1.0', 'A table', 'a'),
    answer('1.0', 'A table for two.', 'b'),
    answer('2.0', 'Yes.', 'c'),
  ];
  const to = (turn: string, heard: string) => answerTo({ turn, heard }, answers)?.text;
  expect(to('1.0', 'a table!')).toBe('a');
  expect(to('1.0', 'A cable for two')).toBe('b');
  expect(to('2.0', 'No.')).toBe('c');
  expect(to('3.0', 'Yes.')).toBeUndefined();
});

test('what a model has answered is given again without it', async () => {
  const script: ChatScript = (exchange) => {
    const { messages = [] } = exchange.request.body;
    const isFirst = messages.length === 1;
    return say(isFirst ? 'One moment.' : 'It is done.', {
      ...(isFirst && { calls: [{ name: 'order', args: { loaves: 2 } }] }),
      firstMs: 20,
    })(exchange);
  };
  const model = await ChatServer.start(script);
  const answers: RecordedAnswer[] = [];
  const recorder = await startRecordingModel({ baseUrl: model.url, apiKey: 'secret', model: 'big' }, answers);
  closers.push(() => recorder.close());
  const conversation = [user('Two loaves, please.')];
  const first = await ask(recorder.url, conversation);
  const second = await ask(recorder.url, [...conversation, user('Yes.')]);
  expect(first).toEqual({ text: 'One moment.', calls: ['order {"loaves":2}'] });
  expect(model.requests.map(({ body, authorization }) => [body.model, authorization])).toEqual([
    ['big', 'Bearer secret'],
    ['big', 'Bearer secret'],
  ]);
  expect(answers[0]?.first_ms).toBeGreaterThanOrEqual(15);
  await model.close();

  const replayed = await startReplayingModel(JSON.parse(JSON.stringify(answers)));
  closers.push(() => replayed.close());
  expect(await ask(replayed.url, conversation)).toEqual(first);
  expect(await ask(replayed.url, [...conversation, user('Yes.')])).toEqual(second);
  expect(replayed.missing).toEqual([]);
  await expect(ask(replayed.url, [user('1'), user('2'), user('And?')])).rejects.toThrow('turn 3.0');
  expect(replayed.missing).toEqual(['turn 3.0 ("And?")']);
});

async function ask(url: string, messages: ReturnType<typeof user>[]) {
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
  const stream = await client.chat.completions.create({
    model: 'scripted',
    stream: true,
    messages: messages as OpenAI.ChatCompletionMessageParam[],
  });
  let text = '';
  const calls: string[] = [];
  for await (const { choices } of stream) {
    text += choices[0]?.delta.content ?? '';
    for (const { index, function: part } of choices[0]?.delta.tool_calls ?? []) {
      calls[index] = `${calls[index] ?? ''}${part?.name ? `${part.name} ` : ''}${part?.arguments ?? ''}`;
    }
  }
  return { text, calls };
}
