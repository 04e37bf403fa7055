import { parseJson } from '../../../media/json.ts';
import { LlmFailure } from '../llm-failure.ts';

/**
 * Largest event of a stream, or whole answer, in characters: the longest tool arguments with every character escaped,
 * and more.
 */
const MAX_EVENT_CHARS = 1 << 20;
/** Largest answer in total, in characters. */
const MAX_ANSWER_BYTES = 32 << 20;

/** A piece of a tool call; pieces with the same index belong together. */
export interface CallPiece {
  readonly index: number | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly args: string;
}

/** One event of an endpoint's answer. */
export interface ChatEvent {
  readonly id: string | null;
  readonly text: string;
  /** Number of characters of reasoning that arrived in separate fields. */
  readonly reasoningChars: number;
  readonly calls: readonly CallPiece[];
  /** The finish reason. Some endpoints send one with every piece. */
  readonly finish: 'complete' | 'withheld' | 'failed' | null;
  /** The stream is over. */
  readonly done: boolean;
  readonly usage: { readonly prompt: number; readonly completion: number } | null;
}

const NOTHING: ChatEvent = {
  id: null,
  text: '',
  reasoningChars: 0,
  calls: [],
  finish: null,
  done: false,
  usage: null,
};

/**
 * Reads the response to a chat completion: server-sent events with one `chat.completion.chunk` each, or a single
 * `chat.completion` from an endpoint that does not stream. The first character decides between them, since content
 * types are unreliable. Events without content are skipped.
 * @throws LlmFailure when the response is anything else, too large, or an error
 */
export async function* readChatEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ChatEvent, void> {
  const decoder = new TextDecoder();
  const lines = new Lines();
  const whole: string[] = [];
  let kind: 'unknown' | 'events' | 'whole' = 'unknown';
  let data: string[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw tooLarge();
    const text = decoder.decode(chunk, { stream: true });
    if (kind === 'unknown') kind = kindOf(text);
    if (kind === 'whole') {
      if (bytes > MAX_EVENT_CHARS) throw tooLarge();
      whole.push(text);
    } else if (kind === 'events') {
      for (const line of lines.push(text)) {
        if (line !== '') addData(line, data);
        else if (data.length > 0) {
          const event = data;
          data = [];
          yield* eventsOf(event);
        }
      }
    }
  }
  // The last event may lack the blank line that should follow it.
  if (kind === 'events') {
    for (const line of lines.end()) addData(line, data);
    yield* eventsOf(data);
  }
  if (kind === 'whole') yield { ...chatEvent(parsed(whole.join(''))), done: true };
}

/** Splits text that arrives in chunks into lines. Takes linear time even for endless lines in small chunks. */
class Lines {
  #pieces: string[] = [];
  #chars = 0;

  push(text: string): string[] {
    const parts = text.split('\n');
    const lines: string[] = [];
    for (const [i, part] of parts.entries()) {
      this.#pieces.push(part);
      this.#chars += part.length;
      if (this.#chars > MAX_EVENT_CHARS) throw tooLarge();
      if (i < parts.length - 1) lines.push(...this.end());
    }
    return lines;
  }

  end(): string[] {
    const line = this.#pieces.join('');
    this.#pieces = [];
    this.#chars = 0;
    return [line.endsWith('\r') ? line.slice(0, -1) : line];
  }
}

function kindOf(text: string): 'unknown' | 'events' | 'whole' {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start === '') return 'unknown';
  if (start.startsWith('{')) return 'whole';
  if (start.startsWith('<')) throw notChat();
  return 'events';
}

function addData(line: string, data: string[]): void {
  const match = /^\ufeff?data:[ ]?/.exec(line);
  if (!match) return;
  data.push(line.slice(match[0].length));
  if (data.length > 1 && data.reduce((sum, part) => sum + part.length, 0) > MAX_EVENT_CHARS) throw tooLarge();
}

