import { expect, test } from 'vitest';
import { type KeptCall, scenarioOf } from './kept-call.ts';
import { parseScenarios } from './load.ts';

const AGENT = {
  id: 'a',
  agent_id: 'a',
  name: 'Reception',
  prompt: 'You are the receptionist of a hotel. '.repeat(8),
  greeting: 'Hello!',
  mcp_servers: [],
  call_tools: ['end_call', 'transfer_call'],
  transfer_targets: [{ name: 'sales', number: '+4930123456' }],
  tools: [
    {
      name: 'find_room',
      description: 'Finds a room.',
      url: 'https://example.org/rooms',
      method: 'POST',
      headers: { authorization: null },
    },
  ],
  llm: { base_url: 'https://example.org/v1', model: 'small', has_api_key: true },
  keep_transcripts: true,
};

const spoken = (from: number, to: number, text: string, speech = 'turn'): KeptCall['timeline']['events'] => [
  { type: 'caller_speech', at_ms: from, end_ms: to },
  { type: 'words', at_ms: to + 200, spoken_until_ms: to, text, speech },
];
const answer = (at_ms: number, end_ms: number) => ({ type: 'agent_speech', at_ms, end_ms });
const turn = (
  at_ms: number,
  end_ms: number,
  text: string,
  more: { taken_back?: true; typed?: true } = {},
) => ({
  at_ms,
  end_ms,
  text,
  spoken: !more.typed,
  taken_back: more.taken_back ?? false,
  answered_after_ms: null,
  stages: null,
});

const call = (timeline: KeptCall['timeline'], more: Partial<KeptCall['conversation']> = {}): KeptCall => ({
  conversation: {
    conversation_id: '8c1f0f5e-0000',
    door: 'websocket',
    lang_code: 'en',
    started_at: '2026-11-24T09:00:00.000Z',
    ...more,
  },
  timeline,
  agent: AGENT,
});

const made = (timeline: KeptCall['timeline'], more = {}) =>
  parseScenarios('made.yaml', scenarioOf(call(timeline, more)))[0]!;

test('words, pauses, interruptions, sounds, keys and silences of the caller become steps', () => {
  const { steps, caller } = made(
    {
      events: [
        answer(0, 2000),
        ...spoken(3000, 4000, 'I would like'),
        ...spoken(4800, 5500, 'two <rooms>, um,'),
        // Taken for the end; the next speech is a separate turn.
        ...spoken(6500, 7000, 'please.'),
        { ...answer(8000, 11_500), stopped: true },
        ...spoken(9000, 9300, 'mm-hm', 'backchannel'),
        ...spoken(10_000, 10_200, '', 'noise'),
        ...spoken(11_300, 12_200, 'Stop.'),
        answer(13_000, 14_000),
        answer(18_000, 19_000),
        ...spoken(19_500, 19_600, '', 'noise'),
        ...spoken(22_000, 23_000, 'Goodbye.'),
      ],
      turns: [
        turn(3000, 5500, 'I would like two rooms, um,', { taken_back: true }),
        turn(6500, 7000, 'please.'),
        turn(11_300, 12_200, 'Stop.'),
        turn(17_000, 17_000, 'I pressed 4 2 on the telephone keypad.', { typed: true }),
        turn(22_000, 23_000, 'Goodbye.'),
      ],
    },
    { door: 'telephone' },
  );
  expect(caller).toEqual({ language: 'en', telephone: true });
  expect(steps).toEqual([
    { say: 'I would like <pause:800ms> two rooms , um, <pause:1000ms> please.' },
    { sound: 'mm-hm', after_words: 3 },
    { sound: 'cough', after_words: 6 },
    { interrupt: 'Stop.', after_words: 10 },
    { silence_ms: 2100 },
    { press: '42' },
    { silence_ms: 2100 },
    { say: 'Goodbye.' },
  ]);
});

test('the agent has the fields that scenarios have, and what it called is expected', () => {
  const tool = { type: 'tool', at_ms: 1500, end_ms: 1700, outcome: 'ok' };
  const timeline = {
    events: [
      { ...tool, tool: 'find_room' },
      { ...tool, tool: 'transfer_call' },
    ],
    turns: [turn(1000, 1000, 'Hello.', { typed: true })],
  };
  const { agent, expect: expected } = made(timeline, { end_reason: 'agent_hung_up' });
  expect(agent).toEqual({
    prompt: AGENT.prompt,
    greeting: 'Hello!',
    call_tools: ['end_call'],
    tools: [{ name: 'find_room', description: 'Finds a room.', result: {} }],
    model: { base_url: 'https://example.org/v1', model: 'small' },
  });
  expect(expected).toEqual({
    no_cut_off: true,
    tools_called: [{ name: 'find_room' }],
    end_reason: 'agent_hung_up',
  });
});

test('a caller who did nothing makes no scenario', () => {
  expect(() => scenarioOf(call({ events: [answer(0, 2000)], turns: [] }))).toThrow('said nothing');
});
