/** Tools for tests of the chart: Helm, kubeconform, and the schemas of Kubernetes' resources. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { openPromise } from 'yauzl';
import { claim } from '../../model-files/claim.ts';
import { buildGoProgram, type GoProgram, whyNoGoProgram } from './go-program.ts';

const MODULE = join(import.meta.dirname, 'charts');
const HELM: GoProgram = { name: 'helm', module: MODULE, package: 'helm.sh/helm/v4/cmd/helm' };
const KUBECONFORM: GoProgram = {
  name: 'kubeconform',
  module: MODULE,
  package: 'github.com/yannh/kubeconform/cmd/kubeconform',
};
/** The PyPI package with the schemas of many releases. */
const SCHEMAS = 'kubernetes-validate==1.37.0';
/** The oldest and the newest release that the chart supports. */
const RELEASES = ['1.29', '1.37'] as const;
/** A first build compiles more than a thousand packages on any number of cores. */
export const CHART_TOOLS_MS = 900_000;

export interface ChartTools {
  readonly helm: string;
  readonly kubeconform: string;
  /** For kubeconform, by release: location of the schemas. */
  readonly schemas: readonly string[];
}

/** Returns why tests of the chart are skipped, or null when everything is installed or can be built. */
export function whyNoChartTools(): string | null {
  return whyNoGoProgram(HELM) ?? whyNoGoProgram(KUBECONFORM) ?? whyNoSchemas();
}

function whyNoSchemas(): string | null {
  if (existsSync(schemasFolder())) return null;
  const { status } = spawnSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' });
  return status === 0 ? null : 'no pip to fetch the schemas of Kubernetes with';
}

/** Returns the folder of this set of releases, beside the models in the user's cache folder. */
function schemasFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'parley', 'charts', SCHEMAS, RELEASES.join('-'));
}

/** Builds and fetches missing tools. Concurrent processes do it once. */
export async function chartTools(): Promise<ChartTools> {
  const helm = await buildGoProgram(HELM);
  const kubeconform = await buildGoProgram(KUBECONFORM);
  const folder = await fetchSchemas();
  const schemas = RELEASES.map((release) => join(folder, release, '{{.ResourceKind}}{{.KindSuffix}}.json'));
  return { helm, kubeconform, schemas };
}

async function fetchSchemas(): Promise<string> {
  const target = schemasFolder();
  const held = await claim(
    join(target, '..'),
    async () => existsSync(target),
    () => console.error('waiting for the schemas of Kubernetes to be fetched by another process'),
  );
  if (held === null) return target;
  const unfinished = `${target}.${held.token}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', unfinished, SCHEMAS];
    await promisify(execFile)('python3', pip);
    const [wheel = ''] = readdirSync(unfinished);
    await extractSchemas(join(unfinished, wheel), unfinished);
    rmSync(join(unfinished, wheel));
    renameSync(unfinished, target);
    return target;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    await held.release();
  }
}

/** Extracts the strict schemas of each release, with references to neighbouring files that kubeconform can resolve. */
async function extractSchemas(wheel: string, folder: string): Promise<void> {
  for (const release of RELEASES) mkdirSync(join(folder, release));
  const zip = await openPromise(wheel, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const [, release = '', name = ''] =
        /\/v([\d.]+)\.0-local-strict\/(\w[\w.-]*\.json)$/.exec(entry.fileName) ?? [];
      if (!RELEASES.some((known) => known === release)) continue;
      const schema = await text(await zip.openReadStreamPromise(entry));
      const { $id: _, ...rest } = JSON.parse(
        schema.replaceAll('"/api/_definitions.json#', '"_definitions.json#'),
      );
      writeFileSync(join(folder, release, name), JSON.stringify(rest));
    }
  } finally {
    zip.close();
  }
}
