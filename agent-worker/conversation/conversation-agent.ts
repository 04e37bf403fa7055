import { ReadableStream } from 'node:stream/web';
import { Agent, type llm, type voice } from '@livekit/agents';
import { UNKNOWN_CONFIDENCE } from '../hearing/recognition/speculative-stt.ts';
import { WITHDRAWN } from '../text-filters/withdrawn.ts';
import type { PacedAudioOutput } from '../tts/paced-audio-output.ts';
import type { TextSink } from './direction.ts';
import { currentSpeech, type Speech } from './livekit-framework.ts';

/** Events and state that the agent and its conversation exchange. */
export interface AgentHooks {
  /** The caller's turn is over. @param confidence the recogniser's, 0 to 1; null if it reports none */
  userTurn(text: string, confidence: number | null): void;
  /**
   * Ends what was said for earlier turns. Settles when the history holds the words that the caller heard, and tools
   * have joined.
   */
  settled(): Promise<void>;
  /** All tools, including those of servers once these have joined. */
  tools(): Promise<readonly llm.FunctionTool[]>;
  /** Whether a tool call is waiting that may still be dropped. */
  isPending(callId: string): boolean;
  /** Number of the turn that is being answered. */
  turn(): number;
  /** The model completed a part of its reply to that turn. `last` unless the model will continue after a tool call. */
  saidText(turn: number, text: string, last: boolean): void;
  /**
   * The model completed one pass.
   * @param calls names of the tools that it calls
   */
  stepOver(calls: readonly string[]): void;
  /**
   * The agent begins an utterance.
   * @returns the sink for its text; null if the text is not sent
   */
  utterance(speech: Speech): TextSink | null;
  /** The caller has talked for longer than the limit. */
  turnExceeded(text: string): void;
}

/** Time after which a model that is still calling tools has to answer without them, in ms. */
const MAX_TOOLS_MS = 30_000;

/** One pass of the language model. */
interface Step {
  /** Names of the tools that it calls. */
  readonly calls: string[];
}

type ModelStream = Awaited<ReturnType<Agent['llmNode']>>;
type Chunk = llm.ChatChunk;

/** The framework's agent, with hooks for its turns, texts and tool calls. */
export class ConversationAgent extends Agent {
  readonly #output: PacedAudioOutput;
  readonly #hooks: AgentHooks;
  /** The latest pass; while the agent speaks, the pass whose words it speaks. */
  #step: Step = { calls: [] };
  /** Start times of the first pass of each reply. */
  readonly #begunAtMs = new WeakMap<Speech, number>();

  constructor(
    options: {
      readonly instructions: string;
      readonly tools: readonly llm.FunctionTool[];
      /** The earlier conversation. */
      readonly chatCtx?: llm.ChatContext;
    },
    output: PacedAudioOutput,
    hooks: AgentHooks,
  ) {
    super({ ...options, tools: [...options.tools] });
    this.#output = output;
    this.#hooks = hooks;
  }

  /** The framework copies the history at the moment of an interruption, before the interrupted speech is in it. */
  override async onUserTurnCompleted(context: llm.ChatContext, message: llm.ChatMessage): Promise<void> {
    const { textContent, transcriptConfidence = UNKNOWN_CONFIDENCE } = message;
    const isKnown = transcriptConfidence < UNKNOWN_CONFIDENCE;
    this.#hooks.userTurn(textContent ?? '', isKnown ? transcriptConfidence : null);
    await this.#hooks.settled();
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
    const step: Step = { calls: [] };
    this.#step = step;
    // The framework read the tools when the turn began, and runs the calls of this answer with the same object.
    tools.updateTools([...(await this.#hooks.tools())]);
    const toolChoice = this.#mayCall() ? settings.toolChoice : 'none';
    const stream = await super.llmNode(this.#withoutPending(context), tools, {
      ...settings,
      ...(toolChoice && { toolChoice }),
    });
    if (stream === null) return null;
    const reader = stream.getReader();
    const hooks = this.#hooks;
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          hooks.stepOver(step.calls);
          controller.close();
          return;
        }
        if (isChunk(value)) step.calls.push(...(value.delta?.toolCalls ?? []).map(({ name }) => name));
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  /** Removes calls that were not run because they answered only a part of a turn. */
  #withoutPending(context: llm.ChatContext): llm.ChatContext {
    const isPending = (item: llm.ChatItem): boolean =>
      (item.type === 'function_call' || item.type === 'function_call_output') &&
      this.#hooks.isPending(item.callId);
    if (!context.items.some(isPending)) return context;
    const told = context.copy();
    told.items = told.items.filter((item) => !isPending(item));
    return told;
  }

  /** Whether there is time for another round of tools. */
  #mayCall(): boolean {
    const speech = currentSpeech();
    if (!speech) return true;
    const nowMs = performance.now();
    const begunAtMs = this.#begunAtMs.get(speech) ?? nowMs;
    this.#begunAtMs.set(speech, begunAtMs);
    return nowMs - begunAtMs < MAX_TOOLS_MS;
  }

  /** Passes only the words that the caller has heard to the session, so that its history holds no others. */
  override async transcriptionNode(
    text: Parameters<Agent['transcriptionNode']>[0],
  ): Promise<Awaited<ReturnType<Agent['transcriptionNode']>>> {
    const speech = currentSpeech();
    if (speech) void this.#watch(text, speech, this.#step);
    return this.#output.nextTranscript();
  }

  /** Reads the turn number first, since the next turn has begun when an interrupted answer ends. */
  async #watch(text: Parameters<Agent['transcriptionNode']>[0], speech: Speech, step: Step): Promise<void> {
    const turn = this.#hooks.turn();
    const sink = this.#hooks.utterance(speech);
    let said = '';
    try {
      for await (const piece of text) {
        const words = typeof piece === 'string' ? piece : piece.text;
        const end = words.lastIndexOf(WITHDRAWN);
        if (end >= 0) {
          said = '';
          sink?.withdraw();
        }
        said += words.slice(end + 1);
        sink?.add(words.slice(end + 1));
      }
    } catch {
      // An interrupted answer ends where it was interrupted.
    }
    sink?.end();
    if (speech.isReply) this.#hooks.saidText(turn, said, step.calls.length === 0);
  }
}

function isChunk(value: unknown): value is Chunk {
  return typeof value === 'object' && value !== null && 'delta' in value;
}
