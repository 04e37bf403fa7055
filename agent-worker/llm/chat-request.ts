import { llm } from '@livekit/agents';
import type OpenAI from 'openai';
import { isJson } from './reader/events.ts';

type Message = OpenAI.Chat.ChatCompletionMessageParam;
type ToolContent = OpenAI.Chat.ChatCompletionToolMessageParam['content'];
type Tool = OpenAI.Chat.ChatCompletionFunctionTool;

/** A text with a lower confidence is more often wrong than right. */
const LEAST_CONFIDENCE = 0.7;
/** In the caller's message, since many models accept no further system message. */
const DOUBT =
  '(The speech recogniser is not sure of these words. Ask the caller to repeat or confirm what matters.)';

export interface ChatRequestOptions {
  readonly model: string;
  readonly chatCtx: llm.ChatContext;
  readonly toolCtx: llm.ToolContext | undefined;
  readonly toolChoice: llm.ToolChoice | undefined;
  readonly parallelToolCalls: boolean | undefined;
  /** Additional request fields, as passed by the framework. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** The request body of a streamed chat completion (without `stream_options`) for the conversation so far. */
export async function chatRequest(
  options: ChatRequestOptions,
): Promise<OpenAI.Chat.ChatCompletionCreateParamsStreaming> {
  const { model, chatCtx, toolCtx, toolChoice, parallelToolCalls, extra } = options;
  const tools = toolCtx ? toolsOf(toolCtx) : [];
  return {
    ...extra,
    model,
    messages: withDoubt(
      chatCtx,
      inTurns(
        ((await withoutBeginnings(chatCtx).toProviderFormat('openai')) as Message[])
          .map(acceptable)
          .filter(isSaying),
      ),
    ),
    ...(tools.length > 0 && {
      tools,
      ...(toolChoice !== undefined && { tool_choice: toolChoice }),
      ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
    }),
    stream: true,
  };
}

/**
 * Few endpoints other than OpenAI's know the developer role. Malformed tool arguments in one answer must not make the
 * endpoint reject every later request.
 */
function acceptable(message: Message): Message {
  if (message.role === 'developer') return { ...message, role: 'system' };
  if (message.role === 'tool') return { ...message, content: plainResult(message.content) };
  if (message.role !== 'assistant' || !message.tool_calls) return message;
  const calls = message.tool_calls.map((call) =>
    call.type === 'function' && !isJson(call.function.arguments)
      ? { ...call, function: { ...call.function, arguments: '{}' } }
      : call,
  );
  return { ...message, tool_calls: calls };
}

/** The framework writes the result of a tool as JSON. The model gets a text as it is. */
function plainResult(content: ToolContent): ToolContent {
  if (typeof content !== 'string' || !content.startsWith('"') || !isJson(content)) return content;
  return JSON.parse(content) as string;
}

/** An answer is empty if the caller heard none of it. Many endpoints reject empty messages. */
function isSaying(message: Message): boolean {
  if (message.role === 'tool') return true;
  if (message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 0) return true;
  return message.content !== '' && message.content !== undefined && message.content !== null;
}

/** Most callers who go on hear no more of the answer, and do not answer that. */
const BEGINNING_WORDS = 4;
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const countWords = (text: string): number =>
  [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length;

const TOO_EARLY = 'isTooEarly';

/** Marks an answer that the caller cut off because their turn was not over. */
export function markAsTooEarly(answer: llm.ChatMessage): void {
  answer.extra[TOO_EARLY] = true;
}

export const isTooEarly = (answer: llm.ChatMessage): boolean => answer.extra[TOO_EARLY] === true;

/** Without answers that were cut off at their beginning because the caller went on. */
function withoutBeginnings(chatCtx: llm.ChatContext): llm.ChatContext {
  const isFromCaller = (item: llm.ChatItem | undefined): boolean =>
    item?.type === 'message' && item.role === 'user';
  const isBeginning = (item: llm.ChatItem, i: number, items: readonly llm.ChatItem[]): boolean =>
    item.type === 'message' &&
    item.role === 'assistant' &&
    isTooEarly(item) &&
    countWords(item.textContent ?? '') <= BEGINNING_WORDS &&
    isFromCaller(items[i - 1]) &&
    isFromCaller(items[i + 1]);
  if (!chatCtx.items.some(isBeginning)) return chatCtx;
  const told = chatCtx.copy();
  told.items = told.items.filter((item, i, items) => !isBeginning(item, i, items));
  return told;
}

/**
 * Joins what the caller said in several parts into one turn, if nothing of an answer is left between them. The agent
 * answered too early, so the model is asked again with the whole turn.
 */
function inTurns(messages: readonly Message[]): Message[] {
  const turns: Message[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    const isGoingOn = message.role === 'user' && last?.role === 'user';
    if (isGoingOn && typeof message.content === 'string' && typeof last.content === 'string') {
      turns[turns.length - 1] = { ...last, content: `${last.content} ${message.content}` };
    } else turns.push(message);
  }
  return turns;
}

/** Tells the model that the caller's last words may be misrecognised. */
function withDoubt(chatCtx: llm.ChatContext, messages: readonly Message[]): Message[] {
  const said = chatCtx.items.findLast((item) => item.type === 'message' && item.role === 'user');
  const confidence = said?.type === 'message' ? said.transcriptConfidence : undefined;
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages[at];
  if (confidence === undefined || confidence >= LEAST_CONFIDENCE) return [...messages];
  if (last?.role !== 'user' || typeof last.content !== 'string') return [...messages];
  return messages.with(at, { ...last, content: `${last.content}\n${DOUBT}` });
}

function toolsOf(context: llm.ToolContext): Tool[] {
  const names = Object.keys(context.functionTools).sort();
  return names.flatMap((name) => {
    const tool = context.functionTools[name];
    if (!tool) return [];
    // Some endpoints reject a schema that names its dialect by URL.
    const { $schema: _, ...parameters } = llm.toJsonSchema(tool.parameters, true, false) as Record<
      string,
      unknown
    >;
    return [{ type: 'function' as const, function: { name, description: tool.description, parameters } }];
  });
}
