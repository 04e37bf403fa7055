import { type ClientOptions, WebSocket } from 'ws';

const WAIT_MS = 30_000;

type Json = Readonly<Record<string, unknown>>;

/** A WebSocket client that records every JSON message. */
export class JsonSocket<Message> {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #isClosed = false;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (bytes: Buffer) => {
      this.messages.push(JSON.parse(bytes.toString('utf8')) as Message);
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        this.#isClosed = true;
        resolve({ code, reason: reason.toString('utf8') });
      });
    });
  }

  /** @throws Error when refused */
  static async open<Message>(url: string, options: ClientOptions = {}): Promise<JsonSocket<Message>> {
    const socket = new WebSocket(url, { perMessageDeflate: false, ...options });
    const client = new JsonSocket<Message>(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Sends an object as JSON, and text or bytes as they are. */
  send(message: Json | string | Uint8Array): void {
    this.socket.send(
      typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message),
    );
  }

  /**
   * Waits until the messages so far meet a condition.
   * @throws Error after a timeout, or when the socket closes
   */
  async waitFor(
    what: string,
    condition: (messages: readonly Message[]) => boolean,
  ): Promise<readonly Message[]> {
    const deadlineMs = performance.now() + WAIT_MS;
    while (!condition(this.messages)) {
      if (this.#isClosed) throw new Error(`the socket closed before ${what}`);
      if (performance.now() > deadlineMs) throw new Error(`${what} did not come in time`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.messages;
  }
}

/**
 * Returns the HTTP response that refuses an upgrade.
 * @throws Error when the socket opens
 */
export function refusal(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Json }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on('open', () => {
      socket.terminate();
      reject(new Error('the upgrade was not refused'));
    });
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) });
      });
    });
  });
}
