import { createServer, type Server, type Socket } from 'node:net';
import type { Identity } from '../credentials/authenticator.ts';
import { ApiError, refusal } from '../errors/api-error.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { ConcurrencyLimit } from '../limits/concurrency.ts';
import { WYOMING_CONNECTIONS, WYOMING_RECORDINGS } from '../limits/wyoming.ts';
import { WyomingConnection } from './connection.ts';
import type { WyomingDeps } from './deps.ts';

/**
 * Speech for clients of the Wyoming protocol, such as Home Assistant, on a TCP port of its own. The protocol knows no
 * credentials: every client that reaches the port is served on behalf of the key in WYOMING_API_KEY.
 */
export class WyomingServer {
  readonly #deps: WyomingDeps;
  readonly #server: Server;
  readonly #connections = new Set<WyomingConnection>();
  readonly #places = new ConcurrencyLimit(WYOMING_CONNECTIONS);
  readonly #recordings = new ConcurrencyLimit(WYOMING_RECORDINGS);

  constructor(deps: WyomingDeps) {
    this.#deps = deps;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /**
   * @returns the port
   * @throws Error that names the setting when the address cannot be listened on
   */
  async listen(port: number): Promise<number> {
    const { wyomingHost: host } = this.#deps.settings;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause) => {
        const where = `${host}:${port}`;
        reject(
          new Error(
            `Cannot listen on ${where}: the port is taken or not allowed; set WYOMING_PORT or WYOMING_HOST`,
            { cause },
          ),
        );
      });
      this.#server.listen({ host, port }, resolve);
    });
    await this.#identify().catch((error: unknown) => {
      const reason = error instanceof ApiError ? error.message : String(error);
      this.#deps.log.warn({ reason }, 'clients of the Wyoming protocol cannot be served');
    });
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : port;
  }

  /** Accepts no more clients, lets current requests finish for at most `graceMs`, then ends them. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections) connection.drain();
    const timer = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, graceMs);
    await closed;
    clearTimeout(timer);
  }

  #accept(socket: Socket): void {
    const network = clientNetwork(socket.remoteAddress ?? '');
    const { metrics } = this.#deps;
    const connection = new WyomingConnection(this.#deps, socket, {
      identify: () => this.#identify(),
      enterRecording: () => this.#recordings.enter(network),
    });
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
    const place = this.#places.enter(network);
    if (!place.granted) {
      connection.refuse(place.refusal);
      return;
    }
    metrics.socketsOpen.inc({ kind: 'wyoming' });
    socket.once('close', () => {
      place.release();
      metrics.socketsOpen.dec({ kind: 'wyoming' });
    });
  }

  /** The owner on whose behalf all clients are served. @throws ApiError 401, 403 */
  async #identify(): Promise<Identity> {
    const { authenticator, settings } = this.#deps;
    try {
      return await authenticator.authorize({ xApiKey: settings.wyomingApiKey ?? '' }, 'speak');
    } catch (error) {
      // The message of that error names headers, which this protocol does not have.
      if (error instanceof ApiError && error.status === 401) throw refusal('wyoming_key_invalid');
      throw error;
    }
  }
}
