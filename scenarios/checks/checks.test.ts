import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../call/events.ts';
import { factsOf } from '../call/facts.ts';
import type { ExpectFields } from '../file/schema.ts';
import { check } from './checks.ts';
import { contains } from './words.ts';

const said = (atMs: number, text: string): CallEvent => ({ kind: 'said', atMs, text, isAnswer: true });
const heard = (atMs: number, text: string): CallEvent => ({ kind: 'heard', atMs, text });
const tool = (atMs: number, name: string, args: Record<string, unknown> | null = {}): CallEvent => ({
  kind: 'tool',
  atMs,
  tool: name,
  args,
});
const EVENTS: CallEvent[] = [
  said(100, 'Hello, what is your number?'),
  heard(2000, 'It is 415, 555.'),
  heard(3000, 'Two six seven one.'),
  tool(3100, 'find', { number: '4155552671', floor: 2 }),
  said(3500, 'Thank you. It costs eighty euros.'),
  { kind: 'end', atMs: 5000, reason: 'caller_left' },
];

const failures = (expected: ExpectFields, events = EVENTS) =>
  check(expected, { events, facts: factsOf(events, [], 10) }).filter(({ passed }) => !passed);

test('words count without case, punctuation and the way in which numbers are written', () => {
  expect(contains('Your table, at 7 pm.', 'your TABLE at seven')).toBe(true);
  expect(contains('It is 452, 9817.', 'four five two nine eight one seven')).toBe(true);
  expect(contains('A stable.', 'table')).toBe(false);
  expect(contains('Half past seven', '/half past (7|seven)/')).toBe(true);
});

test('a check that holds is not a failure', () => {
  const expected: ExpectFields = {
    said: ['eighty euros'],
    not_said: ['sorry'],
    heard: ['four one five five five five two six seven one'],
    not_heard: ['goodbye'],
    tools_called: [{ name: 'find', with: { number: '4155552671', floor: '2' }, times: 1 }],
    tools_not_called: ['book'],
    order: [{ heard: '415' }, { tool: 'find' }, { said: 'euros' }],
    end_reason: 'caller_left',
    no_cut_off: true,
    overlap_at_most_ms: 0,
  };
  const checked = check(expected, { events: EVENTS, facts: factsOf(EVENTS, [], 10) });
  expect(checked.filter(({ passed }) => !passed)).toEqual([]);
  expect(checked).toHaveLength(10);
});

describe('a failure has a reason and a time', () => {
  test.each<[ExpectFields, string, number | null]>([
    [{ said: ['ninety'] }, 'the agent said "Hello', 3500],
    [{ not_said: ['eighty euros'] }, 'the agent said "Thank you', 3500],
    [{ tools_called: [{ name: 'book' }] }, 'it was not called', null],
    [{ tools_called: [{ name: 'find', with: { floor: 3 } }] }, 'called with {"number":"4155552671"', 3100],
    [{ tools_called: [{ name: 'find', times: 2 }] }, 'called 1 times', 3100],
    [{ tools_not_called: ['find'] }, 'called with', 3100],
    [
      { order: [{ tool: 'find' }, { heard: '415' }] },
      'heard "415": it did not happen after tool "find"',
      3100,
    ],
    [{ end_reason: 'agent_hung_up' }, 'it was caller_left', 5000],
    [{ language: 'es' }, 'no other language', null],
    [{ answer_within_ms: 1000 }, 'there was no answer', null],
    [{ interruption_obeyed_within_ms: 500 }, 'no step "interrupt"', null],
    [{ goes_on_after_sound: true }, 'no step "sound"', null],
  ])('%j', (expected, reason, atMs) => {
    expect(failures(expected)).toEqual([
      expect.objectContaining({ reason: expect.stringContaining(reason), atMs }),
    ]);
  });

  test('arguments of tools that are not served cannot be seen', () => {
    const events = [tool(10, 'find', null)];
    expect(failures({ tools_called: [{ name: 'find' }] }, events)).toEqual([]);
    expect(failures({ tools_called: [{ name: 'find', with: { a: 1 } }] }, events)).toMatchObject([
      { reason: expect.stringContaining('seen only of tools that the scenario serves') },
    ]);
  });
});
