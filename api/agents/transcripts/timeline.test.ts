import { expect, test } from 'vitest';
import type { TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import { timelineOf } from './timeline.ts';
import type { KeptMark } from './transcript-recorder.ts';

const T0 = Date.UTC(2026, 0, 1, 12);

const timeline = (marks: readonly KeptMark[], transcript: readonly TranscriptEntry[] = []) =>
  timelineOf({
    id: 'conversation',
    ownerId: 'owner',
    agentId: 'agent',
    door: 'websocket',
    langCode: 'en',
    sealedKey: '',
    entries: transcript.length,
    isComplete: true,
    startedAt: new Date(T0 - 40).toISOString(),
    endedAt: null,
    endReason: null,
    expiresAt: '',
    recordingBytes: null,
    summary: null,
    transcript,
    marks: [{ kind: 'began', atMs: T0 }, ...marks],
  });

const spoken = (fromMs: number, toMs: number, text: string, knownMs: number): KeptMark[] => [
  { kind: 'caller_speech', atMs: T0 + fromMs, endMs: T0 + toMs },
  { kind: 'words', atMs: T0 + knownMs, spokenUntilMs: T0 + toMs, text, speech: 'turn' },
];
const over = (atMs: number, waitMs: number): KeptMark => ({
  kind: 'turn_over',
  atMs: T0 + atMs,
  probability: 0.9,
  soundProbability: 0.8,
  waitMs,
});
const turn = (atMs: number, text: string, isSpoken = true): KeptMark => ({
  kind: 'turn',
  atMs: T0 + atMs,
  spoken: isSpoken,
  text,
});
const token = (askedMs: number, atMs: number): KeptMark => ({
  kind: 'first_token',
  atMs: T0 + atMs,
  askedMs: T0 + askedMs,
});
const heard = (fromMs: number, toMs: number, stopped = false): KeptMark => ({
  kind: 'agent_speech',
  atMs: T0 + fromMs,
  endMs: T0 + toMs,
  stopped,
});

test('the stages of an answer add up to the time until it was heard', () => {
  const { turns } = timeline(
    [
      heard(0, 900),
      ...spoken(1000, 1400, 'I would like', 1600),
      ...spoken(2000, 3000, 'two rooms.', 3500),
      // The words became known after the silence of 300 ms.
      token(3050, 3300),
      over(3600, 300),
      turn(3610, 'I would like two rooms.'),
      token(3620, 4000),
      token(4500, 4700),
      heard(5000, 7000),
    ],
    [{ role: 'tool', atMs: T0 + 4050, tool: 'rooms', outcome: 'ok', durationMs: 450 }],
  );
  expect(turns).toEqual([
    {
      at_ms: 1000,
      end_ms: 3000,
      text: 'I would like two rooms.',
      spoken: true,
      taken_back: false,
      first_audio_ms: 5000,
      answered_after_ms: 2000,
      stages: { endpointing_ms: 300, recognition_ms: 300, model_ms: 580, tools_ms: 450, synthesis_ms: 370 },
    },
  ]);
});

test('words that are recognised during speech have their times', () => {
  const { events } = timeline([
    { kind: 'partial_words', atMs: T0 + 1300, text: 'I would' },
    ...spoken(1000, 1400, 'I would like', 1600),
  ]);
  expect(events.filter(({ type }) => type !== 'caller_speech')).toEqual([
    { type: 'partial_words', at_ms: 1300, text: 'I would' },
    { type: 'words', at_ms: 1600, spoken_until_ms: 1400, text: 'I would like', speech: 'turn' },
  ]);
});

test('a typed turn is answered from the moment at which it was typed', () => {
  const { turns } = timeline([turn(500, 'Hello!', false), token(510, 700), heard(900, 1500)]);
  expect(turns[0]).toMatchObject({ at_ms: 500, end_ms: 500, answered_after_ms: 400 });
  expect(turns[0]!.stages).toEqual({
    endpointing_ms: 0,
    recognition_ms: 0,
    model_ms: 190,
    tools_ms: 0,
    synthesis_ms: 210,
  });
});

test('a turn that the caller went on with is taken back, and has no answer', () => {
  const { turns, events } = timeline([
    ...spoken(0, 1000, 'My number is', 1200),
    over(1500, 500),
    turn(1510, 'My number is'),
    { kind: 'caller_speech', atMs: T0 + 1700, endMs: T0 + 2500 },
    { kind: 'cut_off', atMs: T0 + 2700 },
    { kind: 'words', atMs: T0 + 2700, spokenUntilMs: T0 + 2500, text: 'five five five.', speech: 'turn' },
    over(2900, 400),
    turn(2910, 'five five five.'),
    heard(3200, 4000),
  ]);
  expect(turns).toMatchObject([
    { taken_back: true, first_audio_ms: null, stages: null },
    { at_ms: 1700, taken_back: false, answered_after_ms: 700 },
  ]);
  expect(events.map(({ type }) => type)).toContain('cut_off');
});

test('events of marks and of the transcript are on one clock, with interruptions', () => {
  const { events, isComplete } = timeline(
    [
      // The mark is written when the agent is silent; the caller had begun to speak before.
      heard(0, 2200, true),
      ...spoken(2000, 2600, 'Stop.', 2800),
      over(2900, 300),
      turn(2910, 'Stop.'),
      heard(3500, 4000),
      { kind: 'full', atMs: T0 + 5000 },
    ],
    [{ role: 'handoff', atMs: T0 + 4500, agentId: 'other', name: 'Sales' }],
  );
  expect(isComplete).toBe(false);
  expect(events.map(({ type, at_ms }) => [type, at_ms])).toEqual([
    ['agent_speech', 0],
    ['caller_speech', 2000],
    ['interruption', 2000],
    ['words', 2800],
    ['turn_over', 2900],
    ['agent_speech', 3500],
    ['handoff', 4500],
  ]);
  expect(events).toContainEqual({ type: 'interruption', at_ms: 2000, end_ms: 2200 });
});
