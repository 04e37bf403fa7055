import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * Starts a worker thread from a module of ours. Built code runs as it is; straight from the TypeScript sources (in
 * tests) the thread first gets the loader for them, which threads do not inherit.
 */
export function spawnWorker(module: URL, workerData: unknown): Worker {
  if (!module.pathname.endsWith('.ts')) return new Worker(module, { workerData });
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const loader = pathToFileURL(api).href;
  const boot = `import { register } from '${loader}'; register(); await import('${module.href}');`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(boot)}`), { workerData });
}
