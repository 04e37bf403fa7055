/** The results of scenarios, in the format of the JSON report. */
import { quantileNearest } from '../../media/statistics.ts';
import type { CallEvent } from '../call/events.ts';
import type { Checked } from '../checks/checks.ts';
import type { Ran } from '../run-all.ts';
import { type PublicMeasures, publicMeasures } from './public-measures.ts';

export interface Report {
  readonly format: 1;
  readonly date: string;
  readonly scenarios: readonly ScenarioReport[];
  /** Over all runs; only of `npm run scenarios`. */
  readonly public_measures?: PublicMeasures;
}

export interface ScenarioReport {
  readonly file: string;
  readonly name: string;
  readonly runs: readonly RunReport[];
}

/** Times in ms since the call began. */
export interface RunReport {
  readonly seed: number;
  readonly passed: boolean;
  readonly seconds: number;
  readonly failures: readonly FailureReport[];
  readonly checks: number;
  /** From the end of the caller's speech to the first sound of the answer. */
  readonly answers_ms: readonly number[];
  /** From the beginning of each interruption to the agent's silence; null if it continued. */
  readonly interruptions_ms: readonly (number | null)[];
  readonly cut_offs: number;
  readonly longest_overlap_ms: number;
  readonly events: readonly EventReport[];
}

export interface FailureReport {
  readonly check: string;
  readonly reason: string;
  /** Null for failures without a particular time. */
  readonly at_ms: number | null;
}

export interface EventReport {
  readonly at_ms: number;
  readonly what: string;
  readonly text: string;
}

export function reportOf(ran: readonly Ran[], date = new Date()): Report {
  const scenarios = new Map<Ran['scenario'], RunReport[]>();
  for (const each of ran) {
    const runs = scenarios.get(each.scenario) ?? [];
    scenarios.set(each.scenario, runs);
    runs.push(runReportOf(each));
  }
  return {
    format: 1,
    date: date.toISOString(),
    scenarios: [...scenarios].map(([{ file, name }, runs]) => ({ file, name, runs })),
    public_measures: publicMeasures(ran),
  };
}

const hasPassed = (checks: readonly Checked[]): boolean => checks.every(({ passed }) => passed);

export function runReportOf({ seed, checks, events, facts, seconds }: Ran): RunReport {
  return {
    seed,
    passed: hasPassed(checks),
    seconds: round(seconds, 1),
    failures: checks
      .filter(({ passed }) => !passed)
      .map(({ what, reason, atMs }) => ({
        check: what,
        reason,
        at_ms: atMs === null ? null : Math.round(atMs),
      })),
    checks: checks.length,
    answers_ms: facts.answers.map(({ afterMs }) => Math.round(afterMs)),
    interruptions_ms: facts.interruptions.map(({ afterMs }) =>
      afterMs === null ? null : Math.round(afterMs),
    ),
    cut_offs: facts.cutOffs.length,
    longest_overlap_ms: Math.round(facts.overlap?.ms ?? 0),
    events: events.map(eventReport),
  };
}

/** An event as a line of a transcript. */
function eventReport(event: CallEvent): EventReport {
  const at_ms = Math.round(event.atMs);
  switch (event.kind) {
    case 'caller':
      return { at_ms, what: `caller: ${event.action}`, text: event.text };
    case 'said':
      return { at_ms, what: 'agent says', text: event.text };
    case 'heard':
      return { at_ms, what: 'agent heard', text: event.text };
    case 'language':
      return { at_ms, what: 'language', text: event.language };
    case 'tool':
      return { at_ms, what: `tool ${event.tool}`, text: event.args ? JSON.stringify(event.args) : '' };
    case 'tool_done':
      return { at_ms, what: `tool ${event.tool} done`, text: event.outcome };
    case 'answered': {
      const stages = Object.entries(event.stagesMs).map(
        ([stage, ms]) => `${stage.replaceAll('_', ' ')} ${ms} ms`,
      );
      return {
        at_ms,
        what: event.interrupted ? 'answer interrupted' : 'answer ended',
        text: stages.join(', '),
      };
    }
    case 'error':
      return { at_ms, what: 'error', text: event.text };
    case 'end':
      return { at_ms, what: 'end', text: event.reason };
  }
}

/** The median and the ninth decile of times, in ms; null if there are none. */
export function spreadOf(values: readonly number[]): { readonly p50: number; readonly p90: number } | null {
  if (values.length === 0) return null;
  return { p50: quantileNearest(values, 0.5), p90: quantileNearest(values, 0.9) };
}

/** "12.3 s" of a time in ms. */
export const secondOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
