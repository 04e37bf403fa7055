/** Results for the terminal. */
import { type Report, type RunReport, type ScenarioReport, secondOf, spreadOf } from './report.ts';

/** One line for a run that has ended, and one for each of its failures. */
export function runLines(name: string, run: RunReport): string[] {
  const spread = spreadOf(run.answers_ms);
  const answers = spread ? `, answers after ${spread.p50} ms (p90 ${spread.p90} ms)` : '';
  return [
    `${run.passed ? 'pass' : 'FAIL'}  ${name} (${run.seconds.toFixed(1)} s${answers})`,
    ...run.failures.map(({ check, reason, at_ms }) => {
      const at = at_ms === null ? '' : `at ${secondOf(at_ms)}: `;
      return `      ${at}${check}: ${reason}`;
    }),
  ];
}

/** Counts over all runs, and for each scenario if there are several. */
export function summaryLines({ scenarios }: Report): string[] {
  const runs = scenarios.flatMap((scenario) => scenario.runs);
  const repeated = scenarios.filter((scenario) => scenario.runs.length > 1);
  const spread = spreadOf(runs.flatMap(({ answers_ms }) => answers_ms));
  const passed = runs.filter((run) => run.passed).length;
  return [
    '',
    ...repeated.map((scenario) => `${countOf(scenario)}  ${scenario.name}`),
    `${passed} of ${runs.length} passed` +
      (spread ? `; answers after ${spread.p50} ms (median), ${spread.p90} ms (p90)` : ''),
  ];
}

export const countOf = ({ runs }: ScenarioReport): string =>
  `${runs.filter(({ passed }) => passed).length}/${runs.length}`;
