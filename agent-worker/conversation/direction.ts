/**
 * Conversations that their client directs: the client changes instructions, offers tools of its own, and decides when
 * the agent speaks. Other clients only talk.
 */

import { llm } from '@livekit/agents';
import type { AnswerForm } from '../hearing/endpointing/answer-forms.ts';
import type { CallInTurn } from '../tools/types.ts';
import type { ConversationHandle } from './types.ts';

/** A tool that the client runs itself. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments: an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** MCP's hint `readOnlyHint`: a tool that changes nothing runs before the caller's turn is certain to be over. */
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

/** Identifies an utterance of the agent: a reply with all its tool calls, or a fixed phrase. */
export interface SpeechKey {
  /** Whether the model writes the utterance. */
  readonly isReply: boolean;
}

/** Receives the text of one utterance, which may be ahead of its audio. */
export interface TextSink {
  add(text: string): void;
  /** Withdraws the text that was added before. */
  withdraw(): void;
  /** The text is complete. */
  end(): void;
}

/** Events for a client that directs the conversation. */
export interface DirectionObserver {
  /**
   * The caller is speaking (not coughing).
   * @param atMs start of the speech, in ms since the epoch
   */
  speechStarted(atMs: number): void;
  /** The stable beginning of what the caller is saying. */
  partial(stable: string): void;
  /** The caller's speech was not a turn. */
  speechDismissed(): void;
  /** An utterance begins. The next audio that the door receives belongs to it. */
  utterance(speech: SpeechKey): TextSink;
  /** A speech is over. */
  spoken(speech: SpeechKey, interrupted: boolean): void;
  /** The model completed a step with this many calls of the client's tools. */
  callsAnnounced(count: number): void;
  /**
   * The model calls one of the client's tools.
   * @returns the result for the model
   */
  callTool(call: ToolCall, signal: AbortSignal): Promise<string>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As JSON. */
  readonly arguments: string;
}

export interface Direction {
  /** Spelling of words that the caller may say. */
  readonly names?: readonly string[];
  /** Form of the caller's answers; null or absent to derive it from the conversation. */
  readonly expects?: AnswerForm | null;
  readonly tools: readonly ClientTool[];
  readonly observer: DirectionObserver;
}

/** The author of an item that is added to a conversation's history. */
export type HistoryRole = 'user' | 'assistant' | 'system';

/** A running conversation that its door directs. Its methods never throw. */
export interface DirectedConversation extends ConversationHandle {
  instruct(instructions: string): void;
  /** Replaces the client's tools. */
  offer(tools: readonly ClientTool[]): void;
  /** Replaces the words that the caller may say, and the form of the caller's answers. */
  expect(names: readonly string[], form: AnswerForm | null): void;
  /**
   * Adds an item to the history without answering it.
   * @param id with which `forget` can remove the item
   */
  remember(role: HistoryRole, text: string, id: string): void;
  /** Removes the item with this id from the history. */
  forget(id: string): void;
  /**
   * Makes the agent speak.
   * @param instructions for this reply alone; null for the current ones
   * @param toolChoice for the first step of this reply
   */
  reply(instructions: string | null, toolChoice?: llm.ToolChoice): void;
  /** Stops the agent. */
  interrupt(): void;
  /** Discards what the caller has said since the last turn. */
  clearInput(): void;
}

/** Steps of a call of a client's tool. */
export interface CallGate {
  /**
   * Settles when the call may be made.
   * @throws CallerWentOn when the call is dropped
   */
  certain(call: CallInTurn): Promise<void>;
  /** The call is being sent to the client, which requests the next reply itself. */
  passed(call: CallInTurn): void;
}

/** Wraps the client's tools for the framework. */
export function functionTools({ tools, observer }: Direction, gate: CallGate): llm.FunctionTool[] {
  return tools.map(
    ({ name, description, parameters, annotations }) =>
      llm.tool({
        name,
        description,
        parameters: { properties: {}, ...parameters, type: 'object' },
        execute: async (args: unknown, options: CallInTurn) => {
          const { toolCallId: id, abortSignal } = options;
          try {
            if (annotations?.readOnlyHint !== true) await gate.certain(options);
            gate.passed(options);
            const call = { id, name, arguments: JSON.stringify(args ?? {}) };
            return parsed(await observer.callTool(call, abortSignal));
          } catch (error) {
            // The error is returned, because the framework would log a thrown one.
            return new llm.ToolError(error instanceof Error ? error.message : 'The tool failed');
          }
        },
      }) as llm.FunctionTool,
  );
}

/** The framework serialises results as JSON, and would encode results that are JSON already a second time. */
function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}
