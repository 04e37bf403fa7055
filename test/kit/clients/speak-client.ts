import { type ClientOptions, WebSocket } from 'ws';
import { KEY, sleep, type TestServer } from '../server.ts';
import type { SpeechMessage } from './messages.ts';

export type Query = Readonly<Record<string, string | number | boolean>>;

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

const WAIT_MS = 20_000;

function speakUrl(server: TestServer, query: Query, lang: string): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `${server.ws}/speak/${lang}?${search}`;
}

/** A client of `/speak/{lang}` that records every message. */
export class SpeakClient {
  readonly socket: WebSocket;
  readonly messages: SpeechMessage[] = [];
  /** Bytes of each message. */
  readonly sizes: number[] = [];
  /** Settles with the close code and reason, however the socket ends. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #isClosed = false;
  #onChange: (() => void) | null = null;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (bytes: Buffer, isBinary: boolean) => {
      if (isBinary) throw new Error('a message must be text');
      this.sizes.push(bytes.length);
      this.messages.push(JSON.parse(bytes.toString('utf8')) as SpeechMessage);
      this.#onChange?.();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        this.#isClosed = true;
        this.#onChange?.();
        resolve({ code, reason: reason.toString('utf8') });
      });
    });
  }

  /**
   * Opens a socket with the key in the query.
   * @throws Error when refused
   */
  static async open(server: TestServer, query: Query = {}, lang = 'en'): Promise<SpeakClient> {
    return SpeakClient.connect(speakUrl(server, { api_key: KEY, ...query }, lang));
  }

  static async connect(url: string, options: ClientOptions = {}): Promise<SpeakClient> {
    const socket = new WebSocket(url, { perMessageDeflate: false, ...options });
    const client = new SpeakClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get errors(): SpeechMessage[] {
    return this.messages.filter((message) => message.type === 'error');
  }

  get stops(): SpeechMessage[] {
    return this.messages.filter((message) => message.data.stop === true);
  }

  /** Sends a raw text frame, or JSON for an object. */
  send(frame: string | Readonly<Record<string, unknown>>): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /**
   * Waits until the messages so far meet a condition.
   * @throws Error when the socket closes, or after a timeout
   */
  async waitFor(what: string, condition: (client: this) => boolean, timeoutMs = WAIT_MS): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    while (!condition(this)) {
      if (this.#isClosed) throw new Error(`the socket closed before ${what}`);
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) throw new Error(`${what} did not come within ${timeoutMs} ms`);
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#onChange = resolve;
        }),
        sleep(Math.min(leftMs, 100)),
      ]);
    }
  }

  /**
   * Waits for this many stop messages since the beginning.
   * @returns all messages until then
   */
  async untilStop(count = 1): Promise<SpeechMessage[]> {
    await this.waitFor(`stop number ${count}`, (client) => client.stops.length >= count);
    return this.messages;
  }

  /** Clears the recorded messages. */
  clear(): void {
    this.messages.length = 0;
    this.sizes.length = 0;
  }

  /**
   * Sends frames, then `<STOP>`. Nothing may be pending before.
   * @returns all messages up to its response
   */
  async say(...frames: readonly (string | Readonly<Record<string, unknown>>)[]): Promise<SpeechMessage[]> {
    this.clear();
    for (const frame of frames) this.send(frame);
    this.send('<STOP>');
    return [...(await this.untilStop())];
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.socket.close();
    await Promise.race([this.closed, sleep(2000)]);
    this.socket.terminate();
  }
}

/**
 * Returns the HTTP response that refuses an upgrade.
 * @throws Error when the socket opens
 */
export function refusedUpgrade(
  server: TestServer,
  query: Query,
  options: { readonly lang?: string; readonly headers?: Record<string, string> } = {},
): Promise<Refusal> {
  const url = speakUrl(server, query, options.lang ?? 'en');
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: options.headers ?? {} });
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
