import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request that arrived. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent: signatures cover the bytes. */
  readonly body: string;
  readonly event: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

/** A server that webhooks send to. */
export class WebhookReceiver {
  readonly messages: ReceivedMessage[] = [];
  /** The response to a message; by default 204. If the function does nothing, there is no response. */
  answer: (message: ReceivedMessage, response: ServerResponse) => void = (_message, response) => {
    response.writeHead(204).end();
  };
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await text(request);
      const event = JSON.parse(body) as ReceivedMessage['event'];
      const message = { path: request.url ?? '', headers: request.headers, body, event };
      this.messages.push(message);
      this.answer(message, response);
    });
  }

  /** Closes when the test ends. */
  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    onTestFinished(() => {
      receiver.#server.closeAllConnections();
      receiver.#server.close();
    });
    return receiver;
  }

  /** Without a path. */
  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The types and subjects of all messages at a path, in the order of their arrival. */
  at(path: string): ReceivedMessage[] {
    return this.messages.filter((message) => message.path === path);
  }
}
