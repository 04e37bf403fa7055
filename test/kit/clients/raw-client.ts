import { connect, type Socket } from 'node:net';

/** A TCP connection that sends any bytes and records what it receives, as Latin-1. */
export class RawClient {
  readonly socket: Socket;
  /** Settles with all received text when the connection is closed. */
  readonly closed: Promise<string>;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.on('close', () => resolve(this.#received)));
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1');
    const client = new RawClient(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    return client;
  }

  /**
   * Opens an upgraded WebSocket.
   * @throws Error with the response when it was refused
   */
  static async upgrade(port: number, target: string): Promise<RawClient> {
    const client = await RawClient.open(port);
    client.send(upgradeRequest(target));
    const answer = await client.until('\r\n\r\n');
    if (!answer.startsWith('HTTP/1.1 101')) throw new Error(answer);
    client.#received = '';
    return client;
  }

  get received(): string {
    return this.#received;
  }

  /** @param bytes a text is encoded as Latin-1 */
  send(bytes: string | Uint8Array): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /**
   * Waits for a text, or the end of the connection.
   * @returns the text received until then
   */
  async until(text: string): Promise<string> {
    while (!this.#received.includes(text) && !this.socket.closed) {
      await new Promise((resolve) => {
        this.socket.once('data', resolve);
        this.socket.once('close', resolve);
      });
    }
    return this.#received;
  }
}

/**
 * Returns the upgrade request of a WebSocket (RFC 6455 section 4.1).
 * @param more header lines
 */
function upgradeRequest(target: string, more: readonly string[] = []): string {
  const lines = [
    `GET ${target} HTTP/1.1`,
    'host: localhost',
    'upgrade: websocket',
    'connection: upgrade',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Returns a client's text frame (RFC 6455 section 5.2), masked with zeros.
 * @param text up to 125 bytes
 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
