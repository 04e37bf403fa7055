/** Answers of a real language model, recorded in one run and given again in others. */
import { scoringWords } from '../../engine/index.ts';
import { isRecord } from '../../media/json.ts';
import {
  beginStream,
  type ChatRequestBody,
  type ChatScript,
  ChatServer,
  say,
  sendJson,
} from './chat-server.ts';
import type { ModelEndpoint } from './endpoint.ts';
import { textOf } from './scripted-model.ts';

/** One answer. */
export interface RecordedAnswer {
  /** Number of the caller's turn, and of the tool results since: "2.1". */
  readonly turn: string;
  /** The caller's words in that turn. */
  readonly heard: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: string }[];
  /** Time to the first byte. */
  readonly first_ms: number;
}

/** The answers of one call. */
export interface RecordedCall {
  readonly scenario: string;
  readonly seed: number;
  readonly answers: RecordedAnswer[];
}

/** A server in place of the agent's language model. */
export interface StandIn {
  readonly url: string;
  /** Turns for which it had no answer. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** @param missing is added to while the server answers */
export const asStandIn = (server: ChatServer, missing: readonly string[] = []): StandIn => ({
  url: server.url,
  missing,
  close: () => server.close(),
});

/** Passes requests on to a model, and adds its complete answers to a recording. */
export async function startRecordingModel(
  endpoint: ModelEndpoint,
  answers: RecordedAnswer[],
): Promise<StandIn> {
  const server = await ChatServer.start(recording(endpoint, answers));
  return asStandIn(server);
}

/** Gives recorded answers, each as late as it came. */
export async function startReplayingModel(answers: readonly RecordedAnswer[]): Promise<StandIn> {
  const missing: string[] = [];
  const server = await ChatServer.start((exchange) => {
    const asked = placeOf(exchange.request.body.messages ?? []);
    const answer = answerTo(asked, answers);
    if (!answer) {
      missing.push(`turn ${asked.turn} ("${asked.heard}")`);
      sendJson(exchange.response, 400, {
        error: { message: `no answer was recorded for turn ${asked.turn}` },
      });
      return;
    }
    const calls = answer.calls.map((call, i) => ({ ...call, id: `call_${asked.turn}_${i}` }));
    return say(answer.text, { firstMs: answer.first_ms, calls })(exchange);
  });
  return asStandIn(server, missing);
}

type Messages = NonNullable<ChatRequestBody['messages']>;
type Asked = Pick<RecordedAnswer, 'turn' | 'heard'>;

/**
 * The last answer to the same words in the same turn; otherwise the last one in that turn, because words may be
 * recognised differently, and an agent also asks before the caller has finished.
 */
export function answerTo({ turn, heard }: Asked, answers: readonly RecordedAnswer[]): RecordedAnswer | null {
  const sameTurn = answers.filter((answer) => answer.turn === turn);
  const words = wordsOf(heard);
  return sameTurn.findLast((answer) => wordsOf(answer.heard) === words) ?? sameTurn.at(-1) ?? null;
}

/** The place of a request in its conversation. */
export function placeOf(messages: Messages): Asked {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const turns = messages.filter(({ role }) => role === 'user').length;
  const results = messages.slice(last + 1).filter(({ role }) => role === 'tool').length;
  return { turn: `${turns}.${results}`, heard: textOf(messages[last]?.content) };
}

const wordsOf = (text: string): string => scoringWords(text).join(' ');

function recording({ baseUrl, apiKey, model }: ModelEndpoint, answers: RecordedAnswer[]): ChatScript {
  return async ({ request: { body }, response, signal }) => {
    const askedMs = performance.now();
    const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ ...body, model }),
      signal,
    });
    if (!answer.ok || !answer.body || body.stream !== true) {
      sendJson(response, answer.status, jsonOf(await answer.text()) ?? {});
      return;
    }
    beginStream(response);
    let firstMs: number | null = null;
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of answer.body) {
      firstMs ??= performance.now() - askedMs;
      text += decoder.decode(part, { stream: true });
      response.write(part);
    }
    answers.push({ ...placeOf(body.messages ?? []), ...streamed(text), first_ms: Math.round(firstMs ?? 0) });
    response.end();
  };
}

/** Null for text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The text and the tool calls of a streamed answer. */
function streamed(events: string): Pick<RecordedAnswer, 'text' | 'calls'> {
  let text = '';
  const calls: { name: string; args: string }[] = [];
  for (const line of events.split('\n')) {
    const chunk = line.startsWith('data:') ? jsonOf(line.slice('data:'.length)) : null;
    const choice: unknown = isRecord(chunk) && Array.isArray(chunk.choices) ? chunk.choices[0] : null;
    if (!isRecord(choice) || !isRecord(choice.delta)) continue;
    const { content, tool_calls: parts } = choice.delta;
    if (typeof content === 'string') text += content;
    for (const part of Array.isArray(parts) ? parts : []) {
      const at = part.index ?? calls.length;
      calls[at] ??= { name: '', args: '' };
      calls[at].name += part.function?.name ?? '';
      calls[at].args += part.function?.arguments ?? '';
    }
  }
  return { text, calls: calls.filter(Boolean) };
}
