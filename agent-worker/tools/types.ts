import type { llm } from '@livekit/agents';

/** What happens with an agent's tools. Holds no arguments and no results. */
export interface ToolObserver {
  /** A server was left out, or lost; the conversation goes on without its tools. */
  serverFailed(server: string, reason: string): void;
  /** A call has lasted so long that the caller should hear something meanwhile. Once for each call. */
  callIsSlow(tool: string): void;
  called(tool: string, tookMs: number, outcome: 'ok' | 'error' | 'deadline'): void;
}

/** The tools of one conversation. */
export interface Toolbox {
  /** For the model, under names that are unique among all servers. */
  readonly tools: readonly llm.FunctionTool[];
  /** Servers that could not be used, for the session's metadata. */
  readonly failures: readonly { readonly server: string; readonly reason: string }[];
  /** Calls begun since the conversation started. */
  readonly callsBegun: number;
  close(): Promise<void>;
}
