/** Scenarios for several tests, and what failed in their calls. */
import { parseScenarios } from '../../scenarios/file/load.ts';
import type { Scenario } from '../../scenarios/file/scenario.ts';
import type { DoorName } from '../../scenarios/file/schema.ts';
import type { Ran } from '../../scenarios/run-all.ts';

/** Failed checks, with their reasons. */
export const failures = (ran: readonly Ran[]): readonly string[] =>
  ran.flatMap(({ scenario, checks }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ what, reason }) => `${scenario.file}: ${scenario.name}: ${what}: ${reason}`),
  );

/** A call that needs everything that a door carries. */
export const everything = (door: DoorName): Scenario[] =>
  parseScenarios(
    'doors.yaml',
    `
agent:
  greeting: Bakery Miller, good morning.
  tools:
    - name: order
      parameters: { type: object, properties: { loaves: { type: integer } } }
      result: { ordered: true }
  replies:
    - { when: /loaves|bread/, say: "Two loaves of bread, is that right?" }
    - { when: "yes", call: order, with: { loaves: 2 } }
    - { after_tool: order, say: They are ordered. }
    - { when: pressed 1, say: "Now let me tell you a long story about our bakery by the river, and about its baker." }
    - { say: All right. }
caller: { door: ${door}, patience_ms: 60000 }
scenarios:
  - name: all of it
    steps:
      - say: I would like two loaves of bread.
      - say: Yes, please.
      - press: "1#"
      - { interrupt: "Stop that, please.", after_words: 4 }
    expect:
      said: [Bakery Miller, they are ordered, let me tell]
      order: [{ said: is that right }, { tool: order }, { said: They are ordered }, { heard: pressed 1 }]
      tools_called: [{ name: order, with: { loaves: 2 }, times: 1 }]
      end_reason: caller_left`,
  );
