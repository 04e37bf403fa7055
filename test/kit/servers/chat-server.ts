/** Scripts of a local language model: how endpoints call tools, and how they misbehave. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  beginStream,
  type ChatRequestBody,
  type ChatScript,
  event,
  type ScriptedCall,
  say,
  sayWords,
  sendJson,
} from '../../../scenarios/model/chat-server.ts';

export * from '../../../scenarios/model/chat-server.ts';

/** Tool calls alone, or with a text before them. */
export function callTools(calls: readonly ScriptedCall[], text = ''): ChatScript {
  return say(text, { calls });
}

/** Calls a tool, with a text before it, and then answers its result. */
export function callOnce(name: string, args: object, text = '', then = 'I see.'): ChatScript {
  return (exchange) => {
    const last = exchange.request.body.messages?.at(-1);
    return (last?.role === 'tool' ? say(then) : callTools([{ name, args }], text))(exchange);
  };
}

/** An error in the usual format. */
export function refuse(
  status: number,
  headers: Record<string, string> = {},
  message = 'refused',
): ChatScript {
  return ({ response }) =>
    sendJson(response, status, { error: { message, type: 'error', code: null } }, headers);
}

/** Refuses requests with stream_options, as some providers do. Other requests are answered. */
export function refuseStreamOptions(answer: ChatScript): ChatScript {
  return (exchange) =>
    exchange.request.body.stream_options === undefined
      ? answer(exchange)
      : sendJson(exchange.response, 400, { object: 'error', message: 'Unknown field: stream_options' });
}

/** Answers differently if the caller's last turn matches a pattern. */
export const lastTurn =
  (pattern: RegExp, then: string, otherwise: string) =>
  ({ messages }: ChatRequestBody): string =>
    pattern.test(String(messages?.findLast(({ role }) => role === 'user')?.content)) ? then : otherwise;

/** Sends nothing. */
export function hang(): ChatScript {
  return ({ signal }) => untilAborted(signal);
}

/** Sends some words, and then stalls. */
export function stallAfter(text: string): ChatScript {
  return async (exchange) => {
    beginStream(exchange.response);
    await sayWords(exchange, text, 0);
    await untilAborted(exchange.signal);
  };
}

/** Sends some words, or only the headers, and then resets the connection. */
export function cutAfter(text: string): ChatScript {
  return async (exchange) => {
    beginStream(exchange.response);
    exchange.response.flushHeaders();
    await sayWords(exchange, text, 0);
    await delay(20);
    exchange.response.socket?.resetAndDestroy();
  };
}

/** Resets the connection instead of answering. */
export function hangUp(): ChatScript {
  return ({ response }) => {
    response.socket?.resetAndDestroy();
  };
}

/** Sends any bytes, in these chunks. */
export function raw(
  pieces: readonly (string | Uint8Array)[],
  contentType = 'text/event-stream',
  status = 200,
): ChatScript {
  return async ({ response }) => {
    response.writeHead(status, { 'content-type': contentType });
    for (const piece of pieces) {
      response.write(piece);
      await delay(1);
    }
    response.end();
  };
}

/** Repeats one chunk as fast as possible, until the client disconnects. */
export function endless(
  piece: string,
  options: { readonly first?: string; readonly contentType?: string; readonly status?: number } = {},
): ChatScript {
  const { first = '', contentType = 'text/event-stream', status = 200 } = options;
  return async ({ response, signal }) => {
    response.writeHead(status, { 'content-type': contentType });
    response.write(first);
    while (!signal.aborted) {
      const taken = response.write(piece);
      await (taken ? delay(1) : once(response, 'drain', { signal }));
    }
  };
}

/** Formats the event of a delta. */
export function deltaEvent(delta: unknown, finish: string | null = null): string {
  return event({
    id: 'chatcmpl-raw',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
