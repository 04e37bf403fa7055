/**
 * Conversations whose client directs them: it changes instructions, offers tools of its own, and decides when the agent
 * speaks. Other clients only talk.
 */

import { llm } from '@livekit/agents';
import type { AnswerForm } from '../hearing/endpointing/answer-form.ts';
import type { CallInTurn } from '../tools/types.ts';
import type { ConversationHandle } from './types.ts';

/** A tool that the client runs itself. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments: an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Hints of MCP: a tool that changes nothing runs before it is certain that the caller has said everything. */
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

/** Identifies something that the agent says: a reply with all its tool calls, or a fixed phrase. */
export interface SpeechKey {
  /** Whether the model writes it. */
  readonly isReply: boolean;
}

/** Takes the text of one utterance, which may be ahead of its audio. */
export interface TextSink {
  add(text: string): void;
  /** What was added before was not meant to be said. */
  withdraw(): void;
  /** That was all of its text. */
  end(): void;
}

/** What a client that directs the conversation is told. */
export interface DirectionObserver {
  /** The caller speaks: it is no cough. It began at this time (ms since the epoch). */
  speechStarted(atMs: number): void;
  /** The beginning of what the caller is saying, which stays as it is. */
  partial(stable: string): void;
  /** What the caller said was no turn. */
  speechDismissed(): void;
  /** An utterance begins: its audio is the next that the door is given. */
  utterance(speech: SpeechKey): TextSink;
  /** A speech is over. */
  spoken(speech: SpeechKey, interrupted: boolean): void;
  /** The model has said all of a step: so many calls of the client's tools belong together. */
  callsAnnounced(count: number): void;
  /** The model calls one of the client's tools. @returns what the model is told */
  callTool(call: ToolCall, signal: AbortSignal): Promise<string>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As JSON. */
  readonly arguments: string;
}

export interface Direction {
  /** What the caller may say, as it is to be written. */
  readonly names?: readonly string[];
  /** The form of the caller's answers; null or absent leaves it to the words. */
  readonly expects?: AnswerForm | null;
  readonly tools: readonly ClientTool[];
  readonly observer: DirectionObserver;
}

/** Who said something that is added to a conversation's history. */
export type HistoryRole = 'user' | 'assistant' | 'system';

/** A running conversation, as a door sees it whose client directs it. Never throws. */
export interface DirectedConversation extends ConversationHandle {
  instruct(instructions: string): void;
  /** Replaces the client's tools. */
  offer(tools: readonly ClientTool[]): void;
  /** Replaces what the caller may say, as it is to be written, and the form that it has. */
  expect(names: readonly string[], form: AnswerForm | null): void;
  /** Adds to the history, without an answer. @param id by which it can be forgotten */
  remember(role: HistoryRole, text: string, id: string): void;
  /** Takes out of the history what was added with this id. */
  forget(id: string): void;
  /**
   * Makes the agent speak.
   * @param instructions for this reply alone; null for the usual ones
   * @param toolChoice for the first step of this reply
   */
  reply(instructions: string | null, toolChoice?: llm.ToolChoice): void;
  /** Stops the agent. */
  interrupt(): void;
  /** Forgets what the caller has said since the last turn. */
  clearInput(): void;
}

/** What a call of a client's tool passes on its way there. */
export interface CallGate {
  /** Settles when the call may be made. @throws CallerWentOn when it is to be dropped */
  certain(call: CallInTurn): Promise<void>;
  /** The call is sent to the client now, which requests the next reply itself. */
  passed(call: CallInTurn): void;
}

/** For the framework: tools whose calls the client answers. */
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
            // Returned, not thrown: the framework would log it.
            return new llm.ToolError(error instanceof Error ? error.message : 'The tool failed');
          }
        },
      }) as llm.FunctionTool,
  );
}

/** The framework writes results as JSON: what is JSON already would be quoted once more. */
function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}
