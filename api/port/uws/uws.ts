/**
 * The only wrapper around uWebSockets.js. That package is not in the registry under its own name; the alias in
 * package.json points to a republished build whose binaries load on Node 20 and 22 with glibc 2.27 or newer. For later
 * releases the installation adds a binary of another build (scripts/uws-binary.mjs).
 */
import './uws-environment.ts';
import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';

export {
  App,
  type HttpRequest,
  type HttpResponse,
  SSLApp,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
  type WebSocket,
} from 'uWebSockets.js';

/** LIBUS_LISTEN_EXCLUSIVE_PORT: without it two processes could share a port, and connections would go to either. */
const EXCLUSIVE = 1;

export type ListenSocket = us_listen_socket;

/** Listens on host and port exclusively; null if that is not possible. */
export function listenAlone(app: TemplatedApp, host: string, port: number): Promise<ListenSocket | null> {
  // The published types lack the overload with both a host and options.
  const listen = app.listen.bind(app) as unknown as (
    host: string,
    port: number,
    options: number,
    done: (socket: ListenSocket | false) => void,
  ) => void;
  return new Promise((resolve) => listen(host, port, EXCLUSIVE, (socket) => resolve(socket || null)));
}
