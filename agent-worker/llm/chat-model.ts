import { type APIConnectOptions, llm } from '@livekit/agents';
import type OpenAI from 'openai';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import { chatClient, greetEndpoint, type HttpFetch } from './chat-connection.ts';
import { ChatStream } from './chat-stream.ts';
import type { LlmObserver, ModelEndpoint } from './types.ts';

/** Number of models for which the server remembers that they mark only the end of their reasoning. */
const MAX_REMEMBERED = 1000;
const opensInThought = new Set<string>();

export interface ChatModelOptions {
  readonly endpoint: ModelEndpoint;
  readonly observer: LlmObserver;
  /** How the endpoint is reached. Default: without address checks. */
  readonly httpFetch?: HttpFetch;
  /** The current language of the conversation, in which the apology for a failing model is spoken. */
  readonly lang: () => string;
  /** Spoken instead of an answer when the model fails. Default: a sentence in `lang`. */
  readonly apology?: string;
  /** Deadline for the first token, reasoning included, of each of two attempts. Default 8 s. */
  readonly firstTokenMs?: number;
  /** Deadline between tokens. Default 10 s. */
  readonly stallMs?: number;
  /** Deadline for the first words or tool call, however long the model reasons. Default 30 s. */
  readonly reasoningMs?: number;
}

/** The framework's default connection options; ignored here, see ChatStream. */
const CONNECTION: APIConnectOptions = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 10_000 };

/**
 * An agent's language model: an endpoint with OpenAI's chat completions API. Its streams never fail: they apologise
 * instead.
 */
export class ChatModel extends llm.LLM {
  readonly #options: ChatModelOptions;
  readonly #client: OpenAI;
  /** Becomes false when the endpoint refuses to report the token counts of a stream. */
  #asksForUsage = true;

  constructor(options: ChatModelOptions) {
    super();
    this.#options = options;
    this.#client = chatClient(options.endpoint, options.httpFetch);
  }

  override label(): string {
    return 'parley.ChatModel';
  }

  override get model(): string {
    return this.#options.endpoint.model;
  }

  override get provider(): string {
    return 'openai-compatible';
  }

  override chat(options: Parameters<llm.LLM['chat']>[0]): llm.LLMStream {
    const { endpoint, observer, apology, firstTokenMs, stallMs, reasoningMs } = this.#options;
    const lang = this.#options.lang();
    const own = agentLanguageOrEnglish(lang).apology;
    return new ChatStream(this, {
      ...options,
      connOptions: options.connOptions ?? CONNECTION,
      client: this.#client,
      model: endpoint.model,
      observer,
      lang,
      apology: { ...own, instead: apology ?? own.instead },
      firstTokenMs: firstTokenMs ?? 8000,
      stallMs: stallMs ?? 10_000,
      reasoningMs: reasoningMs ?? 30_000,
      usage: {
        wanted: () => this.#asksForUsage,
        refused: () => {
          this.#asksForUsage = false;
        },
      },
      thought: {
        opens: () => opensInThought.has(this.#key),
        learnt: (opens) => {
          if (!opens) opensInThought.delete(this.#key);
          else if (opensInThought.size < MAX_REMEMBERED) opensInThought.add(this.#key);
        },
      },
    });
  }

  get #key(): string {
    const { baseUrl, model } = this.#options.endpoint;
    return `${baseUrl} ${model}`;
  }

  protected override _prewarmImpl(signal: AbortSignal): Promise<void> {
    return greetEndpoint(this.#options.endpoint, signal, this.#options.httpFetch);
  }
}
