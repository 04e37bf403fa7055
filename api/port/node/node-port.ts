import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEAD_BYTES } from '../../limits/requests.ts';
import type { Certificate, Port, PortLibrary, RequestHandler } from '../port.ts';
import { asksForSocket, NodeExchange } from './node-exchange.ts';
import { rejection, rejectionOf } from './rejections.ts';
import { SocketUpgrades } from './socket-upgrades.ts';
import { hasBody, StalledBodies } from './stalled-bodies.ts';

/** Timeout for a head, and for the next request on an open connection, in ms. The same as in uWebSockets.js. */
const HEAD_MS = 10_000;
/** Interval at which the library checks for late heads, in ms. */
const CHECK_MS = 2000;

/** Ports on node:http, with WebSockets by ws. */
export class NodeLibrary implements PortLibrary {
  async open(): Promise<void> {}

  port(handler: RequestHandler, certificate?: Certificate): Port {
    return new NodePort(handler, certificate);
  }

  close(): void {}
}

const OPTIONS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: HEAD_MS,
  keepAliveTimeout: HEAD_MS,
  connectionsCheckingInterval: CHECK_MS,
  // Bodies may take long; see StalledBodies.
  requestTimeout: 0,
  // The server checks it, and reports what is wrong.
  requireHostHeader: false,
  // Any other upgrade, such as to HTTP/2, is answered as an ordinary request. Node.js before 22.21 upgrades all of
  // them.
  shouldUpgradeCallback: asksForSocket,
} as const;

class NodePort implements Port {
  readonly #handler: RequestHandler;
  readonly #certificate: Certificate | undefined;
  readonly #sockets = new SocketUpgrades();
  readonly #bodies = new StalledBodies();
  /** Connections with a request that has not been answered yet. */
  readonly #busy = new WeakSet<Duplex>();
  #server: Server | null = null;

  constructor(handler: RequestHandler, certificate?: Certificate) {
    this.#handler = handler;
    this.#certificate = certificate;
  }

  async listen(host: string, port: number): Promise<number | null> {
    const server = await this.#create();
    this.#server = server;
    // The default silently drops further headers.
    server.maxHeadersCount = 0;
    server.on('request', (request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const text = rejectionOf(error.code);
      if (text === null || !socket.writable || this.#busy.has(socket)) socket.destroy();
      else socket.end(text, () => socket.destroy());
    });
    return new Promise((resolve) => {
      server.once('error', () => resolve(null));
      server.listen({ host, port, exclusive: true }, () => {
        const address = server.address();
        resolve(typeof address === 'object' ? (address?.port ?? null) : null);
      });
    });
  }

  stopListening(): void {
    this.#server?.close();
  }

  close(): void {
    this.stopListening();
    this.#bodies.close();
    this.#sockets.close();
    this.#server?.closeAllConnections();
  }

  async #create(): Promise<Server> {
    if (!this.#certificate) return createServer(OPTIONS);
    const { certFile, keyFile } = this.#certificate;
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
    return createTlsServer({ ...OPTIONS, cert, key });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Pipelining is not supported: a further request before the response ends the connection.
    if (this.#busy.has(socket)) {
      socket.destroy();
      return;
    }
    this.#busy.add(socket);
    response.once('close', () => this.#busy.delete(socket));
    if (request.httpVersion !== '1.1') {
      response.writeHead(505, { connection: 'close', 'content-length': 0 }).end();
      return;
    }
    this.#bodies.watch(request);
    this.#handler(new NodeExchange(request, response, null));
  }

  /**
   * Handles a connection for an upgrade. Until it is upgraded, or if it is refused, it is answered like any other
   * request and then closed.
   */
  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (hasBody(request)) {
      socket.end(
        rejection(400, 'This release of Node.js cannot read a body behind "upgrade": leave that header out'),
      );
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => socket.end());
    this.#handler(
      new NodeExchange(request, response, (open) => {
        response.detachSocket(socket as Socket);
        return this.#sockets.open(request, socket, head, open);
      }),
    );
  }
}
