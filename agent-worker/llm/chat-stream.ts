import { setTimeout as delay } from 'node:timers/promises';
import { type APIConnectOptions, llm } from '@livekit/agents';
import type OpenAI from 'openai';
import type { Apology } from '../languages/types.ts';
import { canBeHeard } from '../text-filters/can-be-heard.ts';
import { WITHDRAWN } from '../text-filters/withdrawn.ts';
import { chatRequest } from './chat-request.ts';
import { LlmFailure } from './llm-failure.ts';
import { AnswerReader, type Said } from './reader/answer-reader.ts';
import { type ChatEvent, readChatEvents } from './reader/events.ts';
import { RequestDeadlines } from './request-deadlines.ts';
import type { LlmObserver } from './types.ts';

/** Longest answer that is spoken, in characters: several minutes of speech. */
export const MAX_ANSWER_CHARS = 8000;
/** How long the end of an answer may be delayed by waiting for late events, in ms. They are mostly token counts. */
const USAGE_MS = 250;
/** The same delay after a piece of text that was marked as the last one. Some endpoints mark every piece so. */
const LAST_PIECE_MS = 1000;
/** Number of characters in which a text must contain something audible. The rest is not examined. */
const MAX_JUDGED_CHARS = 1000;
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
  readonly lang: string;
  readonly apology: Apology;
  readonly firstTokenMs: number;
  readonly stallMs: number;
  readonly reasoningMs: number;
  /** Whether the endpoint reports token counts of streams, as far as the model knows by now. */
  readonly usage: { wanted(): boolean; refused(): void };
  /** Whether the model is known to mark only the end of its reasoning. */
  readonly thought: { opens(): boolean; learnt(opens: boolean): void };
}

/**
 * One answer. Text is passed on as it arrives, tool calls when the answer is complete, so an answer that breaks off
 * before it has said anything can be requested again without calling a tool twice. `run` never throws: the framework
 * retries only on errors, and its retries would multiply ours.
 */
export class ChatStream extends llm.LLMStream {
  readonly #options: ChatStreamOptions;
  readonly #askedAtMs = performance.now();
  /** The text of the answer. */
  #text = '';
  /** Whether any of the text can be heard. Until then it is held back. */
  #isHeard = false;
  #tokenSeen = false;
  #usage: ChatEvent['usage'] = null;

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
        if (this.#isHeard || retried || failure.retryAfterMs === null) {
          this.#giveUp(failure);
          return;
        }
        retried = true;
        this.#text = '';
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
      this.#count();
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
    const { thought } = this.#options;
    const opensInThought = thought.opens();
    const reader = new AnswerReader(this.toolCtx, opensInThought);
    let id = '';
    let hasCalls = false;
    /** End of the wait for events behind a possible end of the answer; null while there is none. */
    let patience: { readonly ms: number; readonly untilMs: number } | null = null;
    for (;;) {
      const step = await within(patience && patience.untilMs - performance.now(), events.next());
      if (step === null) break;
      if (step.done && patience === null) throw LlmFailure.passing('the answer was interrupted');
      if (step.done) break;
      const event = step.value;
      id = event.id ?? id;
      this.#usage = event.usage ?? this.#usage;
      const isToken = event.text !== '' || event.calls.length > 0;
      if (isToken || event.reasoningChars > 0) deadlines.expect('next token', this.#options.stallMs, false);
      if (event.calls.length > 0) this.#firstToken();
      if (event.calls.length > 0 && !hasCalls) this.#limit(deadlines, 'tool to call');
      hasCalls ||= event.calls.length > 0;
      this.#say(reader.read(event), id, deadlines);
      if (this.#text.length >= MAX_ANSWER_CHARS) break;
      if (event.finish === 'failed') throw LlmFailure.passing('the endpoint ended the answer with an error');
      if (event.finish === 'withheld') throw new LlmFailure('the endpoint withheld the rest of the answer');
      if (event.done) break;
      if (patience && event.usage && event.finish === null && !isToken) break;
      const ms = this.#patienceMs(event, isToken, patience?.ms ?? null, hasCalls);
      const isSame = patience && ms === patience.ms && !isToken;
      if (!isSame) patience = ms === null ? null : { ms, untilMs: performance.now() + ms };
    }
    this.#say(reader.end(), id, deadlines);
    if (reader.openedInThought !== opensInThought) thought.learnt(reader.openedInThought);
    this.#conclude(reader, id);
  }

  /** How long to wait for an event; null for as long as the deadlines allow. */
  #patienceMs(event: ChatEvent, isToken: boolean, beforeMs: number | null, hasCalls: boolean): number | null {
    // Ends before the deadline, so that an answer that was marked as complete does not fail.
    const longestMs = this.#options.stallMs / 2;
    // The endpoint marked the answer as complete, and continues it nevertheless.
    if (isToken && beforeMs !== null) return longestMs;
    if (event.finish === null) return beforeMs;
    if (isToken) return Math.min(LAST_PIECE_MS, longestMs);
    // The answer ended before it began.
    if (!this.#isHeard && !hasCalls) return this.#options.firstTokenMs;
    return beforeMs === null ? USAGE_MS : beforeMs;
  }

  #say(said: readonly Said[], id: string, deadlines: RequestDeadlines): void {
    for (const each of said) {
      if (each.kind === 'unsay') this.#unsay(id);
      else this.#sayText(each.text, id, deadlines);
    }
  }

