/** A port of one library alone, for `bench/ports`. Answers requests, and WebSocket messages with 8 KiB of text. */
import { NodeLibrary } from '../../api/port/node/node-port.ts';
import type { PortLibrary } from '../../api/port/port.ts';

const ANSWER = 'a'.repeat(8 * 1024);

export interface Usage {
  /** Resident memory after garbage collection. */
  readonly rssBytes: number;
  /** User and system time of the process so far. */
  readonly cpuMs: number;
}

async function libraryOf(name: string | undefined): Promise<PortLibrary> {
  if (name === 'node') return new NodeLibrary();
  const { UwsLibrary } = await import('../../api/port/uws/uws-port.ts');
  return new UwsLibrary();
}

const library = await libraryOf(process.env.HTTP_SERVER);
await library.open();
const port = library.port((exchange) => {
  if (!exchange.head.asksForSocket) {
    exchange.send(200, { 'content-type': 'text/plain' }, 'pong', false);
    return;
  }
  exchange.upgrade((socket) => ({
    message: (bytes) => socket.send(bytes.length > 1 ? bytes.toString() : ANSWER),
    ping() {},
    pong() {},
    closed() {},
  }));
});

process.on('message', () => {
  global.gc?.();
  const { user, system } = process.cpuUsage();
  const usage: Usage = { rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
  process.send?.(usage);
});
process.send?.(await port.listen('127.0.0.1', 0));
