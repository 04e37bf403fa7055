import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import {
  App,
  type HttpResponse,
  listenAlone,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
} from './uws.ts';

const LOOPBACK = '127.0.0.1';

/**
 * Corks upgrades to WebSockets that take place later than in the handler of their request.
 *
 * The library wants them corked. But after the cork of a response it looks in the memory of that response whether to
 * close the connection, which after an upgrade is the memory of the WebSocket or of nobody; this build notices only if
 * the socket has moved, and now and then closes one that was just opened. So another response corks them, one that is
 * never answered. Its request comes from this process itself, over a listener that is closed at once.
 */
export class UpgradeCork {
  readonly #app: TemplatedApp;
  readonly #client: Socket;
  #response: HttpResponse | null;

  private constructor(app: TemplatedApp, client: Socket, response: HttpResponse) {
    this.#app = app;
    this.#client = client;
    this.#response = response;
    response.onAborted(() => {
      this.#response = null;
    });
  }

  /** @throws Error when this process cannot connect to itself */
  static async open(): Promise<UpgradeCork> {
    const app = App();
    // Unknown to anybody else who happens to connect.
    const path = `/${randomUUID()}`;
    const listener = await listenAlone(app, LOOPBACK, 0);
    if (!listener) throw new Error(`Cannot listen on ${LOOPBACK}, which WebSockets need`);
    const client = connect(us_socket_local_port(listener), LOOPBACK);
    try {
      return await new Promise<UpgradeCork>((resolve, reject) => {
        app.get(path, (response) => resolve(new UpgradeCork(app, client, response)));
        client.on('error', reject);
        client.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      });
    } catch (error) {
      app.close();
      throw error;
    } finally {
      us_listen_socket_close(listener);
    }
  }

  /** Calls `upgrade` at once, which upgrades `res`. */
  around(res: HttpResponse, upgrade: () => void): void {
    (this.#response ?? res).cork(upgrade);
  }

  close(): void {
    this.#client.destroy();
    this.#app.close();
  }
}