  #sayText(text: string, id: string, deadlines: RequestDeadlines): void {
    const piece = text.slice(0, MAX_ANSWER_CHARS - this.#text.length);
    if (piece === '') return;
    this.#text += piece;
    const hasContent = /[\p{L}\p{N}\p{S}]/u.test(piece);
    if (!this.#isHeard && !(hasContent && canBeHeard(this.#text, this.#options.lang, false))) return;
    if (hasContent) {
      this.#firstToken();
      this.#limit(deadlines, 'anything more to say');
    }
    const content = this.#isHeard ? piece : this.#text.trimStart();
    this.#isHeard = true;
    this.#put(id, { role: 'assistant', content });
  }

  /** All of the text was reasoning. */
  #unsay(id: string): void {
    if (this.#isHeard) this.#put(id, { role: 'assistant', content: WITHDRAWN });
    this.#isHeard = false;
    this.#text = '';
  }

  #limit(deadlines: RequestDeadlines, what: string): void {
    deadlines.limit(what, Math.max(this.#options.reasoningMs, this.#options.firstTokenMs));
  }

  #firstToken(): void {
    if (this.#tokenSeen) return;
    this.#tokenSeen = true;
    this.#options.observer.firstToken(performance.now() - this.#askedAtMs);
  }

  /**
   * Passes the tool calls on.
   * @throws LlmFailure when there are none and the text cannot be heard either
   */
  #conclude(reader: AnswerReader, id: string): void {
    const mayCall =
      this.#options.toolChoice !== 'none' && Object.keys(this.toolCtx?.functionTools ?? {}).length > 0;
    const calls = reader.calls();
    if (mayCall && calls.length > 0) {
      this.#put(id, { role: 'assistant', toolCalls: calls });
      return;
    }
    // The first characters may have looked audible, such as those of an address that is not read out.
    if (this.#isHeard && canBeHeard(this.#text.slice(0, MAX_JUDGED_CHARS), this.#options.lang, true)) return;
    const isEmpty = this.#text.trim() === '';
    this.#unsay(id);
    if (calls.length > 0) throw new LlmFailure('the answer only calls tools, and there are none for it');
    throw new LlmFailure(isEmpty ? 'the answer is empty' : 'nothing of the answer can be heard');
  }

  #count(): void {
    const usage = this.#usage;
    if (!usage || this.#isCalledOff) return;
    this.#usage = null;
    this.#options.observer.tokens(usage.prompt, usage.completion);
    this.queue.put({
      id: '',
      usage: {
        promptTokens: usage.prompt,
        completionTokens: usage.completion,
        promptCachedTokens: 0,
        totalTokens: usage.prompt + usage.completion,
      },
    });
  }

  /** Ends with an apology, so that the caller is never left in silence. */
  #giveUp(failure: LlmFailure): void {
    const { observer, apology } = this.#options;
    observer.failed(failure.message);
    const content = !this.#isHeard
      ? apology.instead
      : `${/[.!?…。！？।]["'”’»)\]]*\s*$/.test(this.#text) ? ' ' : '… '}${apology.cutOff}`;
    this.#put('', { role: 'assistant', content });
  }

  #put(id: string, delta: llm.ChoiceDelta): void {
    if (!this.#isCalledOff) this.queue.put({ id, delta });
  }
}

/**
 * Reads the response to its end, so that the connection can be reused. The connection is closed if the endpoint keeps
 * sending.
 */
async function release(events: AsyncGenerator<ChatEvent, void>, deadlines: RequestDeadlines): Promise<void> {
  // The framework closes the stream as soon as it has read the whole answer.
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

/**
 * @param ms time limit; null for none
 * @returns null when the promise takes longer
 */
async function within<T>(ms: number | null, work: Promise<T>): Promise<T | null> {
  if (ms === null) return work;
  // A result that arrives after the time limit is ignored, and so is an error.
  work.catch(() => undefined);
  if (ms <= 0) return null;
  const late = new AbortController();
  try {
    return await Promise.race([work, delay(ms, null, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}
