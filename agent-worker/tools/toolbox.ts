import { setMaxListeners } from 'node:events';
import { llm } from '@livekit/agents';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import { ServerLostError } from './failure-reason.ts';
import { McpServerConnection } from './mcp-server-connection.ts';
import { MAX_TOOLS, type OfferedTool, type ServerTools, ToolNames } from './offered-tools.ts';
import { bounded, isFailure, MAX_ERROR_BYTES, resultText } from './result-text.ts';
import { argumentsFrom, ToolFailed, ToolRunner } from './tool-runner.ts';
import type { CallInTurn, Toolbox, ToolObserver, UntilTurnIsCertain } from './types.ts';

/** Maximum number of servers per conversation. */
const MAX_SERVERS = 8;
/** Maximum number of left-out tools of one server that the log names. */
const MAX_DROPS_TOLD = 20;

export interface ConnectToolsOptions {
  /** URLs, as in the request. */
  readonly servers: readonly string[];
  readonly guard: AddressGuard;
  readonly observer: ToolObserver;
  /** Awaited before each call of a tool that is not declared read-only. Default: nothing. */
  readonly untilCertain?: UntilTurnIsCertain;
  /** Names that other tools have for the model. */
  readonly taken?: readonly string[];
  /** Cancels connecting; once connected, `close` ends it. */
  readonly signal: AbortSignal;
  /** Deadline for connecting to a server and listing its tools. Default 5 s. */
  readonly connectDeadlineMs?: number;
  /** Deadline of one call, reconnecting included. Default 10 s. */
  readonly callDeadlineMs?: number;
  /** Time after which the caller should hear something. Default 1.5 s. */
  readonly slowMs?: number;
}

/**
 * Connects to MCP servers, all at once. A server that cannot be used is left out, and reported in `failures` and to the
 * observer by its place in the list and its origin, since paths and queries may contain keys.
 * @throws the signal's reason, and nothing else
 */
export async function connectTools(options: ConnectToolsOptions): Promise<Toolbox> {
  const toolbox = new McpToolbox(options);
  try {
    await toolbox.connect(options.servers, options.signal);
  } catch (error) {
    await toolbox.close();
    throw error;
  }
  return toolbox;
}

class McpToolbox implements Toolbox {
  readonly #options: ConnectToolsOptions;
  readonly #closing = new AbortController();
  readonly #connections: McpServerConnection[] = [];
  readonly #names: ToolNames;
  /** Tools by server, in the order of the list. */
  readonly #offered = new Map<
    string,
    { readonly connection: McpServerConnection; tools: readonly OfferedTool[] }
  >();
  #tools: llm.FunctionTool[] = [];
  readonly #failures: { server: string; reason: string }[] = [];
  readonly #runner: ToolRunner;

