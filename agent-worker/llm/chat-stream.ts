import { setTimeout as delay } from 'node:timers/promises';
import { type APIConnectOptions, llm } from '@livekit/agents';
import type OpenAI from 'openai';
import type { Apology } from '../languages/types.ts';
import { ReasoningFilter } from '../text-filters/reasoning-filter.ts';
import { type ChatEvent, readChatEvents } from './chat-events.ts';
import { chatRequest } from './chat-request.ts';
import { LlmFailure } from './llm-failure.ts';
import { RequestDeadlines } from './request-deadlines.ts';
import { ToolCalls } from './tool-calls.ts';
import type { LlmObserver } from './types.ts';

/** Nobody listens for longer than this: several minutes of speech. */
export const MAX_ANSWER_CHARS = 8000;
/** How long the end of an answer may be delayed by waiting for its token count. */
const USAGE_MS = 250;
/** How long to wait for a connection to become free for the next request. */
const RELEASE_MS = 1000;

export interface ChatStreamOptions {
  readonly chatCtx: llm.ChatContext;
  readonly toolCtx?: llm.ToolContextLike;
  readonly toolChoice?: llm.ToolChoice;
  readonly parallelToolCalls?: boolean;
  readonly extraKwargs?: Record<string, unknown>;
  readonly connOptions: APIConnectOptions;
  readonly client: OpenAI;
  readonly model: string;
  readonly observer: LlmObserver;
  readonly apology: Apology;
  readonly firstTokenMs: number;
  readonly stallMs: number;
  readonly reasoningMs: number;
  /** Whether the endpoint counts the tokens of a stream, as far as the model knows by now. */
  readonly usage: { wanted(): boolean; refused(): void };
}

/**
 * One answer. Text is passed on as it arrives, tool calls when the answer is complete, so an answer that breaks off
 * before it has said anything can be requested again without calling a tool twice. `run` never throws: the framework
 * retries only on errors, and its retries would multiply ours.
 */
export class ChatStream extends llm.LLMStream {
  readonly #options: ChatStreamOptions;
  readonly #askedAtMs = performance.now();
  #said = '';
  #tokenSeen = false;

  constructor(owner: llm.LLM, options: ChatStreamOptions) {
    super(owner, {
      chatCtx: options.chatCtx,
      connOptions: options.connOptions,
      ...(options.toolCtx !== undefined && { toolCtx: options.toolCtx }),
    });
    this.#options = options;
  }

