import type { llm } from '@livekit/agents';
import type { ToolOutcome } from '../door.ts';

/** Events of an agent's tools, without arguments or results. */
export interface ToolObserver {
  /** A server was left out, or lost; the conversation continues without its tools. */
  serverFailed(server: string, reason: string): void;
  /** One of a server's tools is not offered to the model. The name is the server's. */
  toolDropped(server: string, tool: string, reason: string): void;
  /** Tools were added or removed since the toolbox was opened. */
  toolsChanged(tools: Toolbox['tools']): void;
  /** A call is taking so long that the caller should hear something meanwhile. Called once per call. */
  callIsSlow(tool: string): void;
  called(tool: string, tookMs: number, outcome: ToolOutcome): void;
}

/** The tools of one conversation. */
export interface Toolbox {
  /** Tools for the model, under names that are unique across all servers. */
  readonly tools: readonly llm.FunctionTool[];
  /** Servers that could not be used, for the session's metadata. */
  readonly failures: readonly { readonly server: string; readonly reason: string }[];
  /** Calls begun since the conversation started. */
  readonly callsBegun: number;
  close(): Promise<void>;
}
