import { llm } from '@livekit/agents';
import { describe, expect, it } from 'vitest';
import { actionOf } from './labelled-action.ts';
import { OfferedTools } from './offered-tools.ts';

const tool = (name: string, properties: object, required: readonly string[] = []) =>
  llm.tool({
    name,
    description: name,
    parameters: { type: 'object', properties, required: [...required] },
    execute: async () => 'done',
  }) as llm.FunctionTool;

const text = { type: 'string' };
const number = { type: 'integer' };
const TOOLS = new OfferedTools(
  new llm.ToolContext([
    tool('search', { query: text, language: text, limit: number }, ['query']),
    tool('note', { title: text, body: text }, ['title', 'body']),
    tool('remind', { minutes: number, text }, ['minutes']),
    tool('greet', { name: { type: ['string', 'null'] } }),
    tool('hang_up', {}),
  ]),
);

describe('the input of an action', () => {
  it.each([
    [
      'a text for the only parameter that is needed',
      'search',
      'weather in Delft',
      { query: 'weather in Delft' },
    ],
    ['a text in quotes', 'search', '"weather"', { query: 'weather' }],
    ['a text of several lines', 'search', 'one\ntwo', { query: 'one\ntwo' }],
    ['a text for the only parameter', 'greet', 'Ann', { name: 'Ann' }],
    ['a number for a text', 'search', '2611', { query: '2611' }],
    ['JSON', 'note', '{"title": "a", "body": "b"}', { title: 'a', body: 'b' }],
    ['Python', 'note', 'title="a", body="b"', { title: 'a', body: 'b' }],
    ['keys without quotes', 'remind', 'minutes: 5', { minutes: 5 }],
    ['nothing', 'hang_up', '', {}],
  ])('is %s', (_, name, input, args) => {
    const { calls } = actionOf(name, input, TOOLS) ?? { calls: [] };
    expect(calls.map((each) => [each.name, JSON.parse(each.args)])).toEqual([[name, args]]);
  });

  it.each([
    ['a text where the tool needs two', 'note', 'buy milk'],
    ['a text where the tool needs a number', 'remind', 'soon'],
    ['half an object', 'search', '{"query": "wea'],
    ['missing where the tool has parameters', 'search', null],
  ])('is no call with %s', (_, name, input) => {
    expect(actionOf(name, input, TOOLS)).toEqual({ calls: [], says: '' });
  });

  it.each(['Ask the caller, kindly.', 'a physical act', 'search the web for it'])(
    'is needed: %s',
    (written) => {
      expect(actionOf(written, null, TOOLS)).toBeNull();
    },
  );
});
