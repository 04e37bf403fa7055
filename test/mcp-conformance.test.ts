/** The tools of agents against the Model Context Protocol's own suite for clients. */
import { describe, expect, it } from 'vitest';
import { clientScenarios, runScenario } from './kit/mcp-conformance.ts';

/** Scenarios by the parts that they check. */
const APPLICABLE: Readonly<Record<string, readonly string[]>> = {
  initialize: ['mcp-client-initialization'],
  tools_call: ['tool-add-numbers'],
  'sse-retry': ['client-sse-graceful-reconnect', 'client-sse-last-event-id'],
};

/** Scenarios that do not apply, with the reason. */
const NOT_APPLICABLE: readonly (readonly [RegExp, string])[] = [
  [
    /^auth\//,
    'tools are reached with a key in their URL; there is no OAuth, which needs a person with a browser',
  ],
  [/^elicitation-/, 'questions of servers are refused: there is no form that a caller could fill in'],
];

/** Delays of a busy machine do not violate the protocol. */
const OF_TIME = new Set(['client-sse-retry-timing']);

describe('the conformance suite for clients', () => {
  it.each(Object.entries(APPLICABLE))('is content with %s', async (scenario, expected) => {
    const { checks, output } = await runScenario(scenario);
    const judged = checks.filter(({ id }) => !OF_TIME.has(id));
    expect(
      judged.filter(({ status }) => status === 'FAILURE' || status === 'WARNING'),
      output,
    ).toEqual([]);
    const passed = judged.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
    expect(passed, output).toEqual(expect.arrayContaining([...expected]));
  });

  it('every scenario of the suite is listed', async () => {
    const scenarios = await clientScenarios();
    expect(scenarios).toEqual(expect.arrayContaining(Object.keys(APPLICABLE)));
    const undecided = scenarios.filter(
      (name) => !Object.hasOwn(APPLICABLE, name) && !NOT_APPLICABLE.some(([which]) => which.test(name)),
    );
    expect(undecided).toEqual([]);
  });
});
