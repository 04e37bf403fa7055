import { expect, test } from 'vitest';
import { replyTo } from './scripted-model.ts';

const REPLIES = [
  { when: '/table|room/', call: 'find' },
  { after_tool: 'find', when_result: 'none', say: 'There is none.' },
  { after_tool: 'find', say: 'There is one.' },
  { say: 'First.' },
  { say: 'Second.' },
];
const user = (content: unknown) => ({ role: 'user', content });
const agent = { role: 'assistant', content: 'Hello.' };
const call = { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'find' } }] };
const result = (content: string) => ({ role: 'tool', tool_call_id: 'c1', content });

test('a reply to what was said comes before those in order', () => {
  expect(replyTo([user('A table, please.')], REPLIES)).toMatchObject({ call: 'find' });
  expect(replyTo([user([{ type: 'text', text: 'A room.' }])], REPLIES)).toMatchObject({ call: 'find' });
});

test('replies in order follow the turns of the caller, and the last one is repeated', () => {
  expect(replyTo([user('a')], REPLIES)?.say).toBe('First.');
  expect(replyTo([agent, user('a'), agent, user('b')], REPLIES)?.say).toBe('Second.');
  expect(replyTo([user('a'), user('b'), user('c')], REPLIES)?.say).toBe('Second.');
});

test('the result of a tool has an answer of its own', () => {
  expect(replyTo([user('A table.'), call, result('{"free":2}')], REPLIES)?.say).toBe('There is one.');
  expect(replyTo([user('A table.'), call, result('there is none')], REPLIES)?.say).toBe('There is none.');
  expect(replyTo([user('A table.'), call, result('x')], [{ say: 'First.' }])).toBe(null);
});
