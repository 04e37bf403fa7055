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
 * Corks upgrades to WebSockets that take place after the handler of their request has returned.
 *
 * The library requires corked upgrades. But after the cork of a response it reads from that response's memory whether
 * to close the connection. After an upgrade this memory belongs to the WebSocket or is free. This build notices only if
 * the socket has moved, and occasionally closes one that was just opened. Therefore another response, which is never
 * completed, corks the upgrades. Its request comes from this process itself, over a listener that is closed at once.
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
    // Secret, in case another client happens to connect.
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

  /** Calls `upgrade` synchronously, which upgrades `res`. */
  around(res: HttpResponse, upgrade: () => void): void {
    (this.#response ?? res).cork(upgrade);
  }

  close(): void {
    this.#client.destroy();
    this.#app.close();
  }
}
