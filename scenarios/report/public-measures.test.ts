import { expect, test } from 'vitest';
import type { CallEvent, CallerEvent, Stretch } from '../call/events.ts';
import { factsOf } from '../call/facts.ts';
import type { Scenario } from '../file/scenario.ts';
import type { Ran } from '../run-all.ts';
import { publicMeasures } from './public-measures.ts';

const BLOCK_MS = 10;
const SCENARIO: Scenario = { file: 'a', name: 'a', agent: {}, caller: {}, steps: [], expect: {} };

/** The caller's action in a stretch of time, silent in the pauses. */
function caller(
  action: CallerEvent['action'],
  atMs: number,
  toMs: number,
  pauses: readonly Stretch[] = [],
): CallerEvent {
  const edges = [atMs, ...pauses.flatMap(({ fromMs, toMs: endMs }) => [fromMs, endMs]), toMs];
  const voice = edges.flatMap((fromMs, i) => (i % 2 === 0 ? [{ fromMs, toMs: edges[i + 1]! }] : []));
  return { kind: 'caller', action, atMs, toMs, text: 'mm-hm', voice };
}

/** @param agent when the agent spoke */
function ran(
  events: readonly CallEvent[],
  agent: readonly [number, number][],
  passed = true,
  scenario = SCENARIO,
): Ran {
  const blocks = agent.flatMap(([fromMs, toMs]) =>
    Array.from({ length: (toMs - fromMs) / BLOCK_MS }, (_, i) => fromMs + i * BLOCK_MS),
  );
  const checks = [{ what: 'a', passed, reason: '', atMs: null }];
  return {
    scenario,
    seed: 1,
    checks,
    events,
    facts: factsOf(events, blocks, BLOCK_MS),
    sound: null,
    seconds: 1,
  };
}

test('a turn is answered within a time, and best after half a second to two', () => {
  const measures = publicMeasures([
    ran([caller('say', 0, 1000)], [[1200, 2000]]),
    ran([caller('say', 0, 1000)], [[2000, 4000]]),
    ran([caller('say', 0, 1000)], []),
  ]);
  expect(measures.turn_takeover).toEqual({ mean: 2 / 3, count: 3 });
  expect(measures.turn_latency_ms).toEqual({ mean: 600, count: 2 });
  expect(measures.eva_turn_taking).toEqual({ mean: expect.closeTo((0.7 + 1) / 2), count: 2 });
  expect(measures).toMatchObject({
    pause_takeover: null,
    interruption_stop_ms: null,
    continued_after_sound: null,
  });
});

test('a turn with a tool may be answered later', () => {
  const said = caller('say', 0, 1000);
  const tool: CallEvent = { kind: 'tool', atMs: 1500, tool: 'a', args: null };
  const scoreOf = (events: readonly CallEvent[]) =>
    publicMeasures([ran(events, [[4000, 5000]])]).eva_turn_taking?.mean;
  expect(scoreOf([said])).toBeCloseTo(1 / 3);
  expect(scoreOf([said, tool])).toBe(1);
});

test('an agent that speaks for a second in a pause takes over, and is scored by that', () => {
  const said = caller('say', 0, 5000, [{ fromMs: 1000, toMs: 3000 }]);
  const takenOver = publicMeasures([
    ran(
      [said],
      [
        [2000, 4000],
        [5500, 6500],
      ],
    ),
  ]);
  expect(takenOver.pause_takeover).toEqual({ mean: 1, count: 1 });
  expect(takenOver.eva_turn_taking?.mean).toBeCloseTo(0.25);
  expect(
    publicMeasures([
      ran(
        [said],
        [
          [2000, 2500],
          [5500, 6500],
        ],
      ),
    ]).pause_takeover?.mean,
  ).toBe(0);
  expect(publicMeasures([ran([caller('say', 0, 5000)], [[5500, 6500]])]).pause_takeover).toBeNull();
});

test('an interrupted agent stops and answers', () => {
  const measures = publicMeasures([
    ran(
      [caller('interrupt', 1000, 2000)],
      [
        [0, 1400],
        [2600, 3000],
      ],
    ),
  ]);
  expect(measures.interruption_stop_ms?.mean).toBeCloseTo(390);
  expect(measures.interruption_latency_ms).toEqual({ mean: 600, count: 1 });
  expect(measures.interruption_takeover).toEqual({ mean: 1, count: 1 });
  expect(measures.turn_takeover).toBeNull();
  expect(measures.eva_turn_taking?.mean).toBeCloseTo(1 - 390 / 2000);
});

test('sounds are continued after, and scenarios pass only in all of their runs', () => {
  const sound = caller('sound', 1000, 1200);
  const other = { ...SCENARIO, name: 'b' };
  const measures = publicMeasures([
    ran([sound], [[0, 3000]]),
    ran([sound], [[0, 1000]], false),
    ran([sound], [[0, 3000]], true, other),
  ]);
  expect(measures.continued_after_sound).toEqual({ mean: 2 / 3, count: 3 });
  expect(measures.pass_k).toEqual({ mean: 0.5, count: 2 });
});
