/** The Helm chart: its output is valid for Kubernetes and has valid settings for the server. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { VERSION } from '../api/observability/version.ts';
import { SETTINGS } from '../api/settings/settings.ts';
import { CHART_TOOLS_MS, type ChartTools, chartTools, whyNoChartTools } from './kit/chart-tools.ts';

const CHART = resolve(import.meta.dirname, '../deploy/helm/parley');
/** All features that are disabled by default. */
const WHOLE = {
  agent: { enabled: true, autoscaling: { by: 'parley' } },
  settings: {
    LIVEKIT_URL: 'wss://rooms.example.org',
    LIVEKIT_API_KEY: 'key',
    PUBLIC_URL: 'https://example.org',
  },
  api: { settings: { LOG_LEVEL: 'warn' }, nodeSelector: { pool: 'speech' } },
  models: { from: 'claim' },
  ingress: { enabled: true, className: 'public', tlsSecret: 'certificate' },
  metrics: { serviceMonitor: { enabled: true, keySecret: { name: 'parley', key: 'METRICS_KEY' } } },
  networkPolicy: {
    enabled: true,
    monitoring: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
  },
};

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts: readonly { readonly name: string }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly terminationGracePeriodSeconds: number;
        readonly volumes: readonly { readonly name: string }[];
      };
    };
    readonly metrics: unknown;
  };
}

const missing = whyNoChartTools();
describe.skipIf(process.env.CI !== 'true' && missing)(`the chart${missing ? `: ${missing}` : ''}`, () => {
  let tools: ChartTools;
  beforeAll(async () => {
    tools = await chartTools();
  }, CHART_TOOLS_MS);

  function render(values: unknown): { text: string; resources: Resource[]; error: string } {
    const args = ['template', 'parley', CHART, '--values', '-'];
    const { stdout, stderr } = spawnSync(tools.helm, args, {
      input: JSON.stringify(values),
      encoding: 'utf8',
    });
    const documents = parseAllDocuments(stdout).map((document) => document.toJS() as Resource | null);
    return { text: stdout, resources: documents.filter((one) => one !== null), error: stderr };
  }

  test('Helm reports no errors', () => {
    const { status, stdout, stderr } = spawnSync(tools.helm, ['lint', '--strict', CHART], {
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
  });

  test('its output is valid for the oldest and the newest supported release of Kubernetes', () => {
    const kinds = [{}, WHOLE, { models: { from: 'image' } }].map(render);
    expect(kinds.map(({ error }) => error)).toEqual(['', '', '']);
    const input = kinds.map(({ text }) => text).join('\n---\n');
    for (const schema of tools.schemas) {
      // No registry has a schema for the operator's resource.
      const args = ['-strict', '-skip', 'ServiceMonitor', '-schema-location', schema];
      const { status, stdout, stderr } = spawnSync(tools.kubeconform, args, { input, encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
  });

  test('processes get settings that exist, volumes that are mounted, and time to drain', () => {
    const { resources } = render(WHOLE);
    const deployments = resources.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['parley-api', 'parley-agent']);
    const known: string[] = Object.values(SETTINGS).map(({ name }) => name);
    for (const { spec } of deployments) {
      const { containers, terminationGracePeriodSeconds, volumes } = spec.template.spec;
      const { env, volumeMounts } = containers[0]!;
      expect(
        env.map(({ name }) => name.replace(/_FILE$/, '')).filter((name) => !known.includes(name)),
      ).toEqual([]);
      expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
      const seconds = (wanted: string) => Number(env.find(({ name }) => name === wanted)?.value) / 1000;
      const longestMs = Math.max(seconds('SHUTDOWN_GRACE_MS'), seconds('AGENT_DRAIN_MS'));
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        seconds('SHUTDOWN_DELAY_MS') + longestMs + 30,
      );
    }
    const [api, agent] = deployments.map(({ spec }) => spec.template.spec.containers[0]!.env);
    expect(api).toContainEqual({ name: 'LOG_LEVEL', value: 'warn' });
    expect(agent?.map(({ name }) => name)).not.toContain('LOG_LEVEL');
  });

  test('the autoscalers use metrics that the Prometheus adapter provides', () => {
    const adapter = readFileSync(join(CHART, '../prometheus-adapter.yaml'), 'utf8');
    const { rules } = parse(adapter) as { rules: { custom: { name: { as: string } }[] } };
    const scaler = render(WHOLE).resources.find(
      ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name === 'parley-agent',
    );
    expect(scaler?.spec.metrics).toEqual(
      rules.custom.map(({ name }) => ({
        type: 'Pods',
        pods: { metric: { name: name.as }, target: { type: 'AverageValue', averageValue: '600m' } },
      })),
    );
  });

  test.each([
    ['a value that does not exist', { api: { replica: 3 } }, 'replica'],
    ['a database that is not named', { secret: { keys: ['REDIS_URL'] } }, 'keys'],
    ['metrics that nobody can read', { metrics: { serviceMonitor: { enabled: true } } }, 'keySecret'],
  ])('%s is refused', (_, values, named) => {
    expect(render(values).error).toContain(named);
  });

  test('its version is that of the server', () => {
    const { version, appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as Record<
      string,
      string
    >;
    expect([version, appVersion]).toEqual([VERSION, VERSION]);
  });
});
