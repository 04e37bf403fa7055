/** Results in the XML format of JUnit, which build servers read: a suite for each file, a case for each run. */
import { escaped } from './escaped.ts';
import { type Report, type RunReport, secondOf } from './report.ts';

export function junit({ scenarios, date }: Report): string {
  const files = [...new Set(scenarios.map(({ file }) => file))];
  const suites = files.map((file) => {
    const cases = scenarios
      .filter((scenario) => scenario.file === file)
      .flatMap(({ name, runs }) => runs.map((run) => ({ name: caseName(name, run, runs.length), run })));
    return suite(file, date, cases);
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join(
    '\n',
  );
}

interface Case {
  readonly name: string;
  readonly run: RunReport;
}

const caseName = (name: string, { seed }: RunReport, runs: number): string =>
  runs > 1 ? `${name} (seed ${seed})` : name;

function suite(file: string, date: string, cases: readonly Case[]): string {
  const failures = cases.filter(({ run }) => !run.passed).length;
  const seconds = cases.reduce((sum, { run }) => sum + run.seconds, 0);
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0"`;
  return [
    `  <testsuite name="${escaped(file)}" ${counts} time="${seconds.toFixed(1)}" timestamp="${date}">`,
    ...cases.map((each) => testcase(file, each)),
    '  </testsuite>',
  ].join('\n');
}

function testcase(file: string, { name, run }: Case): string {
  const open = `    <testcase classname="${escaped(file)}" name="${escaped(name)}" time="${run.seconds.toFixed(1)}"`;
  if (run.passed) return `${open}/>`;
  const [first] = run.failures;
  const text = run.failures
    .map(({ check, reason, at_ms }) => `${at_ms === null ? '' : `${secondOf(at_ms)}  `}${check}: ${reason}`)
    .join('\n');
  const message = `${first?.check}: ${first?.reason}`;
  return [
    `${open}>`,
    `      <failure message="${escaped(message)}" type="scenario">${escaped(text)}</failure>`,
    '    </testcase>',
  ].join('\n');
}
