import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { DEAD_PEER_SECONDS, MAX_BACKPRESSURE_BYTES, MAX_PAYLOAD_BYTES } from '../../limits/sockets.ts';
import type { PortSocket, SocketListener } from '../port.ts';

/** How often silent sockets are looked for. */
const LOOK_MS = 10_000;
const DEAD_MS = DEAD_PEER_SECONDS * 1000;
/** Pinged when silent for so long, which leaves time for an answer. */
const QUIET_MS = DEAD_MS - 2 * LOOK_MS;

/** WebSockets by ws, on connections that node:http has given away. */
export class SocketUpgrades {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Its own answers end sockets with many pings in one packet.
    autoPong: false,
    maxPayload: MAX_PAYLOAD_BYTES,
  });
  readonly #open = new Set<NodeSocket>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#lookForSilent(), LOOK_MS);
    this.#timer.unref();
  }

  /** @returns false when the client has gone */
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

  /** Those that are not read from are told apart from those whose peer is gone by a ping (RFC 6455 section 5.5.2). */
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
    // It answers with a close frame that says what was wrong.
    ws.on('error', () => this.#over());
    ws.on('close', () => this.#over());
  }

  listen(listener: SocketListener): void {
    this.#listener = listener;
    // It may end what it has just opened.
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
    // The sender cannot be made to wait, only to stop.
    if (this.#ws.bufferedAmount > MAX_BACKPRESSURE_BYTES) this.close();
    else this.#ws.pong(payload);
    this.#heard()?.ping();
  }

  /** Something has arrived. @returns who wants to know */
  #heard(): SocketListener | null {
    this.#heardMs = performance.now();
    this.#pinged = false;
    return this.#closed ? null : this.#listener;
  }

  /** After its last frame the connection ends, whether or not the client answers it. */
  #over(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClosed();
    this.#connection.end();
    this.#listener?.closed();
  }
}
