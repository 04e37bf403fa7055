/** A language model without delay, behind the usual HTTP interface. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LONG_REPLY, REPLIES } from './texts.ts';

export class InstantModel {
  readonly #http: Server;
  readonly url: string;
  /** Length of the agents' answers from now on. */
  replies: 'short' | 'long' = 'short';

  private constructor(http: Server, port: number) {
    this.#http = http;
    this.url = `http://127.0.0.1:${port}/v1`;
    http.on('request', (request, response) => {
      // Some clients first check whether the server is reachable.
      if (request.method !== 'POST') response.writeHead(404).end();
      else this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<InstantModel> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new InstantModel(http, (http.address() as AddressInfo).port);
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }

  /** Sends all words at once, one per delta (OpenAI API reference, "Streaming chat completions"). */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = this.replies === 'long' ? LONG_REPLY : shortReply(Buffer.concat(chunks).toString());
    const event = (choices: unknown): string =>
      'data: ' +
      `${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'instant', choices })}\n\n`;
    const words = text.match(/\s*\S+/g) ?? [];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      [
        ...words.map((content) => event([{ index: 0, delta: { content }, finish_reason: null }])),
        event([{ index: 0, delta: {}, finish_reason: 'stop' }]),
        'data: [DONE]\n\n',
      ].join(''),
    );
  }
}

/** The same words get the same answer. */
function shortReply(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const said = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const sum = [...said].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return REPLIES[sum % REPLIES.length] ?? '';
}
