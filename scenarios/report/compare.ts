/** The changes between two reports. */
import { isRecord, parseJson } from '../../media/json.ts';
import { type Report, type ScenarioReport, spreadOf } from './report.ts';
import { countOf } from './text.ts';

/** Latencies vary: a change by less than one of these is ignored. */
const CHANGED_SHARE = 0.15;
const CHANGED_MS = 100;

/**
 * Reads a JSON report.
 * @throws Error when it is not a report
 */
export function readReport(text: string): Report {
  const report: unknown = parseJson(text);
  if (!isRecord(report) || report.format !== 1 || !Array.isArray(report.scenarios)) {
    throw new Error('it is no report of scenarios');
  }
  return report as unknown as Report;
}

/** Lines that describe the changes; scenarios are matched by name. */
export function changes(before: Report, after: Report): string[] {
  const old = new Map(before.scenarios.map((scenario) => [scenario.name, scenario]));
  const lines: string[] = [];
  for (const scenario of after.scenarios) {
    const other = old.get(scenario.name);
    old.delete(scenario.name);
    if (!other) lines.push(`new      ${scenario.name}: ${countOf(scenario)} passed`);
    else lines.push(...changesOf(other, scenario));
  }
  for (const { name } of old.values()) lines.push(`missing  ${name}`);
  return lines.length === 0 ? ['nothing changed'] : lines;
}

function changesOf(before: ScenarioReport, after: ScenarioReport): string[] {
  const lines: string[] = [];
  const [was, is] = [shareOf(before), shareOf(after)];
  if (was !== is) {
    const what = is > was ? 'better ' : 'WORSE  ';
    lines.push(`${what}  ${after.name}: ${countOf(before)} passed before, ${countOf(after)} now`);
    for (const check of newFailures(before, after)) lines.push(`           now fails: ${check}`);
  }
  const [old, now] = [medianOf(before), medianOf(after)];
  if (old !== null && now !== null) {
    const differs = Math.abs(now - old);
    if (differs > CHANGED_MS && differs > CHANGED_SHARE * old) {
      const what = now < old ? 'faster ' : 'slower ';
      lines.push(`${what}  ${after.name}: answers after ${old} ms before, ${now} ms now (median)`);
    }
  }
  return lines;
}

const shareOf = ({ runs }: ScenarioReport): number =>
  runs.filter(({ passed }) => passed).length / Math.max(1, runs.length);

const medianOf = ({ runs }: ScenarioReport): number | null =>
  spreadOf(runs.flatMap(({ answers_ms }) => answers_ms))?.p50 ?? null;

function newFailures(before: ScenarioReport, after: ScenarioReport): string[] {
  const failing = ({ runs }: ScenarioReport) =>
    new Set(runs.flatMap(({ failures }) => failures.map(({ check }) => check)));
  const known = failing(before);
  return [...failing(after)].filter((check) => !known.has(check));
}
