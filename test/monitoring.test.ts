/** The dashboard and the alert rules use existing metrics. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { OVERLOAD_CAUSES } from '../api/limits/overload.ts';
import { Metrics } from '../api/observability/metrics.ts';
import { temporaryFolder } from '../api/testing.ts';

const FOLDER = resolve(import.meta.dirname, '../deploy/monitoring');

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const { groups } = parse(readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { panels } = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as { panels: Panel[] };
const targets = panels.flatMap((panel) => panel.targets ?? []);

/** The queries of the chart's autoscalers, for a pod. */
const adapter = parse(readFileSync(join(FOLDER, '../helm/prometheus-adapter.yaml'), 'utf8')) as {
  rules: { custom: { metricsQuery: string }[] };
};
const scaling = adapter.rules.custom.map(({ metricsQuery }) =>
  metricsQuery.replaceAll('<<.GroupBy>>', 'pod').replaceAll('<<.LabelMatchers>>', 'namespace="speech"'),
);

/** Labels that Prometheus adds to every series, or to histograms. */
const ADDED = ['instance', 'job', 'le', 'namespace', 'pod'];

/** Returns the labels of every metric, by name. */
function metricLabels(): Map<string, readonly string[]> {
  const metrics = new Metrics();
  const reading = Object.fromEntries(OVERLOAD_CAUSES.map((cause) => [cause, 0]));
  metrics.watchOverload({ cause: null, reading: reading as never });
  metrics.watchCapacity(() => 0);
  metrics.watchSharedLimits(() => true);
  metrics.watchEngine(() => {
    throw new Error('not asked for');
  });
  const all = metrics.registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
  return new Map(all.map(({ name, labelNames }) => [name, labelNames]));
}

/** Returns the metrics in an expression, and the labels that it selects or groups by. */
function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  const metrics = [...expr.matchAll(/\b(?:parley|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );
  const selected = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label);
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/\s*,\s*/));
  return { metrics, labels: [...selected, ...grouped] };
}

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...targets.map(({ expr }) => [expr, expr] as const),
  ...scaling.map((expr) => [expr, expr] as const),
];

test.each(expressions)('%s asks for what exists', (_, expr) => {
  const known = metricLabels();
  const { metrics, labels } = namesIn(expr);
  expect(metrics.filter((name) => !known.has(name))).toEqual([]);
  const allowed = [...ADDED, ...metrics.flatMap((name) => known.get(name) ?? [])];
  expect(labels.filter((label) => !allowed.includes(label))).toEqual([]);
});

test('a legend names labels that its series have', () => {
  for (const { expr, legendFormat } of targets) {
    const { labels } = namesIn(expr);
    const named = [...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label = '']) => label);
    expect(
      named.filter((label) => !labels.includes(label)),
      expr,
    ).toEqual([]);
  }
});

test('every alert is tested', () => {
  const tests = readFileSync(join(FOLDER, 'alerts.test.yml'), 'utf8');
  expect(rules.filter(({ alert }) => !tests.includes(alert))).toEqual([]);
});

const isMissing = spawnSync('promtool', ['--version']).error !== undefined;
if (isMissing && process.env.CI === 'true') throw new Error('promtool is missing: install Prometheus');

test.skipIf(isMissing)('Prometheus accepts the rules, and they fire as intended (promtool)', () => {
  expect(
    execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd: FOLDER, encoding: 'utf8' }),
  ).toContain(`SUCCESS: ${rules.length} rules found`);
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});

test.skipIf(isMissing)(
  'Prometheus parses every expression of the dashboard and of autoscalers (promtool)',
  () => {
    const folder = temporaryFolder();
    const records = [...targets.map(({ expr }) => expr), ...scaling].map((expr, i) => ({
      record: `dashboard:${i}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    }));
    writeFileSync(join(folder, 'rules.yml'), stringify({ groups: [{ name: 'dashboard', rules: records }] }));
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', 'rules.yml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  },
);
