import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

export interface TestMcpServerOptions {
  /** `streamable-http` is served on /mcp; `sse` is an older server with GET /mcp and POST /messages only. */
  readonly kind?: 'streamable-http' | 'sse';
  /** Streamable HTTP only: responds with plain JSON instead of an event stream. */
  readonly json?: boolean;
  /** Registers further tools beside those of every such server. */
  readonly register?: (server: McpServer) => void;
  /** Default a free one. */
  readonly port?: number;
}

/** A real MCP server, made with the SDK, on a real socket of this machine. */
export class TestMcpServer {
  /** Number of calls begun, by the tool's name. */
  readonly calls = new Map<string, number>();
  /** Number of calls of `slow` that the client cancelled. */
  calledOff = 0;
  readonly #options: TestMcpServerOptions;
  readonly #sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();
  readonly #sockets = new Set<Socket>();
  #http: Server | undefined;
  #port = 0;

  /** Listens on 127.0.0.1. */
  static async start(options: TestMcpServerOptions = {}): Promise<TestMcpServer> {
    const server = new TestMcpServer(options);
    await server.listen(options.port ?? 0);
    return server;
  }

  private constructor(options: TestMcpServerOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  /** The host in the format of MCP_ALLOW_HOSTS. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get url(): string {
    return `http://${this.host}/mcp`;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Simulates a crash: every connection is reset, every session lost. */
  async kill(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    for (const socket of this.#sockets) socket.resetAndDestroy();
    this.#sessions.clear();
    if (http) await new Promise((done) => http.close(done));
  }

  /** Restarts on the same port after `kill`. */
  restart(): Promise<void> {
    return this.listen(this.#port);
  }

  stop(): Promise<void> {
    return this.kill();
  }

  async listen(port: number): Promise<void> {
    const http = createServer((request, response) => {
      void this.#answer(request, response).catch(() => response.destroy());
    });
    http.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((listening, failed) => {
      http.once('error', failed);
      http.listen(port, '127.0.0.1', listening);
    });
    this.#http = http;
    this.#port = (http.address() as AddressInfo).port;
  }

  #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (this.#options.kind === 'sse') return this.#answerOlder(request, response, url);
    if (url.pathname !== '/mcp') return end(response, 404);
    return this.#answerStreamable(request, response);
  }

  async #answerStreamable(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const transport = this.#sessions.get(id);
      if (!(transport instanceof StreamableHTTPServerTransport)) return end(response, 404);
      return transport.handleRequest(request, response);
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: this.#options.json ?? false,
      onsessioninitialized: (session) => {
        this.#sessions.set(session, transport);
      },
      onsessionclosed: (session) => {
        this.#sessions.delete(session);
      },
    });
    await this.#mcpServer().connect(transport as Parameters<McpServer['connect']>[0]);
    return transport.handleRequest(request, response);
  }

  async #answerOlder(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname === '/mcp' && request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      this.#sessions.set(transport.sessionId, transport);
      response.on('close', () => this.#sessions.delete(transport.sessionId));
      return this.#mcpServer().connect(transport);
    }
    if (url.pathname === '/mcp') return end(response, 405);
    const transport = this.#sessions.get(url.searchParams.get('sessionId') ?? '');
    if (!(transport instanceof SSEServerTransport)) return end(response, 404);
    return transport.handlePostMessage(request, response);
  }

  /** A server with the tools add, slow, broken, huge, flood, picture and dying. */
  #mcpServer(): McpServer {
    const server = new McpServer({ name: 'test-tools', version: '1' });
    const inputSchema = { a: z.number().describe('first summand'), b: z.number() };
    server.registerTool('add', { description: 'Adds two numbers.', inputSchema }, ({ a, b }) => {
      this.#count('add');
      return text(String(a + b));
    });
    const slowSchema = { ms: z.number() };
    server.registerTool('slow', { inputSchema: slowSchema }, async ({ ms }, { signal }) => {
      this.#count('slow');
      signal.addEventListener('abort', () => this.calledOff++);
      await delay(ms, undefined, { signal });
      return text('at last');
    });
    server.registerTool('broken', { description: 'Throws.' }, () => {
      this.#count('broken');
      throw new Error('the tool is out of order');
    });
    server.registerTool('nested', { description: 'Answers 2000 levels.' }, () => ({
      content: [],
      structuredContent: nested(2000),
    }));
    server.registerTool('huge', { description: 'Answers 100 kB.' }, () => text('ä'.repeat(50_000)));
    server.registerTool('flood', { description: 'Answers 3 MB.' }, () => text('x'.repeat(3_000_000)));
    server.registerTool('picture', { description: 'Answers with an image.' }, () => ({
      content: [
        { type: 'text', text: 'see:' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
    }));
    server.registerTool('dying', { description: 'Kills the server.' }, async () => {
      this.#count('dying');
      await this.kill();
      return text('never heard');
    });
    this.#options.register?.(server);
    return server;
  }

  #count(tool: string): void {
    this.calls.set(tool, (this.calls.get(tool) ?? 0) + 1);
  }
}

function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] };
}

async function end(response: ServerResponse, status: number): Promise<void> {
  response.writeHead(status).end();
}

function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 1; level < levels; level++) value = { value };
  return value;
}