/** One event contains one object, on one line or on several. A missing blank line between events is tolerated. */
function* eventsOf(data: readonly string[]): Generator<ChatEvent> {
  if (data.length === 0) return;
  const joined = data.join('\n').trim();
  if (data.length > 1 && !isJson(joined)) {
    for (const line of data) yield* eventsOf([line]);
  } else if (joined.startsWith('[DONE]')) {
    yield { ...NOTHING, done: true };
  } else if (joined !== '') {
    yield chatEvent(parsed(joined));
  }
}

/** Whether a text is exactly one JSON value. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw notChat();
  }
}

/** Why an answer ended early. Unknown reasons count as a normal end. */
const WITHHELD = /filter|safety|sensitive|recitation|prohibit|blocklist|spii|refus|moderat/i;
const FAILED = /error|fail|abort|cancel|malformed|insufficient|overload|unavailable|interrupt/i;
const NO_REASON = /^(?:null|none|)$/i;
/** Names of fields that hold reasoning: `reasoning_content`, `reasoning`, `thinking`, `thinking_blocks` … */
const REASONING_FIELD = /reason|think|thought/i;

/** Reads a chunk or a whole completion; malformed fields are treated as absent. */
function chatEvent(value: unknown): ChatEvent {
  const chunk = fieldsOf(value);
  if (isError(chunk.error) || chunk.object === 'error' || chunk.type === 'error') {
    throw LlmFailure.passing('the endpoint reported an error in its answer');
  }
  const choices = listOf(chunk.choices).map(fieldsOf);
  const choice = choices.find(({ index }) => index === 0) ?? choices[0] ?? {};
  const streamed = fieldsOf(choice.delta);
  const delta = Object.keys(streamed).length > 0 ? streamed : fieldsOf(choice.message);
  const usage = fieldsOf(chunk.usage);
  return {
    id: stringOf(chunk.id),
    text: textOf(delta.content) || textOf(delta.refusal) || textOf(choice.text),
    reasoningChars: reasoningChars(delta),
    calls: callPieces(delta),
    finish: isError(choice.error) ? 'failed' : finishOf(choice.finish_reason),
    done: false,
    usage:
      chunk.usage === undefined || chunk.usage === null
        ? null
        : { prompt: countOf(usage.prompt_tokens), completion: countOf(usage.completion_tokens) },
  };
}

function isError(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

function finishOf(reason: unknown): ChatEvent['finish'] {
  if (typeof reason !== 'string' || NO_REASON.test(reason)) return null;
  if (WITHHELD.test(reason)) return 'withheld';
  return FAILED.test(reason) ? 'failed' : 'complete';
}

function reasoningChars(delta: Readonly<Record<string, unknown>>): number {
  return Object.entries(delta)
    .filter(([name, value]) => REASONING_FIELD.test(name) && value !== null && value !== '')
    .reduce(
      (sum, [, value]) => sum + (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length,
      0,
    );
}

function callPieces({
  tool_calls: calls,
  function_call: legacy,
}: Readonly<Record<string, unknown>>): CallPiece[] {
  const pieces = listOf(calls).map(callPiece);
  return typeof legacy === 'object' && legacy !== null
    ? [...pieces, callPiece({ function: legacy })]
    : pieces;
}

function callPiece(value: unknown): CallPiece {
  const call = fieldsOf(value);
  const { name, arguments: args } = fieldsOf(call.function ?? call);
  return {
    index: typeof call.index === 'number' ? call.index : null,
    id: stringOf(call.id),
    name: stringOf(name),
    // Some endpoints send the arguments as an object instead of a JSON string.
    args: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
  };
}

/** Returns a text, or the text parts of a list of parts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .map((part) => {
      if (typeof part === 'string') return part;
      const { type, text } = fieldsOf(part);
      const isText = type === undefined || type === 'text' || type === 'output_text';
      return isText ? (stringOf(text) ?? '') : '';
    })
    .join('');
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function notChat(): LlmFailure {
  return new LlmFailure('the endpoint returned something other than a chat completion');
}

function tooLarge(): LlmFailure {
  return new LlmFailure('the answer is too large');
}
