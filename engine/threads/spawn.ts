import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** How a module of ours is run on its own: the file, and what Node.js is told before it. */
export interface Program {
  readonly url: URL;
  readonly execArgv: string[];
}

/**
 * Built code runs as it is. TypeScript sources (in tests) are run as the bundles that were made of them beforehand;
 * without those they get the loader for TypeScript, which threads and processes do not inherit.
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

/** Starts a worker thread from a module of ours. */
export function spawnWorker(module: URL, workerData: unknown): Worker {
  if (!module.pathname.endsWith('.ts')) return new Worker(module, { workerData });
  const { url, execArgv } = program(module);
  if (!url.pathname.endsWith('.ts')) return new Worker(url, { workerData, execArgv });
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const boot = `import { register } from '${pathToFileURL(loader).href}'; register(); await import('${url.href}');`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(boot)}`), {
    workerData,
    execArgv: [],
  });
}

/** The addresses of bundles by those of the modules that they begin with, as tests set them. */
function bundles(): Readonly<Record<string, string>> {
  return JSON.parse(process.env.PARLEY_BUNDLED_PROGRAMS ?? '{}') as Record<string, string>;
}
