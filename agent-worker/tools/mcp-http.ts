import { setMaxListeners } from 'node:events';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, type RequestId, RequestIdSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isTooDeep } from '../../media/json.ts';
import { AgentError } from '../errors.ts';
import { ByteBudget, boundedResponse } from './bounded-body.ts';
import { failureReason } from './failure-reason.ts';
import { repairedResponse } from './repaired-messages.ts';

/** Limit of one answer, and of an event stream between two requests, in bytes. */
const MAX_RESPONSE_BYTES = 1 << 20;
/** Concurrent requests on one connection: a server that floods us with requests of its own gets no more than these. */
const MAX_OPEN_REQUESTS = 32;
/** Maximum number of streams of a Streamable HTTP server that are opened in a row when each of them ends soon. */
const MAX_SHORT_STREAMS = 16;
const SHORT_STREAM_MS = 10_000;
/** How long messages may still be in the parser after their stream has ended. */
const PARSER_GRACE_MS = 250;

export type McpTransportKind = 'streamable-http' | 'sse';

export interface McpHttpOptions {
  readonly kind: McpTransportKind;
  readonly fetch: FetchLike;
  /**
   * Called when the server can no longer be reached over this connection, at most once. The reason contains no words of
   * the conversation.
   */
  readonly onLost: (reason: string) => void;
}

/** The stream of one answer. */
interface AnswerStream {
  /**
   * Whether its events have ids, so that the rest can be requested on another stream. Known once they have been parsed.
   */
  canResume: boolean;
}

/** The part of an outgoing message that is read here. */
const OutgoingSchema = z.object({
  id: RequestIdSchema.optional(),
  method: z.string().optional(),
  params: z.object({ requestId: RequestIdSchema.optional() }).optional(),
});

/**
 * The HTTP layer below one MCP transport. It limits what the server may send, repairs its messages, ends cancelled
 * requests, and notices a server that disconnects mid-answer; the transports do none of these.
 */
export class McpHttp {
  readonly #options: McpHttpOptions;
  /** Requests without an answer yet, with their abort controllers. */
  readonly #unanswered = new Map<RequestId, AbortController>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Budget of the one stream that an SSE server answers on. */
  readonly #streamBudget = new ByteBudget(MAX_RESPONSE_BYTES);
  /** Streams that ended before they carried the answer to their request. */
  readonly #cutOff = new Map<RequestId, AnswerStream>();
  #open = 0;
  #streamOpened = false;
  #shortStreams = 0;
  #over = false;

  constructor(options: McpHttpOptions) {
    this.#options = options;
  }

  /** Passed to the transport. */
  readonly fetch: FetchLike = async (url, init = {}) => {
    const method = init.method ?? 'GET';
    if (method === 'POST') return this.#post(url, init);
    if (method === 'GET') return this.#get(url, init);
    return this.#options.fetch(url, init);
  };

  /**
   * Must be called for every message that arrived, before it is processed.
   * @throws AgentError for a message that must not be processed; the connection is lost then
   */
  arrived(message: JSONRPCMessage): void {
    if (isTooDeep(message)) {
      const refused = new AgentError('answer_too_deep');
      this.#lost(refused.message);
      throw refused;
    }
    if ('method' in message || message.id === undefined) return;
    this.#answered(message.id);
  }

  /** No failure is reported after this. */
  close(): void {
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const controller of this.#unanswered.values()) controller.abort();
    this.#unanswered.clear();
    this.#cutOff.clear();
  }

