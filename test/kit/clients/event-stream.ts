/** A client of streams of named events (HTML standard, section 9.2) with one line of JSON data each. */

export interface ServerEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export class ServerEvents {
  readonly #response: Response;
  readonly #hangUp: AbortController;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  private constructor(response: Response, hangUp: AbortController) {
    if (response.body === null) throw new Error('there is no body');
    this.#response = response;
    this.#hangUp = hangUp;
    this.#reader = response.body.getReader();
  }

  /** Settles when the head of the response has arrived. */
  static async open(
    url: string,
    request: {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    },
  ): Promise<ServerEvents> {
    const hangUp = new AbortController();
    const { method, body } = request;
    const headers = { ...request.headers, accept: 'text/event-stream' };
    const response = await fetch(url, { method, headers, body: new Uint8Array(body), signal: hangUp.signal });
    return new ServerEvents(response, hangUp);
  }

  get status(): number {
    return this.#response.status;
  }

  get type(): string | null {
    return this.#response.headers.get('content-type');
  }

  /**
   * Returns the next event, without comments; null at the end.
   * @throws Error when the stream contains anything else
   */
  async next(): Promise<ServerEvent | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end < 0) {
        if (await this.#more()) continue;
        if (this.#text !== '') throw new Error(`the stream ends in the middle: ${this.#text}`);
        return null;
      }
      const block = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);
      if (block.startsWith(':')) continue;
      const [, event, data] = /^event: (\w+)\ndata: (\{[^\n]*\})$/.exec(block) ?? [];
      if (event === undefined || data === undefined) throw new Error(`not an event: ${block}`);
      return { event, data: JSON.parse(data) as ServerEvent['data'] };
    }
  }

  /** Returns all further events. */
  async rest(): Promise<ServerEvent[]> {
    const events: ServerEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  /** Returns the rest of the body, of any type. */
  async text(): Promise<string> {
    while (await this.#more());
    return this.#text;
  }

  async hangUp(): Promise<void> {
    this.#hangUp.abort();
    await this.#reader.closed.catch(() => undefined);
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    this.#text += this.#decoder.decode(value, { stream: !done });
    return !done;
  }
}
