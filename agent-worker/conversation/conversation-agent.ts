import { ReadableStream } from 'node:stream/web';
import { Agent, type llm, type voice } from '@livekit/agents';
import type { PacedAudioOutput } from '../tts/paced-audio-output.ts';
import { currentSpeech } from './livekit-framework.ts';

/** What a conversation needs to know from its agent. */
export interface AgentHooks {
  /** The caller's turn is over. */
  userTurn(text: string): void;
  /** Settles when the history holds what the caller heard of the interrupted speeches. */
  interruptedSettled(): Promise<void>;
  /** Number of the turn that is being answered. */
  turn(): number;
  /** A part of the model's reply to that turn is complete. `last` unless the model will go on after a tool call. */
  saidText(turn: number, text: string, last: boolean): void;
  /** The caller has talked for longer than the limit. */
  turnExceeded(text: string): void;
}

/** One pass of the language model. */
interface Step {
  callsTools: boolean;
}

type ModelStream = Awaited<ReturnType<Agent['llmNode']>>;
type Chunk = llm.ChatChunk;

/** The framework's agent, with hooks where its turns, its text and its tool calls pass. */
export class ConversationAgent extends Agent {
  readonly #output: PacedAudioOutput;
  readonly #hooks: AgentHooks;
  /** The last pass that began; while the agent speaks, the one it speaks the words of. */
  #step: Step = { callsTools: false };

  constructor(
    options: { readonly instructions: string; readonly tools: readonly llm.FunctionTool[] },
    output: PacedAudioOutput,
    hooks: AgentHooks,
  ) {
    super({ instructions: options.instructions, tools: [...options.tools] });
    this.#output = output;
    this.#hooks = hooks;
  }

  /** The framework copies the history at the moment of an interruption, before the interrupted speech is in it. */
  override async onUserTurnCompleted(context: llm.ChatContext, message: llm.ChatMessage): Promise<void> {
    this.#hooks.userTurn(message.textContent ?? '');
    await this.#hooks.interruptedSettled();
    for (const item of this.chatCtx.items) {
      if (!context.getById(item.id)) context.insert(item);
    }
  }

  override async onUserTurnExceeded(event: voice.UserTurnExceededEvent): Promise<void> {
    this.#hooks.turnExceeded(event.transcript);
  }

  override async llmNode(
    context: llm.ChatContext,
    tools: llm.ToolContext,
    settings: voice.ModelSettings,
  ): Promise<ModelStream> {
    const step: Step = { callsTools: false };
    this.#step = step;
    const stream = await super.llmNode(context, tools, settings);
    if (stream === null) return null;
    const reader = stream.getReader();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        if (isChunk(value) && (value.delta?.toolCalls?.length ?? 0) > 0) step.callsTools = true;
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  /** Gives the session only the words that have been heard, so that its history holds no others. */
  override async transcriptionNode(
    text: Parameters<Agent['transcriptionNode']>[0],
  ): Promise<Awaited<ReturnType<Agent['transcriptionNode']>>> {
    if (currentSpeech()?.isReply) void this.#watch(text, this.#step);
    return this.#output.nextTranscript();
  }

  /** Reads the turn number first: by the time an interrupted answer ends, the next turn has begun. */
  async #watch(text: Parameters<Agent['transcriptionNode']>[0], step: Step): Promise<void> {
    const turn = this.#hooks.turn();
    let said = '';
    try {
      for await (const piece of text) said += typeof piece === 'string' ? piece : piece.text;
    } catch {
      // An interrupted answer ends where it was interrupted.
    }
    this.#hooks.saidText(turn, said, !step.callsTools);
  }
}

function isChunk(value: unknown): value is Chunk {
  return typeof value === 'object' && value !== null && 'delta' in value;
}
