import type { Log } from '../observability/log.ts';
import { NodeLibrary } from './node/node-port.ts';
import type { PortLibrary } from './port.ts';

/** Measured by bench/ports; docs/operations.md has the table. */
const COST = 'See "HTTP servers" in docs/operations.md for what that costs.';

/**
 * Chooses the library that listens, and logs it when it is not the usual one.
 * @param wanted HTTP_SERVER of the settings: `auto`, `uwebsockets` or `node`
 * @throws Error that names the setting when the requested library does not load here
 */
export async function openPorts(wanted: string, log: Pick<Log, 'info' | 'warn'>): Promise<PortLibrary> {
  if (wanted === 'node') {
    log.info(`HTTP_SERVER is node: node:http and ws listen. ${COST}`);
    return new NodeLibrary();
  }
  try {
    const { UwsLibrary } = await import('./uws/uws-port.ts');
    const library = new UwsLibrary();
    await library.open();
    return library;
  } catch (error) {
    const why = `no build of uWebSockets.js loads on Node.js ${process.versions.node} here`;
    if (wanted === 'uwebsockets') {
      throw new Error(`${why}: set HTTP_SERVER to auto or node, or use Node.js 20 or 22`, { cause: error });
    }
    log.warn(`${why}: node:http and ws listen instead. ${COST}`);
    return new NodeLibrary();
  }
}
