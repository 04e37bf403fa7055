import { STATUS_CODES } from 'node:http';
import { DEAD_PEER_SECONDS, MAX_BACKPRESSURE_BYTES, MAX_PAYLOAD_BYTES } from '../../limits/sockets.ts';
import type {
  Certificate,
  Exchange,
  ExchangeHead,
  Port,
  PortLibrary,
  PortSocket,
  RequestHandler,
  SocketListener,
} from '../port.ts';
import { UpgradeCork } from './upgrade-cork.ts';
import {
  App,
  type HttpRequest,
  type HttpResponse,
  type ListenSocket,
  listenAlone,
  SSLApp,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
  type WebSocket,
} from './uws.ts';

/** The library sends data of at least this length at once, and the rest when a handler returns. */
const CORKED_BYTES = 16 * 1024;

interface SocketData {
  readonly open: (socket: PortSocket) => SocketListener;
  listener: SocketListener | null;
  isClosed: boolean;
}

type UpgradeContext = Parameters<HttpResponse['upgrade']>[4];

/** The parts of a request that an upgrade needs. */
interface Upgrading {
  readonly context: UpgradeContext;
  readonly cork: UpgradeCork;
}

/** Ports on uWebSockets.js. */
export class UwsLibrary implements PortLibrary {
  #cork: UpgradeCork | null = null;

  async open(): Promise<void> {
    this.#cork ??= await UpgradeCork.open();
  }

  port(handler: RequestHandler, certificate?: Certificate): Port {
    if (!this.#cork) throw new Error('open() comes first');
    return new UwsPort(handler, this.#cork, certificate);
  }

  close(): void {
    this.#cork?.close();
    this.#cork = null;
  }
}

class UwsPort implements Port {
  readonly #app: TemplatedApp;
  #listener: ListenSocket | null = null;

  constructor(handler: RequestHandler, cork: UpgradeCork, certificate?: Certificate) {
    this.#app = certificate
      ? SSLApp({ cert_file_name: certificate.certFile, key_file_name: certificate.keyFile })
      : App();
    this.#app
      .ws<SocketData>('/*', {
        maxPayloadLength: MAX_PAYLOAD_BYTES,
        maxBackpressure: MAX_BACKPRESSURE_BYTES,
        idleTimeout: DEAD_PEER_SECONDS,
        sendPingsAutomatically: true,
        upgrade: (res, req, context) => handler(new UwsExchange(res, req, { context, cork })),
        open: (ws) => {
          const data = ws.getUserData();
          data.listener = data.open(new UwsSocket(ws));
          // The listener may close the socket while it is being opened.
          if (data.isClosed) data.listener.closed();
        },
        message: (ws, message, isBinary) =>
          ws.getUserData().listener?.message(Buffer.from(message), isBinary),
        ping: (ws) => ws.getUserData().listener?.ping(),
        pong: (ws, payload) => ws.getUserData().listener?.pong(Buffer.from(payload)),
        close: (ws) => {
          const data = ws.getUserData();
          data.isClosed = true;
          data.listener?.closed();
        },
      })
      .any('/*', (res, req) => handler(new UwsExchange(res, req, null)));
  }

  async listen(host: string, port: number): Promise<number | null> {
    this.#listener = await listenAlone(this.#app, host, port);
    return this.#listener && us_socket_local_port(this.#listener);
  }

  stopListening(): void {
    if (this.#listener) us_listen_socket_close(this.#listener);
    this.#listener = null;
  }

  close(): void {
    this.stopListening();
    this.#app.close();
  }
}

/** Copies the head, because the library reuses the original when the handler returns. */
function readHead(res: HttpResponse, req: HttpRequest, asksForSocket: boolean): ExchangeHead {
  const headers: Record<string, string> = Object.create(null);
  req.forEach((name, value) => {
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  });
  return {
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    queryText: req.getQuery() ?? '',
    headers,
    peer: Buffer.from(res.getRemoteAddressAsText()).toString(),
    asksForSocket,
  };
}

/** The original response must not be touched once the client has disconnected, and its writes have to be corked. */
class UwsExchange implements Exchange {
  readonly head: ExchangeHead;
  readonly #res: HttpResponse;
  readonly #upgrading: Upgrading | null;
  #over = false;
  #onAborted: (() => void) | null = null;
  #onWritable: (() => void) | null = null;
  #unsentHead: (() => void) | null = null;

  constructor(res: HttpResponse, req: HttpRequest, upgrading: Upgrading | null) {
    this.#res = res;
    this.#upgrading = upgrading;
    this.head = readHead(res, req, upgrading !== null);
    res.onAborted(() => {
      this.#over = true;
      this.#onAborted?.();
    });
  }

  onAborted(handler: () => void): void {
    this.#onAborted = handler;
  }

  onData(handler: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#res.onData((chunk, isLast) => handler(new Uint8Array(chunk), isLast));
  }

  pause(): void {
    this.#res.pause();
  }

  resume(): void {
    this.#res.resume();
  }

  send(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    closing: boolean,
  ): void {
    const send = (): void => {
      if (this.#over) return;
      this.#over = true;
      this.#res.cork(() => {
        this.#writeHead(status, headers);
        this.#res.end(body, closing);
      });
    };
    // If the response were sent earlier, the library would process further requests in the same packet.
    if (closing) setImmediate(send);
    else send();
  }

  /**
   * Leaves the response incomplete by one space. A complete one would let the library read the rest of the packet as
   * another request; it closes connections on which a request arrives before the last response is complete.
   */
  refuseUnclear(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    this.#writeHead(status, { ...headers, connection: 'close' });
    const text = body.padEnd(CORKED_BYTES);
    this.#res.tryEnd(text, Buffer.byteLength(text) + 1);
    setImmediate(() => {
      if (!this.#over) this.close();
    });
  }

  /** The head is sent together with the first part. */
  writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.#unsentHead = () => this.#writeHead(status, headers);
  }

  write(part: string | Uint8Array): boolean {
    let room = true;
    this.#res.cork(() => {
      this.#unsentHead?.();
      this.#unsentHead = null;
      room = this.#res.write(part);
    });
    return room;
  }