  protected override async run(): Promise<void> {
    let retried = false;
    while (!this.#isCalledOff) {
      try {
        await this.#ask();
        return;
      } catch (error) {
        if (this.#isCalledOff) return;
        const failure = LlmFailure.from(error);
        const { usage } = this.#options;
        if (failure.refusesUsage && usage.wanted()) {
          usage.refused();
          continue;
        }
        if (this.#said !== '' || retried || failure.retryAfterMs === null) {
          this.#giveUp(failure);
          return;
        }
        retried = true;
        await delay(failure.retryAfterMs, undefined, { signal: this.abortController.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  get #isCalledOff(): boolean {
    return this.abortController.signal.aborted;
  }

  /** One attempt. @throws any error; LlmFailure for our own */
  async #ask(): Promise<void> {
    const { client, firstTokenMs, reasoningMs, usage } = this.#options;
    const deadlines = new RequestDeadlines(this.abortController.signal);
    let answered = false;
    try {
      deadlines.expect('first token', firstTokenMs, true);
      deadlines.limit('anything to say', Math.max(reasoningMs, firstTokenMs));
      const request = await this.#request();
      const response = await client.chat.completions
        .create(
          { ...request, ...(usage.wanted() && { stream_options: { include_usage: true } }) },
          { signal: deadlines.signal },
        )
        .asResponse();
      if (!response.body) throw new LlmFailure('the endpoint answered nothing');
      const events = readChatEvents(response.body);
      await this.#readAnswer(events, deadlines);
      answered = true;
      void release(events, deadlines);
    } catch (error) {
      throw deadlines.failure ?? error;
    } finally {
      if (!answered) deadlines.end();
    }
  }

  #request(): ReturnType<typeof chatRequest> {
    const { model, chatCtx, toolChoice, parallelToolCalls, extraKwargs } = this.#options;
    return chatRequest({
      model,
      chatCtx,
      toolCtx: this.toolCtx,
      toolChoice,
      parallelToolCalls,
      extra: extraKwargs ?? {},
    });
  }

  async #readAnswer(events: AsyncGenerator<ChatEvent, void>, deadlines: RequestDeadlines): Promise<void> {
    const filter = new ReasoningFilter();
    const calls = new ToolCalls();
    let id = '';
    for (;;) {
      const step = await events.next();
      if (step.done) throw LlmFailure.passing('the answer was interrupted');
      const event = step.value;
      id = event.id ?? id;
      if (event.usage) this.#count(event, id);
      for (const piece of event.calls) calls.add(piece);
      const isToken = event.text !== '' || event.calls.length > 0;
      if (isToken || event.reasoningChars > 0) deadlines.expect('next token', this.#options.stallMs, false);
      if (event.calls.length > 0) this.#firstToken(deadlines);
      this.#say(filter.push(event.text), id, deadlines);
      if (this.#said.length >= MAX_ANSWER_CHARS) return;
      if (event.finished) {
        this.#say(filter.flush(), id, deadlines);
        this.#call(calls, id);
        if (!event.usage) await this.#awaitUsage(events, deadlines, id);
        return;
      }
    }
  }

  #say(text: string, id: string, deadlines: RequestDeadlines): void {
    const piece = text.slice(0, MAX_ANSWER_CHARS - this.#said.length);
    if (piece === '') return;
    // White space alone does not count as text.
    if (piece.trim() !== '') this.#firstToken(deadlines);
    if (this.#said === '' && piece.trim() === '') return;
    this.#said += piece;
    this.#put(id, { role: 'assistant', content: piece });
  }

  #firstToken(deadlines: RequestDeadlines): void {
    deadlines.liftLimit();
    if (this.#tokenSeen) return;
    this.#tokenSeen = true;
    this.#options.observer.firstToken(performance.now() - this.#askedAtMs);
  }

  #call(calls: ToolCalls, id: string): void {
    const toolCalls = calls.finish();
    if (toolCalls.length > 0) this.#put(id, { role: 'assistant', toolCalls });
    else if (this.#said === '') throw new LlmFailure('the answer is empty');
  }

  async #awaitUsage(
    events: AsyncGenerator<ChatEvent, void>,
    deadlines: RequestDeadlines,
    id: string,
  ): Promise<void> {
    if (!this.#options.usage.wanted()) return;
    deadlines.expect('usage', USAGE_MS, false);
    try {
      for (let step = await events.next(); !step.done; step = await events.next()) {
        if (step.value.usage) this.#count(step.value, id);
        if (step.value.usage || step.value.finished) return;
      }
    } catch {
      // The answer is complete without it.
    }
  }

  #count({ usage }: ChatEvent, id: string): void {
    if (!usage || this.#isCalledOff) return;
    this.#options.observer.tokens(usage.prompt, usage.completion);
    this.queue.put({
      id,
      usage: {
        promptTokens: usage.prompt,
        completionTokens: usage.completion,
        promptCachedTokens: 0,
        totalTokens: usage.prompt + usage.completion,
      },
    });
  }

  /** Ends with an apology, never with silence. */
  #giveUp(failure: LlmFailure): void {
    const { observer, apology } = this.#options;
    observer.failed(failure.message);
    const content =
      this.#said === ''
        ? apology.instead
        : `${/[.!?…。！？।]["'”’»)\]]*\s*$/.test(this.#said) ? ' ' : '… '}${apology.cutOff}`;
    this.#put('', { role: 'assistant', content });
  }

  #put(id: string, delta: llm.ChoiceDelta): void {
    if (!this.#isCalledOff) this.queue.put({ id, delta });
  }
}

/**
 * Reads to the end of what was sent, so that the connection can be reused; an endpoint that keeps sending loses it.
 */
async function release(events: AsyncGenerator<ChatEvent, void>, deadlines: RequestDeadlines): Promise<void> {
  // The consumer closes the stream once it has read the whole answer.
  deadlines.detach();
  deadlines.expect('end', RELEASE_MS, false);
  try {
    while (!(await events.next()).done);
  } catch {
    // The answer is complete.
  } finally {
    deadlines.end();
  }
}
