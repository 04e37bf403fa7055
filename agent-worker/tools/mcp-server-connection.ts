import { setMaxListeners } from 'node:events';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import { withDeadline } from '../deadline.ts';
import { failureReason, ServerLostError } from './failure-reason.ts';
import { isSessionGone, McpSession } from './mcp-session.ts';
import { MAX_TOOLS_PER_SERVER, ServerTools } from './offered-tools.ts';
import type { CallResult } from './result-text.ts';

/** Upper bound of the pages of a server's list: servers whose lists are longer might have no last page. */
const MAX_PAGES = MAX_TOOLS_PER_SERVER;
/** Delay before a changed list is read again, so that several changes in a row cost one read. */
const RELIST_MS = 500;
/** Upper bound of list changes in one conversation. Later ones are ignored. */
const MAX_RELISTS = 50;

export interface McpServerConnectionOptions {
  readonly url: string;
  readonly guard: AddressGuard;
  /** Deadline for connecting, and for each reconnection. */
  readonly connectDeadlineMs: number;
  /** Called each time the server is lost. The reason is safe to log. */
  readonly onLost: (reason: string) => void;
  /** The server's tools have changed since `open`. */
  readonly onTools: (tools: ServerTools) => void;
}

/**
 * The connection to one MCP server for the duration of a conversation: a lost link is replaced when it is next needed.
 */
export class McpServerConnection {
  readonly #options: McpServerConnectionOptions;
  readonly #closing = new AbortController();
  #session: McpSession | undefined;
  #opening: Promise<McpSession> | undefined;
  #relisting: NodeJS.Timeout | undefined;
  #relists = 0;

  constructor(options: McpServerConnectionOptions) {
    this.#options = options;
    // One listener per running call, however many there are.
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * Connects and lists the server's tools.
   * @throws ServerLostError, or the signal's reason
   */
  async open(signal: AbortSignal): Promise<ServerTools> {
    const { connectDeadlineMs } = this.#options;
    try {
      return await withDeadline(connectDeadlineMs, [signal, this.#closing.signal], async (inTime) => {
        const session = await this.#usable(inTime);
        return await listTools(session, inTime);
      });
    } catch (error) {
      const reason = this.#session?.lostReason ?? failureReason(error);
      await this.close();
      signal.throwIfAborted();
      throw new ServerLostError(reason);
    }
  }

  /**
   * Calls a tool, after reconnecting if the server was lost; reconnects only once, so that a dead server costs little.
   * @param name the tool's name on the server
   * @throws ServerLostError; McpError when the server refuses; the signal's reason
   */
  async call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallResult> {
    const session = await this.#usable(signal);
    try {
      return await session.callTool(name, args, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isSessionGone(error)) return await this.#callAnew(session, name, args, signal);
      if (session.lostReason !== undefined) throw new ServerLostError(session.lostReason);
      throw error;
    }
  }

  /** Closes the connection and ends every running call. Idempotent; never rejects. */
  async close(): Promise<void> {
    this.#closing.abort(new ServerLostError('the conversation is over'));
    clearTimeout(this.#relisting);
    const opening = this.#opening?.then(
      (session) => session.close(),
      () => {},
    );
    await Promise.all([this.#session?.close(), opening]);
  }

  /** MCP specification, "Session Management": 404 means that a new session has to be started. */
  async #callAnew(stale: McpSession, name: string, args: Record<string, unknown>, signal: AbortSignal) {
    if (this.#session === stale) this.#session = undefined;
    void stale.close();
    const session = await this.#usable(signal);
    // A server that was restarted may have other tools.
    this.#relistSoon();
    return await session.callTool(name, args, signal);
  }

  #relistSoon(): void {
    if (this.#relisting || this.#closing.signal.aborted || this.#relists >= MAX_RELISTS) return;
    this.#relists++;
    this.#relisting = setTimeout(() => {
      this.#relisting = undefined;
      // The known tools are kept where the list cannot be read.
      this.#relist().then(this.#options.onTools, () => {});
    }, RELIST_MS);
    this.#relisting.unref();
  }

  #relist(): Promise<ServerTools> {
    return withDeadline(this.#options.connectDeadlineMs, [this.#closing.signal], async (signal) => {
      return await listTools(await this.#usable(signal), signal);
    });
  }

  async #usable(signal: AbortSignal): Promise<McpSession> {
    if (this.#session !== undefined && !this.#session.isOver) return this.#session;
    this.#closing.signal.throwIfAborted();
    // Shared by all who wait for it, so none of them can cancel it.
    this.#opening ??= this.#openSession().finally(() => {
      this.#opening = undefined;
    });
    const opening = this.#opening;
    return await withDeadline(this.#options.connectDeadlineMs, [signal], () => opening);
  }

  async #openSession(): Promise<McpSession> {
    const { url, guard, connectDeadlineMs, onLost } = this.#options;
    let opening: Promise<McpSession> | undefined;
    try {
      this.#session = await withDeadline(connectDeadlineMs, [this.#closing.signal], (signal) => {
        opening = McpSession.open({ url, guard, signal, onLost, onToolsChanged: () => this.#relistSoon() });
        return opening;
      });
    } catch (error) {
      // If it connects after that, the connection is no longer needed.
      void opening?.then(
        (session) => session.close(),
        () => {},
      );
      throw new ServerLostError(failureReason(error));
    }
    return this.#session;
  }
}

/** @throws when the first page cannot be read. If a later page fails, the pages before it are used */
async function listTools(session: McpSession, signal: AbortSignal): Promise<ServerTools> {
  // The library adds one listener per page.
  setMaxListeners(0, signal);
  const tools = new ServerTools();
  const asked = new Set<unknown>();
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await session.listTools(cursor, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (page === 0) throw error;
      return {};
    });
    const { tools: items, nextCursor }: { tools?: unknown; nextCursor?: unknown } = answer;
    if (Array.isArray(items)) tools.add(items);
    else if (page === 0) throw new ServerLostError('its list of tools is not one');
    cursor = nextCursor;
    // A server whose cursors repeat would send the same page without end.
    if (cursor === undefined || cursor === null || cursor === '' || tools.isFull || asked.has(cursor)) break;
    asked.add(cursor);
  }
  return tools;
}
