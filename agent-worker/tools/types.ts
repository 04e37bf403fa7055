import type { llm } from '@livekit/agents';
import type { ToolOutcome } from '../door.ts';

/** A tool call by the model, with the context that the framework gives the tool. */
export type CallInTurn = Pick<llm.ToolOptions, 'ctx' | 'toolCallId' | 'abortSignal'>;

/**
 * Settles when it is certain that the caller's turn is complete. Tools with side effects wait for it.
 * @throws CallerWentOn when the caller continues, and the call is to be dropped
 */
export type UntilTurnIsCertain = (call: CallInTurn) => Promise<void>;

/** Error for a call that the model made for an incomplete turn of the caller. Such a call is dropped. */
export class CallerWentOn extends Error {
  override readonly name = 'CallerWentOn';

  constructor() {
    super('The caller went on; nothing was done.');
  }
}

/** Events of an agent's tools. They contain no arguments or results. */
export interface ToolObserver {
  /** A server was left out, or lost; the conversation continues without its tools. */
  serverFailed(server: string, reason: string): void;
  /** One of a server's tools is not offered to the model. The name is the server's. */
  toolDropped(server: string, tool: string, reason: string): void;
  /** Tools were added or removed since the toolbox was opened. */
  toolsChanged(tools: Toolbox['tools']): void;
  /**
   * A call is taking so long that the caller should hear something meanwhile. Called once per call.
   * @param filler what to say; "" for one of the language's phrases
   */
  callIsSlow(tool: string, filler: string): void;
  called(tool: string, tookMs: number, outcome: ToolOutcome): void;
}

/** The tools of one conversation. */
export interface Toolbox {
  /** Tools for the model, under names that are unique across all servers. */
  readonly tools: readonly llm.FunctionTool[];
  /** Servers that could not be used, for the session's metadata. */
  readonly failures: readonly { readonly server: string; readonly reason: string }[];
  /** Number of calls begun since the conversation started. */
  readonly callsBegun: number;
  close(): Promise<void>;
}
