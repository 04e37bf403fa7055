import { FillerPhrases } from '../tools/filler.ts';
import type { HttpTool } from '../tools/http-tool.ts';
import { HttpToolbox } from '../tools/http-tools.ts';
import { ToolRunner } from '../tools/tool-runner.ts';
import { connectTools } from '../tools/toolbox.ts';
import type { Toolbox, ToolObserver, UntilTurnIsCertain } from '../tools/types.ts';
import type { ConversationDeps } from './conversation-options.ts';

export interface ConversationToolsOptions extends Pick<ConversationDeps, 'guard' | 'log'> {
  /** The current language of the conversation, which may change. */
  readonly lang: () => string;
  /** The agent's tools that are HTTP requests. */
  readonly httpTools: readonly HttpTool[];
  readonly untilCertain: UntilTurnIsCertain;
  /** Number of the turn that is being answered. */
  readonly turn: () => number;
  /** A tool call is slow, so the caller should hear a phrase meanwhile. */
  readonly onSlowCall: (filler: string) => void;
  readonly onCall: ToolObserver['called'];
  /** Tools have joined or left during the conversation. */
  readonly onChanged: ToolObserver['toolsChanged'];
  /** Names of the conversation's other tools. */
  readonly taken: readonly string[];
  /** Reports tool servers that were left out. */
  readonly onFailures: (failures: Toolbox['failures']) => void;
}

/**
 * The tools of one conversation that run elsewhere: HTTP requests, and MCP servers, which are connected while the
 * conversation is already running. Closing this closes all of them.
 */
export class ConversationTools {
  readonly #options: ConversationToolsOptions;
  readonly #fillers = new FillerPhrases();
  readonly #closing = new AbortController();
  readonly #http: HttpToolbox;
  #toolbox: Toolbox | null = null;

  constructor(options: ConversationToolsOptions) {
    this.#options = options;
    const { httpTools: tools, guard, turn, untilCertain } = options;
    const { signal } = this.#closing;
    const runner = new ToolRunner({ observer: this.#observer(), untilCertain, signal });
    this.#http = new HttpToolbox({ tools, guard, runner, turn });
  }

  /** The tools that need no connection. */
  get own(): Toolbox['tools'] {
    return this.#http.tools;
  }

  /** @param servers http(s) URLs @returns the tools of the servers that could be connected; none once closed */
  async connect(servers: readonly string[]): Promise<Toolbox['tools']> {
    if (servers.length === 0) return [];
    const { guard, log, onFailures, taken, untilCertain } = this.#options;
    const { signal } = this.#closing;
    const observer = this.#observer();
    const named = [...taken, ...this.own.map(({ name }) => name)];
    const options = { servers, guard, taken: named, untilCertain, observer, signal };
    const toolbox = await connectTools(options).catch((error: unknown) => {
      // A caller who has hung up meanwhile needs no tools.
      if (signal.aborted) return null;
      throw error;
    });
    if (!toolbox) return [];
    this.#toolbox = toolbox;
    const { tools, failures } = toolbox;
    log.info({ tools: tools.length, leftOut: failures.length }, 'tools are ready');
    if (signal.aborted) await toolbox.close();
    else if (failures.length > 0) onFailures(failures);
    return tools;
  }

  /** Cancels pending connections at once. */
  abort(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    this.abort();
    await Promise.all([this.#http.close(), this.#toolbox?.close()]);
  }

  /** Returns a phrase that the agent says while a tool is running. */
  filler(): string {
    return this.#fillers.next(this.#options.lang());
  }

  #observer(): ToolObserver {
    const { log, onSlowCall, onCall, onChanged } = this.#options;
    return {
      serverFailed: (server, reason) => log.warn({ server, reason }, 'a tool server was left out'),
      toolDropped: (server, tool, reason) => log.warn({ server, tool, reason }, 'a tool was left out'),
      toolsChanged: (tools) => {
        log.info({ tools: tools.length }, 'tools have changed');
        onChanged(tools);
      },
      callIsSlow: (_tool, filler) => onSlowCall(filler || this.filler()),
      called: onCall,
    };
  }
}
