import { setMaxListeners } from 'node:events';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import { withDeadline } from '../deadline.ts';
import { failureReason, ServerLostError } from './failure-reason.ts';
import { isSessionGone, McpSession } from './mcp-session.ts';
import { acceptTools, MAX_TOOLS_PER_SERVER, type OfferedTool } from './offered-tools.ts';

/** A server with more pages than the limit of tools pages endlessly. */
const MAX_PAGES = MAX_TOOLS_PER_SERVER;

export interface McpServerConnectionOptions {
  readonly url: string;
  readonly guard: AddressGuard;
  /** Deadline for connecting, and for each reconnection. */
  readonly connectDeadlineMs: number;
  /** Called each time the server is lost. The reason is safe to log. */
  readonly onLost: (reason: string) => void;
}

/**
 * The connection to one MCP server for the duration of a conversation: a lost link is replaced when it is next needed.
 */
export class McpServerConnection {
  readonly #options: McpServerConnectionOptions;
  readonly #closing = new AbortController();
  #session: McpSession | undefined;
  #opening: Promise<McpSession> | undefined;

  constructor(options: McpServerConnectionOptions) {
    this.#options = options;
    // One listener per running call, however many there are.
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * Connects and lists the server's tools.
   * @returns the tools within the limits, and how many were left out
   * @throws ServerLostError, or the signal's reason
   */
  async open(signal: AbortSignal): Promise<{ tools: OfferedTool[]; leftOut: number }> {
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
   * Calls a tool, reconnecting first if the server was lost; only once, so that a dead server costs little.
   * @param name the tool's name on the server
   * @throws ServerLostError; McpError when the server refuses; the signal's reason
   */
  async call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
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
    return await session.callTool(name, args, signal);
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
        opening = McpSession.open({ url, guard, signal, onLost });
        return opening;
      });
    } catch (error) {
      // If it connects at the last moment anyway, nobody wants it.
      void opening?.then(
        (session) => session.close(),
        () => {},
      );
      throw new ServerLostError(failureReason(error));
    }
    return this.#session;
  }
}

async function listTools(session: McpSession, signal: AbortSignal) {
  const tools: OfferedTool[] = [];
  let leftOut = 0;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await session.listTools(cursor, signal);
    const accepted = acceptTools(answer.tools, MAX_TOOLS_PER_SERVER - tools.length);
    tools.push(...accepted.tools);
    leftOut += accepted.leftOut;
    cursor = answer.nextCursor;
    if (cursor === undefined || cursor === '' || tools.length >= MAX_TOOLS_PER_SERVER) break;
  }
  return { tools, leftOut };
}
