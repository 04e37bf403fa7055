import { WebSocket } from 'ws';

/** The server refused a request for overload: neither a failure nor a success. */
export class Refused extends Error {}

const ANSWER_MS = 120_000;

/** The connection data that all visitors of one server share. */
export class ParleyClient {
  readonly base: string;
  readonly port: number;
  readonly key: string;

  constructor({ port, key }: { readonly port: number; readonly key: string }) {
    this.port = port;
    this.base = `http://127.0.0.1:${port}`;
    this.key = key;
  }

  /**
   * Sends a request that must be answered with one of these statuses.
   * @throws Refused for 429 and 503; Error for any other status, and when there is no response in two minutes
   */
  async send(method: string, path: string, init: RequestInit = {}, expected = [200]): Promise<Response> {
    const { headers, ...rest } = init;
    const answer = await fetch(this.base + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...rest,
      headers: { 'x-api-key': this.key, ...headers },
    });
    if (expected.includes(answer.status)) return answer;
    const text = (await answer.text()).slice(0, 200);
    if (answer.status === 429 || answer.status === 503) throw new Refused(text);
    throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${text}`);
  }

  async json<T>(method: string, path: string, body?: unknown, expected = [200]): Promise<T> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    return (await (await this.send(method, path, { ...init, headers }, expected)).json()) as T;
  }

  /**
   * Synthesizes speech with the server's default voice, as a WAV file.
   * @param settings more fields of the request
   */
  async speech(text: string, settings: Readonly<Record<string, unknown>> = {}): Promise<Blob> {
    const body = JSON.stringify({ text, ...settings });
    const headers = { 'content-type': 'application/json', accept: 'audio/wav' };
    return (await this.send('POST', '/sse/speak/en', { body, headers })).blob();
  }

  /** @throws Refused or Error when the upgrade is refused */
  socket<Message>(path: string): Promise<MessageSocket<Message>> {
    const url = `ws://127.0.0.1:${this.port}${path}${path.includes('?') ? '&' : '?'}api_key=${this.key}`;
    return MessageSocket.open<Message>(url);
  }
}

/** Number of recent messages kept per socket. */
const MOST_HEARD = 12;

/** A WebSocket of JSON messages. Messages that nobody waits for are discarded. */
export class MessageSocket<Message> {
  readonly #socket: WebSocket;
  #onMessage: (message: Message) => void = () => undefined;
  #onClose: (why: string) => void = () => undefined;
  /** Recent kinds of messages with their times, for messages about a missing one. */
  #heard: string[] = [];
  readonly #openedMs = performance.now();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (bytes: Buffer) => {
      const message = JSON.parse(bytes.toString('utf8')) as Message & { data?: { type?: string } };
      this.note(message.data?.type ?? 'message');
      this.#onMessage(message);
    });
    socket.on('close', (code, reason) => this.#onClose(`${code} ${reason}`));
    socket.on('error', () => undefined);
  }

  static open<Message>(url: string): Promise<MessageSocket<Message>> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(new MessageSocket<Message>(socket)));
      socket.once('error', reject);
      socket.once('unexpected-response', (request, { statusCode }) => {
        request.destroy();
        reject(
          statusCode === 429 || statusCode === 503
            ? new Refused(`${statusCode}`)
            : new Error(`upgrade: ${statusCode}`),
        );
      });
    });
  }

  send(message: string | Uint8Array | Readonly<Record<string, unknown>>): void {
    const isRaw = typeof message === 'string' || message instanceof Uint8Array;
    this.#socket.send(isRaw ? message : JSON.stringify(message));
  }

  /** Records an event, in order with the messages. */
  note(what: string): void {
    if (this.#heard.at(-1)?.startsWith(`${what} `)) return;
    const atS = ((performance.now() - this.#openedMs) / 1000).toFixed(1);
    this.#heard = [...this.#heard.slice(1 - MOST_HEARD), `${what} ${atS}s`];
  }

  /**
   * Skips messages up to one that matches.
   * @throws Error when none comes in two minutes
   */
  until(what: string, isIt: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no ${what} in two minutes, after ${this.#heard.join(', ')}`)),
        ANSWER_MS,
      );
      const settle = (then: () => void) => {
        clearTimeout(timer);
        this.#onMessage = () => undefined;
        this.#onClose = () => undefined;
        then();
      };
      this.#onMessage = (message) => {
        if (isIt(message)) settle(() => resolve(message));
      };
      this.#onClose = (why) => settle(() => reject(new Error(`closed (${why}) before ${what}`)));
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Disconnects without a close frame. */
  hangUp(): void {
    this.#socket.terminate();
  }
}
