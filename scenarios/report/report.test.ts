import { describe, expect, test } from 'vitest';
import { factsOf } from '../call/facts.ts';
import { failureSound } from '../call/failure-sound.ts';
import { TwoSides } from '../call/two-sides.ts';
import type { Scenario } from '../file/scenario.ts';
import type { Ran } from '../run-all.ts';
import { changes, readReport } from './compare.ts';
import { html } from './html.ts';
import { junit } from './junit.ts';
import { reportOf } from './report.ts';
import { runLines, summaryLines } from './text.ts';

const scenario = (name: string): Scenario => ({
  file: 'a.yaml',
  name,
  agent: {},
  caller: {},
  steps: [],
  expect: {},
});
const GOOD = scenario('good');
const BAD = scenario('bad <&> "quoted"');

function ran(of: Scenario, passed: boolean, answerMs = 500, seed = 1): Ran {
  const caller = {
    kind: 'caller',
    action: 'say',
    atMs: 0,
    toMs: 1000,
    text: 'Hello <b>there</b>',
    voice: [],
  } as const;
  const events = [caller];
  const sides = new TwoSides();
  sides.said(new Int16Array(16_000).fill(1000), 0);
  const checks = [
    { what: 'said: x', passed, reason: passed ? '' : 'the agent said "y"', atMs: passed ? null : 2300 },
  ];
  return {
    scenario: of,
    seed,
    seconds: 3,
    sound: failureSound(checks, sides),
    events,
    facts: factsOf(events, [1000 + answerMs, 1010 + answerMs], 10),
    checks,
  };
}

const RAN = [ran(GOOD, true), ran(BAD, false)];
const REPORT = reportOf(RAN, new Date(0));

test('the terminal shows what failed, why and when', () => {
  const [, bad] = REPORT.scenarios;
  expect(runLines(BAD.name, bad!.runs[0]!)).toEqual([
    'FAIL  bad <&> "quoted" (3.0 s, answers after 500 ms (p90 500 ms))',
    '      at 2.3 s: said: x: the agent said "y"',
  ]);
  expect(summaryLines(REPORT).at(-1)).toMatch(/^1 of 2 passed; answers after 500 ms/);
});

test('JUnit has a case for each run', () => {
  const xml = junit(REPORT);
  expect(xml).toContain('<testsuite name="a.yaml" tests="2" failures="1"');
  expect(xml).toContain('<testcase classname="a.yaml" name="good" time="3.0"/>');
  expect(xml).toContain('name="bad &lt;&amp;&gt; &quot;quoted&quot;"');
  expect(xml).toContain('message="said: x: the agent said &quot;y&quot;"');
});

test('the page has the sound of what failed and nothing from elsewhere', () => {
  const page = html(
    REPORT,
    RAN.map(({ sound }) => sound),
  );
  expect(page.match(/data:audio\/wav;base64,/g)).toHaveLength(1);
  expect(page).toContain('Hello &lt;b&gt;there&lt;/b&gt;');
  expect(page).not.toMatch(/https?:\/\/|<link|src="(?!data:)/);
});

describe('two reports', () => {
  const before = readReport(JSON.stringify(REPORT));

  test('that say the same differ in nothing', () => {
    expect(changes(before, REPORT)).toEqual(['nothing changed']);
  });

  test('differ in what passes, in what is new, and in how soon answers come', () => {
    const after = reportOf([ran(GOOD, true, 900), ran(GOOD, false, 900, 2), ran(scenario('more'), true)]);
    expect(changes(before, after)).toEqual([
      'WORSE    good: 1/1 passed before, 1/2 now',
      '           now fails: said: x',
      'slower   good: answers after 500 ms before, 900 ms now (median)',
      'new      more: 1/1 passed',
      'missing  bad <&> "quoted"',
    ]);
  });

  test('are compared only if both are reports', () => {
    expect(() => readReport('{"format": 2}')).toThrow('no report');
  });
});
