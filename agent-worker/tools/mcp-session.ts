import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import type { PinnedFetch } from '../address-guard/pinned-fetch.ts';
import { withDeadline } from '../deadline.ts';
import { ServerLostError } from './failure-reason.ts';
import { type AnyResult, McpClient } from './mcp-client.ts';
import { McpHttp, type McpTransportKind } from './mcp-http.ts';

/** The library's deadline must be later than the caller's, which decides. */
const NEVER_MS = 2 ** 31 - 1;
/** Timeout for notifying the server that its session is over. */
const FAREWELL_MS = 1_000;
/**
 * Responses to the first POST that indicate an older server; MCP specification, "Backwards Compatibility" of
 * transports.
 */
const OLDER_SERVER = new Set([400, 404, 405]);

export interface McpSessionOptions {
  readonly url: string;
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  /** Called when the server was lost, at most once, and not after `close`. */
  readonly onLost: (reason: string) => void;
  /** Called when the server's list of tools has changed. */
  readonly onToolsChanged: () => void;
}

/** One session with an MCP server, from the handshake to the end. A lost session is not recovered; open another. */
export class McpSession {
  readonly #client = new McpClient();
  readonly #pinned: PinnedFetch;
  readonly #http: McpHttp;
  readonly #transport: StreamableHTTPClientTransport | SSEClientTransport;
  readonly #lost = new AbortController();
  #lostReason: string | undefined;
  #closing: Promise<void> | undefined;

  /**
   * Tries Streamable HTTP first, then HTTP with SSE for servers that support nothing newer.
   * @throws AgentError about an address, ServerLostError, or the transport's error; the signal's reason when cancelled
   */
  static async open(options: McpSessionOptions): Promise<McpSession> {
    try {
      return await McpSession.#openAs('streamable-http', options);
    } catch (error) {
      const older = error instanceof StreamableHTTPError && OLDER_SERVER.has(error.code ?? 0);
      if (!older) throw error;
      return await McpSession.#openAs('sse', options);
    }
  }

  static async #openAs(kind: McpTransportKind, options: McpSessionOptions): Promise<McpSession> {
    const session = new McpSession(kind, options);
    try {
      // A transport closed during the handshake may never settle, so the loss itself has to end the wait.
      const signals = [options.signal, session.#lost.signal];
      await withDeadline(NEVER_MS, signals, (signal) => session.#connect(signal));
      return session;
    } catch (error) {
      await session.close();
      // The reason for the loss of the connection is more precise than the error that it caused in the transport.
      throw session.lostReason === undefined ? error : new ServerLostError(session.lostReason);
    }
  }

  private constructor(kind: McpTransportKind, { url, guard, onLost, onToolsChanged }: McpSessionOptions) {
    this.#pinned = guard.fetchFor(url);
    this.#http = new McpHttp({
      kind,
      fetch: this.#pinned.fetch,
      onLost: (reason) => {
        this.#lostReason = reason;
        this.#lost.abort(new ServerLostError(reason));
        void this.close();
        onLost(reason);
      },
    });
    this.#transport = newTransport(kind, new URL(url), this.#http);
    this.#transport.onmessage = (message) => this.#http.arrived(message);
    // Important errors here also fail a request or end the connection.
    this.#client.onerror = () => {};
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
  }

  /** Whether the session is over, so that requests are pointless. */
  get isOver(): boolean {
    return this.#closing !== undefined;
  }

  /** Why the server was lost; undefined while it is connected. */
  get lostReason(): string | undefined {
    return this.#lostReason;
  }

  /**
   * Requests one page of the server's tools.
   * @param cursor as the server sent it; undefined for the first page
   */
  listTools(cursor: unknown, signal: AbortSignal): Promise<AnyResult> {
    return this.#ask('tools/list', cursor === undefined ? {} : { cursor }, signal);
  }

  callTool(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<AnyResult> {
    return this.#ask('tools/call', { name, arguments: args }, signal);
  }

  /** Ends the session on the server if it can be reached, and closes every connection. Never rejects. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#http.close();
    const transport = this.#transport;
    if (this.#lostReason === undefined && transport instanceof StreamableHTTPClientTransport) {
      await withDeadline(FAREWELL_MS, [], () => transport.terminateSession()).catch(() => {});
    }
    await this.#client.close().catch(() => {});
    await this.#transport.close().catch(() => {});
    await this.#pinned.close().catch(() => {});
  }

  async #connect(signal: AbortSignal): Promise<void> {
    // exactOptionalPropertyTypes: the class's `sessionId` getter may return undefined, its interface's field may not.
    const transport = this.#transport as Transport;
    await this.#client.handshake(transport, { signal, timeout: NEVER_MS });
  }

  #ask(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<AnyResult> {
    return this.#client.ask(method, params, { signal, timeout: NEVER_MS });
  }
}

function newTransport(kind: McpTransportKind, url: URL, http: McpHttp) {
  const { fetch } = http;
  if (kind === 'sse') return new SSEClientTransport(url, { fetch });
  return new StreamableHTTPClientTransport(url, {
    fetch,
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
      // Retries of one stream in a row; `McpHttp` limits their total.
      maxRetries: 1,
    },
  });
}

/** Whether the server no longer knows the session, so that the request had no effect and may be repeated. */
export function isSessionGone(error: unknown): boolean {
  return error instanceof StreamableHTTPError && (error.code === 404 || error.code === 400);
}