  constructor(options: ConnectToolsOptions) {
    this.#options = options;
    this.#runner = new ToolRunner({ ...options, signal: this.#closing.signal });
    this.#names = new ToolNames(options.taken);
    // One listener per running call, however many there are.
    setMaxListeners(0, this.#closing.signal);
  }

  get tools(): readonly llm.FunctionTool[] {
    return this.#tools;
  }

  get failures(): Toolbox['failures'] {
    return this.#failures;
  }

  get callsBegun(): number {
    return this.#runner.begun;
  }

  async connect(servers: readonly string[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const wanted = [...new Set(servers)];
    const opened = await Promise.all(
      wanted.slice(0, MAX_SERVERS).map((url, index) => this.#open(url, serverName(url, index), signal)),
    );
    // Names are assigned in list order, not in order of arrival, so that a tool has the same name in every
    // conversation.
    for (const add of opened) add();
    for (const [index, url] of wanted.slice(MAX_SERVERS).entries()) {
      this.#fail(serverName(url, index + MAX_SERVERS), `only ${MAX_SERVERS} servers are used`);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new ServerLostError('the conversation is over'));
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** @returns a function that adds the server's tools */
  async #open(url: string, server: string, signal: AbortSignal): Promise<() => void> {
    const { guard, observer, connectDeadlineMs = 5_000 } = this.#options;
    try {
      guard.check(url);
      const onLost = (reason: string) => observer.serverFailed(server, reason);
      let opened = false;
      const connection = new McpServerConnection({
        url,
        guard,
        connectDeadlineMs,
        onLost: (reason) => opened && onLost(reason),
        onTools: (tools) => this.#replace(server, tools),
      });
      this.#connections.push(connection);
      const tools = await connection.open(signal);
      opened = true;
      return () => this.#add(connection, server, tools);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : 'unknown';
      return () => this.#fail(server, reason);
    }
  }

  #fail(server: string, reason: string): void {
    this.#failures.push({ server, reason });
    this.#options.observer.serverFailed(server, reason);
  }

  #add(connection: McpServerConnection, server: string, { accepted, dropped }: ServerTools): void {
    const room = MAX_TOOLS - this.#tools.length;
    this.#offered.set(server, { connection, tools: accepted });
    this.#collect();
    const missing = dropped.length + Math.max(0, accepted.length - room);
    if (missing > 0) this.#failures.push({ server, reason: `${missing} of its tools were left out` });
    this.#tellDropped(server, { accepted, dropped }, room);
  }

  /** Called when the list of a server has changed. */
  #replace(server: string, tools: ServerTools): void {
    const offered = this.#offered.get(server);
    // Names are assigned once all servers have connected or failed.
    if (!offered || this.#closing.signal.aborted) return;
    const before = JSON.stringify(offered.tools);
    if (JSON.stringify(tools.accepted) === before) return;
    offered.tools = tools.accepted;
    this.#collect();
    this.#tellDropped(server, tools, MAX_TOOLS);
    this.#options.observer.toolsChanged(this.#tools);
  }

  #collect(): void {
    const all = [...this.#offered].flatMap(([server, { connection, tools }]) =>
      tools.map((tool) => ({ server, connection, tool })),
    );
    this.#tools = all
      .slice(0, MAX_TOOLS)
      .map(({ server, connection, tool }) => this.#functionTool(server, connection, tool));
  }

  #tellDropped(
    server: string,
    { accepted, dropped }: Pick<ServerTools, 'accepted' | 'dropped'>,
    room: number,
  ) {
    const tooMany = accepted
      .slice(Math.max(0, room))
      .map(({ name }) => ({ name, reason: `only ${MAX_TOOLS} tools are used` }));
    for (const { name, reason } of [...dropped, ...tooMany].slice(0, MAX_DROPS_TOLD)) {
      this.#options.observer.toolDropped(server, name, reason);
    }
  }

  #functionTool(
    server: string,
    connection: McpServerConnection,
    { name, description, parameters, isReadOnly }: OfferedTool,
  ) {
    const unique = this.#names.of(server, name);
    return llm.tool({
      name: unique,
      description,
      parameters,
      execute: (args: unknown, call: CallInTurn) =>
        this.#runner.run(
          { tool: unique, isReadOnly, deadlineMs: this.#options.callDeadlineMs ?? 10_000 },
          call,
          async (signal) => {
            const result = await connection.call(name, argumentsFrom(args), signal);
            const text = resultText(result);
            if (isFailure(result)) throw new ToolFailed(text);
            return text;
          },
          errorText,
        ),
    }) as llm.FunctionTool;
  }
}

/** Text for the model about a call that failed. */
function errorText(error: unknown): string {
  if (error instanceof ServerLostError) return `The tool's server cannot be reached: ${error.message}.`;
  if (error instanceof McpError)
    return bounded(`The tool's server refused: ${error.message}`, MAX_ERROR_BYTES);
  return 'The tool failed.';
}

function serverName(url: string, index: number): string {
  const place = `mcp_servers[${index}]`;
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  return /^https?:/.test(origin) ? `${place} ${origin}` : place;
}
