import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, parseJson } from '../../media/json.ts';
import type { ToolFields } from '../file/schema.ts';

/** A call of a tool. */
export interface ToolCall {
  /** By `performance.now()`. */
  readonly atMs: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The tools of a scenario's agent, as HTTP requests that return the results in the scenario. */
export class ToolServer {
  readonly calls: ToolCall[] = [];
  readonly #tools: ReadonlyMap<string, ToolFields>;
  readonly #http: Server;

  private constructor(tools: readonly ToolFields[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#http = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(tools: readonly ToolFields[]): Promise<ToolServer> {
    const server = new ToolServer(tools);
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  /** The tools as fields of an agent. */
  get asFields(): readonly Readonly<Record<string, unknown>>[] {
    const { port } = this.#http.address() as AddressInfo;
    return [...this.#tools.values()].map(({ name, description = '', parameters, read_only, confirm }) => ({
      name,
      description,
      ...(parameters && { parameters }),
      method: read_only ? 'GET' : 'POST',
      url: `http://127.0.0.1:${port}/${name}`,
      ...(confirm !== undefined && { confirm }),
    }));
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = performance.now();
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const tool = this.#tools.get(url.pathname.slice(1));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    if (tool === undefined) {
      response.writeHead(404).end();
      return;
    }
    const sent: unknown = body === '' ? Object.fromEntries(url.searchParams) : parseJson(body);
    this.calls.push({ atMs, tool: tool.name, args: isRecord(sent) ? sent : {} });
    const { result = 'Done.', delay_ms = 0, fails = false } = tool;
    if (delay_ms > 0) await sleep(delay_ms);
    const isText = typeof result === 'string';
    response
      .writeHead(fails ? 500 : 200, { 'content-type': isText ? 'text/plain' : 'application/json' })
      .end(isText ? result : JSON.stringify(result));
  }
}
