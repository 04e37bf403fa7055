import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange, ExchangeHead, PortSocket, SocketListener } from '../port.ts';

type Headers = Readonly<Record<string, string>>;
type Upgrade = (open: (socket: PortSocket) => SocketListener) => boolean;

/** Responses without a body, which therefore have no length (RFC 9110 section 8.6). */
const WITHOUT_BODY = new Set([204, 304]);

/** The requirements of ws for a request (RFC 6455 section 4.2.1). It would refuse other requests itself. */
export function asksForSocket({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[+/0-9a-z]{22}==$/i.test(headers['sec-websocket-key'] ?? '') &&
    /^(?:8|13)$/.test(String(headers['sec-websocket-version']))
  );
}

/** A request and its response on node:http. */
export class NodeExchange implements Exchange {
  readonly head: ExchangeHead;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #upgrade: Upgrade | null;
  #onAborted: (() => void) | null = null;
  #onWritable: (() => void) | null = null;
  #upgraded = false;

  /** @param upgrade for a connection that node:http has handed over */
  constructor(request: IncomingMessage, response: ServerResponse, upgrade: Upgrade | null) {
    this.#request = request;
    this.#response = response;
    this.#upgrade = upgrade;
    this.head = headOf(request, upgrade !== null && asksForSocket(request));
    response.on('error', () => undefined);
    response.once('close', () => {
      if (!response.writableFinished && !this.#upgraded) this.#onAborted?.();
    });
    response.on('drain', () => this.#onWritable?.());
  }

  onAborted(handler: () => void): void {
    this.#onAborted = handler;
  }

  onData(handler: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#request.on('data', (chunk: Buffer) => handler(chunk, false));
    this.#request.once('end', () => handler(new Uint8Array(), true));
  }

  pause(): void {
    this.#request.pause();
  }

  resume(): void {
    this.#request.resume();
  }

  send(status: number, headers: Headers, body: string | Uint8Array, closing: boolean): void {
    if (closing) this.#response.shouldKeepAlive = false;
    const length = WITHOUT_BODY.has(status) ? {} : { 'content-length': Buffer.byteLength(body) };
    this.#response.writeHead(status, { ...headers, ...length });
    this.#response.end(body);
  }

  refuseUnclear(status: number, headers: Headers, body: string): void {
    this.#request.pause();
    this.#response.once('finish', () => this.#request.socket.destroySoon());
    this.send(status, headers, body, true);
  }

  writeHead(status: number, headers: Headers): void {
    this.#response.writeHead(status, headers);
  }

  write(part: string | Uint8Array): boolean {
    return this.#response.write(part);
  }

  onWritable(handler: () => void): void {
    this.#onWritable = handler;
  }

  end(): void {
    this.#response.end();
  }

  close(): void {
    this.#request.socket.destroy();
  }

  upgrade(open: (socket: PortSocket) => SocketListener): boolean {
    if (!this.#upgrade) return false;
    this.#upgraded = true;
    return this.#upgrade(open);
  }
}

function headOf(request: IncomingMessage, asksForSocket: boolean): ExchangeHead {
  const { method = '', url = '', rawHeaders, socket } = request;
  const headers: Record<string, string> = Object.create(null);
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const value = rawHeaders[i + 1]!;
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const query = url.indexOf('?');
  return {
    method,
    path: query < 0 ? url : url.slice(0, query),
    queryText: query < 0 ? '' : url.slice(query + 1),
    headers,
    peer: socket.remoteAddress ?? '',
    asksForSocket,
  };
}
