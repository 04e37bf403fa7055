import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { DEAD_PEER_SECONDS, MAX_BACKPRESSURE_BYTES, MAX_PAYLOAD_BYTES } from '../../limits/sockets.ts';
import type { PortSocket, SocketListener } from '../port.ts';

/** Interval at which silent sockets are checked, in ms. */
const LOOK_MS = 10_000;
const DEAD_MS = DEAD_PEER_SECONDS * 1000;
/** A socket that is silent for this long is pinged, which leaves time for an answer, in ms. */
const QUIET_MS = DEAD_MS - 2 * LOOK_MS;

/** WebSockets by ws, on connections that node:http has handed over. */
export class SocketUpgrades {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Automatic pongs of ws close sockets that send many pings in one packet.
    autoPong: false,
    maxPayload: MAX_PAYLOAD_BYTES,
  });
  readonly #open = new Set<NodeSocket>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#lookForSilent(), LOOK_MS);
    this.#timer.unref();
  }

  /** @returns false when the client has disconnected */
  open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    open: (socket: PortSocket) => SocketListener,
  ): boolean {
    let opened = false;
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      opened = true;
      const port = new NodeSocket(ws, socket, () => this.#open.delete(port));
      this.#open.add(port);
      port.listen(open(port));
    });
    return opened;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#open) socket.close();
    this.#server.close();
  }

  /** Pings silent sockets, to distinguish paused ones from those whose peer is gone (RFC 6455 section 5.5.2). */
  #lookForSilent(): void {
    const now = performance.now();
    for (const socket of this.#open) socket.keepAlive(now);
  }
}

class NodeSocket implements PortSocket {
  readonly #ws: WebSocket;
  readonly #connection: Duplex;
  readonly #onClosed: () => void;
  #listener: SocketListener | null = null;
  #closed = false;
  #heardMs = performance.now();
  #pinged = false;

  constructor(ws: WebSocket, connection: Duplex, onClosed: () => void) {
    this.#ws = ws;
    this.#connection = connection;
    this.#onClosed = onClosed;
    ws.on('message', (data: Buffer, isBinary) => this.#heard()?.message(data, isBinary));
    ws.on('ping', (payload) => this.#answerPing(payload));
    ws.on('pong', (payload) => this.#heard()?.pong(payload));
    // ws answers with a close frame that names the fault.
    ws.on('error', () => this.#over());
    ws.on('close', () => this.#over());
  }

  listen(listener: SocketListener): void {
    this.#listener = listener;
    // The listener may close the socket while it is being opened.
    if (this.#closed) listener.closed();
  }

  get bufferedBytes(): number {
    return this.#ws.bufferedAmount;
  }

  send(text: string): void {
    this.#ws.send(text);
  }

  ping(payload: string): void {
    this.#ws.ping(payload);
  }

  end(code: number, reason: string): void {
    this.#ws.close(code, reason);
    this.#over();
  }

  close(): void {
    this.#ws.terminate();
    this.#over();
  }

  keepAlive(nowMs: number): void {
    const silentMs = nowMs - this.#heardMs;
    if (silentMs > DEAD_MS) this.close();
    else if (silentMs > QUIET_MS && !this.#pinged) {
      this.#pinged = true;
      this.#ws.ping();
    }
  }

  #answerPing(payload: Buffer): void {
    // The sender has no back-pressure, so the socket is closed.
    if (this.#ws.bufferedAmount > MAX_BACKPRESSURE_BYTES) this.close();
    else this.#ws.pong(payload);
    this.#heard()?.ping();
  }

  /**
   * Records that data has arrived.
   * @returns the listener to notify
   */
  #heard(): SocketListener | null {
    this.#heardMs = performance.now();
    this.#pinged = false;
    return this.#closed ? null : this.#listener;
  }

  /** Ends the connection after the last frame, whether or not the client answers it. */
  #over(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClosed();
    this.#connection.end();
    this.#listener?.closed();
  }
}