  onWritable(handler: () => void): void {
    const isFirst = this.#onWritable === null;
    this.#onWritable = handler;
    if (!isFirst) return;
    this.#res.onWritable(() => {
      this.#onWritable?.();
      return true;
    });
  }

  end(): void {
    this.#over = true;
    // Without the close argument, because the library would write a header into the body.
    this.#res.cork(() => this.#res.endWithoutBody());
  }

  close(): void {
    this.#over = true;
    this.#res.close();
  }

  upgrade(open: (socket: PortSocket) => SocketListener): boolean {
    if (!this.#upgrading || this.#over) return false;
    this.#over = true;
    const { context, cork } = this.#upgrading;
    const header = (name: string): string => this.head.headers[name] ?? '';
    const data: SocketData = { open, listener: null, isClosed: false };
    cork.around(this.#res, () =>
      this.#res.upgrade(
        data,
        header('sec-websocket-key'),
        header('sec-websocket-protocol'),
        header('sec-websocket-extensions'),
        context,
      ),
    );
    return true;
  }

  #writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.#res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    for (const [name, value] of Object.entries(headers)) this.#res.writeHeader(name, value);
  }
}

class UwsSocket implements PortSocket {
  readonly #ws: WebSocket<SocketData>;

  constructor(ws: WebSocket<SocketData>) {
    this.#ws = ws;
  }

  get bufferedBytes(): number {
    return this.#ws.getBufferedAmount();
  }

  send(text: string): void {
    this.#ws.send(text);
  }

  ping(payload: string): void {
    this.#ws.ping(payload);
  }

  end(code: number, reason: string): void {
    this.#ws.end(code, reason);
  }

  close(): void {
    this.#ws.close();
  }
}
