/** A language model with scripted answers, behind OpenAI's chat completions on a real socket. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The parts of a client's request that tests use. */
export interface ChatRequestBody {
  readonly model?: string;
  readonly messages?: readonly {
    readonly role: string;
    readonly content?: unknown;
    readonly tool_calls?: readonly unknown[];
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly {
    readonly function: {
      readonly name: string;
      readonly description?: string;
      readonly parameters?: unknown;
    };
  }[];
  readonly tool_choice?: unknown;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

export interface ChatRequest {
  readonly body: ChatRequestBody;
  readonly authorization: string | undefined;
}

/** A tool call from the endpoint. An object of arguments is sent as JSON, text as it is. */
export interface ScriptedCall {
  readonly name: string;
  readonly args?: unknown;
  readonly id?: string;
}

/** One request being answered. */
export interface Exchange {
  readonly request: ChatRequest;
  readonly response: ServerResponse;
  /** Aborts when the client disconnects, or the server is closed. */
  readonly signal: AbortSignal;
}

/** The scripted response to a request. */
export type ChatScript = (exchange: Exchange) => Promise<void> | void;

export interface SayOptions {
  /** Delay before the first byte. Default none. */
  readonly firstMs?: number;
  /** Delay between words. Default none; all words are then sent at once. */
  readonly wordMs?: number;
  /** Delay between the last event and the end of the response. Default none. */
  readonly endMs?: number;
  readonly calls?: readonly ScriptedCall[];
}

/** A local server with the chat-completions protocol and scripted responses. */
export class ChatServer {
  readonly requests: ChatRequest[] = [];
  /** Requests whose client disconnected before the response was complete. */
  calledOff = 0;
  /** Total number of connections. */
  connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #open = new Set<AbortController>();
  readonly #queue: ChatScript[] = [];
  readonly #http: Server;
  #script: ChatScript;
  #port = 0;

  /**
   * Listens on a free port of 127.0.0.1.
   * @param script for every request; by default an instant short answer
   */
  static async start(script: ChatScript = say('Of course.')): Promise<ChatServer> {
    const server = new ChatServer(script);
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    server.#port = (server.#http.address() as AddressInfo).port;
    return server;
  }

  private constructor(script: ChatScript) {
    this.#script = script;
    this.#http = createServer((request, response) => void this.#serve(request, response));
    this.#http.on('connection', (socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  get endpoint(): { readonly baseUrl: string; readonly apiKey: string; readonly model: string } {
    return { baseUrl: this.url, apiKey: 'test-key', model: 'test-model' };
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Number of requests in progress. */
  get underWay(): number {
    return this.#open.size;
  }

  /** Sets the script for further requests. */
  answer(script: ChatScript): void {
    this.#script = script;
  }

  /** Sets scripts for the next requests, one each. After them the previous script applies again. */
  next(...scripts: readonly ChatScript[]): void {
    this.#queue.push(...scripts);
  }

  /** Cuts everything. */
  async close(): Promise<void> {
    for (const open of this.#open) open.abort();
    const closed = new Promise((resolve) => this.#http.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"Not found"}}');
      return;
    }
    const open = new AbortController();
    this.#open.add(open);
    response.on('close', () => {
      if (!response.writableEnded) this.calledOff++;
      open.abort();
      this.#open.delete(open);
    });
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const received: ChatRequest = {
        body: JSON.parse(Buffer.concat(chunks).toString()) as ChatRequestBody,
        authorization: request.headers.authorization,
      };
      this.requests.push(received);
      await (this.#queue.shift() ?? this.#script)({ request: received, response, signal: open.signal });
    } catch {
      // The client has disconnected, or the script leaves the response incomplete.
      response.destroy();
    }
  }
}

/** A well-formed response, streamed or not, as requested. */
export function say(text: string, options: SayOptions = {}): ChatScript {
  return async (exchange) => {
    const { request, response, signal } = exchange;
    const { firstMs = 0, wordMs = 0, endMs = 0, calls = [] } = options;
    if (firstMs > 0) await delay(firstMs, undefined, { signal });
    const finish = calls.length > 0 ? 'tool_calls' : 'stop';
    if (request.body.stream !== true) {
      const message = {
        role: 'assistant',
        content: text,
        ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
      };
      sendJson(
        response,
        200,
        completion(request, [{ index: 0, message, finish_reason: finish }], usageOf(text)),
      );
      return;
    }
    beginStream(response);
    await sayWords(exchange, text, wordMs);
    for (const [index, call] of calls.entries()) sendCall(exchange, call, index);
    sendDelta(exchange, {}, finish);
    sendUsage(exchange, text);
    response.write('data: [DONE]\n\n');
    if (endMs > 0) await delay(endMs, undefined, { signal });
    response.end();
  };
}

/** Answers each request according to its contents. */
export function sayBy(answer: (request: ChatRequestBody) => string, options?: SayOptions): ChatScript {
  return (exchange) => say(answer(exchange.request.body), options)(exchange);
}

/** Formats one event. */
export function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Sends the headers of a streamed response. */
export function beginStream(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
}

/** Streams the words of a text, one in a delta. @param wordMs delay before each */
export async function sayWords(exchange: Exchange, text: string, wordMs: number): Promise<void> {
  sendDelta(exchange, { role: 'assistant', content: '' });
  for (const word of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
    if (wordMs > 0) await delay(wordMs, undefined, { signal: exchange.signal });
    sendDelta(exchange, { content: word });
  }
}

/** Sends a call like the original: name and id first, then the arguments in chunks. */
function sendCall(exchange: Exchange, call: ScriptedCall, index: number): void {
  const { id, type, function: wire } = wireCall(call);
  sendDelta(exchange, { tool_calls: [{ index, id, type, function: { name: wire.name, arguments: '' } }] });
  for (let at = 0; at < wire.arguments.length; at += 7) {
    sendDelta(exchange, {
      tool_calls: [{ index, function: { arguments: wire.arguments.slice(at, at + 7) } }],
    });
  }
}

function sendUsage({ request, response }: Exchange, text: string): void {
  if (request.body.stream_options?.include_usage) response.write(event(chunk(request, [], usageOf(text))));
}

function sendDelta({ request, response }: Exchange, delta: unknown, finish: string | null = null): void {
  response.write(event(chunk(request, [{ index: 0, delta, logprobs: null, finish_reason: finish }], null)));
}

function chunk(request: ChatRequest, choices: readonly unknown[], usage: unknown): unknown {
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: 0,
    model: request.body.model,
    choices,
    usage,
  };
}

function completion(request: ChatRequest, choices: readonly unknown[], usage: unknown): unknown {
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model: request.body.model,
    choices,
    usage,
  };
}

function wireCall({ name, args = {}, id = `call_${name}` }: ScriptedCall) {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { id, type: 'function', function: { name, arguments: text } };
}

function usageOf(text: string) {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  return { prompt_tokens: 10, completion_tokens: words, total_tokens: 10 + words };
}

/** Sends a whole response. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
