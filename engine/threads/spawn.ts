import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** How to run one of our modules as a program: its file, and the Node.js options before it. */
export interface Program {
  readonly url: URL;
  readonly execArgv: string[];
}

/**
 * Built code runs as it is. TypeScript sources (in tests) run as the bundles built from them beforehand; without a
 * bundle they get the TypeScript loader, which threads and processes do not inherit.
 */
export function program(module: URL): Program {
  if (!module.pathname.endsWith('.ts')) return { url: module, execArgv: [] };
  const bundle = bundles()[module.href];
  if (bundle !== undefined) return { url: new URL(bundle), execArgv: [] };
  return {
    url: module,
    execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
  };
}

/**
 * Starts a worker thread from one of our modules.
 * @param resourceLimits of its JavaScript heap; a thread that reaches one ends
 */
export function spawnWorker(module: URL, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker {
  if (!module.pathname.endsWith('.ts')) return new Worker(module, { workerData, resourceLimits });
  const { url, execArgv } = program(module);
  if (!url.pathname.endsWith('.ts')) return new Worker(url, { workerData, execArgv, resourceLimits });
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const boot = `import { register } from '${pathToFileURL(loader).href}'; register(); await import('${url.href}');`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(boot)}`), {
    workerData,
    execArgv: [],
    resourceLimits,
  });
}

/** URLs of bundles by the URLs of their entry modules, as set by the tests. */
function bundles(): Readonly<Record<string, string>> {
  return JSON.parse(process.env.PARLEY_BUNDLED_PROGRAMS ?? '{}') as Record<string, string>;
}
