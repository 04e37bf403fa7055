import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Message = Readonly<Record<string, unknown>>;

export interface RawMcpServerOptions {
  /** Results by method. A function, which may be asynchronous, gets the parameters. Other methods are unknown. */
  readonly results: Readonly<Record<string, unknown>>;
  /** Changes the server's messages before they are sent. */
  readonly spoil?: (message: Message) => unknown;
  /** Responds with plain JSON instead of an event stream. */
  readonly json?: boolean;
  /** Sent on the stream of a call before its result. */
  readonly beforeResult?: readonly Message[];
  /** Status of the response to a GET. By default it opens a stream. */
  readonly getStatus?: number;
  /** Session id, required in every request after the first. */
  session?: string;
}

/**
 * An MCP server with fully scripted messages, on a real socket of this machine: for messages that the SDK would not
 * send.
 */
export class RawMcpServer {
  /** Messages of the client, in order. */
  readonly received: Message[] = [];
  /** Values of `mcp-protocol-version`, in order. */
  readonly versions: unknown[] = [];
  readonly #options: RawMcpServerOptions;
  readonly #streams = new Set<ServerResponse>();
  readonly #http: Server;

  static async start(options: RawMcpServerOptions): Promise<RawMcpServer> {
    const server = new RawMcpServer(options);
    await new Promise<void>((listening) => server.#http.listen(0, '127.0.0.1', listening));
    return server;
  }

  private constructor(options: RawMcpServerOptions) {
    this.#options = options;
    this.#http = createServer((request, response) => void this.#answer(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  /** Returns the number of requests of a method. */
  count(method: string): number {
    return this.received.filter((message) => message.method === method).length;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  /** Sends a message on every open GET stream. */
  notify(message: Message): void {
    for (const stream of this.#streams) stream.write(`data: ${JSON.stringify(message)}\n\n`);
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((closed) => this.#http.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return this.#openStream(response);
    let body = '';
    for await (const chunk of request) body += chunk;
    if (body === '') return void response.writeHead(200).end();
    const message = JSON.parse(body) as Message;
    this.received.push(message);
    this.versions.push(request.headers['mcp-protocol-version']);
    const { session } = this.#options;
    const isFirst = message.method === 'initialize';
    if (session !== undefined && !isFirst && request.headers['mcp-session-id'] !== session) {
      return void response.writeHead(404).end();
    }
    if (session !== undefined && isFirst) response.setHeader('mcp-session-id', session);
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    await this.#respond(message, response);
  }

  async #respond({ id, method, params }: Message, response: ServerResponse): Promise<void> {
    const { results, spoil, json, beforeResult = [] } = this.#options;
    const found = results[String(method)];
    const result = await (typeof found === 'function' ? found(params) : found);
    const plain =
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }
        : { jsonrpc: '2.0', id, result };
    const answer = spoil ? spoil(plain) : plain;
    if (json) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const before = method === 'tools/call' ? beforeResult : [];
    for (const each of [...before, answer])
      response.write(`event: message\ndata: ${JSON.stringify(each)}\n\n`);
    response.end();
  }

  #openStream(response: ServerResponse): void {
    const { getStatus } = this.#options;
    if (getStatus !== undefined) return void response.writeHead(getStatus).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
  }
}

/** Returns the results of a server with these tools. Each tool returns its name. */
export function toolResults(tools: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'raw', version: '1' },
    },
    'tools/list': { tools },
    'tools/call': ({ name }: { name: string }) => ({ content: [{ type: 'text', text: `this is ${name}` }] }),
    ...more,
  };
}