  /**
   * A stream of a Streamable HTTP server: its own, for notifications, or the rest of an answer (MCP specification,
   * "Resumability and Redelivery"). A server may do without the first, and may end each as often as it likes.
   */
  async #getStream(url: string | URL, init: RequestInit): Promise<Response> {
    if (this.#shortStreams >= MAX_SHORT_STREAMS) return this.#noStream();
    this.#shortStreams++;
    const response = await this.#options.fetch(url, init).catch((error: unknown) => {
      this.#noStream();
      throw error;
    });
    if (!response.ok) {
      this.#noStream();
      return response;
    }
    const openedAtMs = performance.now();
    const bounded = boundedResponse(response, this.#streamBudget, (error) => {
      if (performance.now() - openedAtMs >= SHORT_STREAM_MS) this.#shortStreams = 0;
      if (error instanceof AgentError) this.#lost(error.message);
    });
    return repairedResponse(bounded);
  }

  /** There is no such stream, so answers that were expected on it will not arrive. */
  #noStream(): Response {
    if ([...this.#cutOff.values()].some(({ canResume }) => canResume)) this.#lost(whyEnded(null));
    return new Response(null, { status: 405 });
  }

  /** Opens the stream of an SSE server, once. Reconnecting is done one level up, where it can be limited. */
  async #get(url: string | URL, init: RequestInit): Promise<Response> {
    if (this.#options.kind === 'streamable-http') return this.#getStream(url, init);
    if (this.#streamOpened) return new Response(null, { status: 204 });
    this.#streamOpened = true;
    let response: Response;
    try {
      response = await this.#options.fetch(url, init);
    } catch (error) {
      this.#lost(failureReason(error));
      throw error;
    }
    if (!response.ok) return boundedResponse(response, this.#streamBudget, () => {});
    const bounded = boundedResponse(response, this.#streamBudget, (error) => {
      // An abort by the transport is not a loss.
      if (!init.signal?.aborted) this.#lost(whyEnded(error));
    });
    return repairedResponse(bounded);
  }

  async #post(url: string | URL, init: RequestInit): Promise<Response> {
    const { id, method, params } = outgoing(init.body);
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) {
      this.#giveUp(params.requestId);
    }
    if (this.#open >= MAX_OPEN_REQUESTS) throw new Error('the server keeps too many requests open');
    this.#streamBudget.refill();
    const controller = new AbortController();
    const isRequest = id !== undefined && method !== undefined;
    if (isRequest) {
      this.#unanswered.set(id, controller);
      this.#shortStreams = 0;
    }
    const stream: AnswerStream = { canResume: false };
    const unlink = follow(init.signal ?? null, controller);
    this.#open++;
    const done = (error: unknown) => {
      this.#open--;
      unlink();
      if (isRequest && this.#options.kind === 'streamable-http') {
        this.#answerEnded(id, controller, stream, error);
      }
    };
    let response: Response;
    try {
      response = await this.#options.fetch(url, { ...init, signal: controller.signal });
    } catch (error) {
      this.#open--;
      unlink();
      if (isRequest) this.#unanswered.delete(id);
      if (!controller.signal.aborted) this.#lost(failureReason(error));
      throw error;
    }
    if (!response.ok && isRequest) this.#unanswered.delete(id);
    const bounded = boundedResponse(response, new ByteBudget(MAX_RESPONSE_BYTES), done);
    return repairedResponse(bounded, () => {
      stream.canResume = true;
    });
  }

  /** The stream of an answer has ended. If it did not contain the answer, the request would wait until its deadline. */
  #answerEnded(id: RequestId, controller: AbortController, stream: AnswerStream, error: unknown): void {
    if (!this.#waits(id, controller)) return;
    const isRefused = error instanceof AgentError;
    if (!isRefused) this.#cutOff.set(id, stream);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#waits(id, controller)) return;
      if (isRefused || !stream.canResume) this.#lost(whyEnded(error));
    }, PARSER_GRACE_MS);
    this.#timers.add(timer);
  }

  /** Whether a request still waits for its answer. */
  #waits(id: RequestId, controller: AbortController): boolean {
    return !this.#over && !controller.signal.aborted && this.#unanswered.get(id) === controller;
  }

  #answered(id: RequestId): void {
    this.#unanswered.delete(id);
    this.#cutOff.delete(id);
  }

  #giveUp(id: RequestId): void {
    this.#unanswered.get(id)?.abort();
    this.#answered(id);
  }

  #lost(reason: string): void {
    if (this.#over) return;
    this.close();
    this.#options.onLost(reason);
  }
}

function outgoing(body: RequestInit['body']): z.infer<typeof OutgoingSchema> {
  if (typeof body !== 'string') return {};
  return OutgoingSchema.safeParse(JSON.parse(body)).data ?? {};
}

function whyEnded(error: unknown): string {
  return error instanceof AgentError ? error.message : 'it ended the connection';
}

/**
 * Aborts the controller with the signal.
 * @returns a function that removes the listener
 */
function follow(signal: AbortSignal | null, controller: AbortController): () => void {
  if (signal === null) return () => {};
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  // There is one listener per open request, and their number is limited.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}
