import { isRecord } from '../../media/json.ts';

/** Upper bound of the text of one call's result for the model, in bytes of UTF-8. */
export const MAX_RESULT_BYTES = 16_384;
export const MAX_ERROR_BYTES = 1_024;
const MAX_LABEL_LENGTH = 100;
const MAX_URI_LENGTH = 1_000;

/** The result of a call, as the server sent it and without validation. */
export type CallResult = Readonly<Record<string, unknown>>;

/** Whether the server marks it as an error. */
export function isFailure({ isError }: CallResult): boolean {
  return isError === true;
}

/**
 * A tool's result as text for a model: text unchanged, other content replaced by its kind, structured content as JSON
 * if there is no text (MCP servers send both for clients that support only one). Accepts malformed results.
 */
export function resultText(result: CallResult): string {
  // Protocol version 2024-10-07 has `toolResult`.
  const { content, structuredContent = result.toolResult } = result;
  const all = Array.isArray(content) ? content : [content ?? ''];
  const parts = all.map(partText).filter((part) => part !== '');
  const hasText = all.some((part) => (isRecord(part) ? textOf(part) : part));
  if (structuredContent !== undefined && structuredContent !== null && !hasText) {
    parts.push(typeof structuredContent === 'string' ? structuredContent : JSON.stringify(structuredContent));
  }
  const text = parts.join('\n');
  if (isFailure(result)) return bounded(text || 'The tool failed, and did not say why.', MAX_ERROR_BYTES);
  return bounded(text || 'Done. The tool returned nothing.', MAX_RESULT_BYTES);
}

/**
 * Truncates text between whole characters, and appends a note that it was truncated.
 * @param maxBytes limit of what is kept
 */
export function bounded(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return `${bytes.toString('utf8', 0, end)}\n[Cut here: ${bytes.length - end} more bytes were left out.]`;
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return part === null || part === undefined ? '' : JSON.stringify(part);
  switch (part.type) {
    case 'text':
      return textOf(part);
    case 'image':
      return `[an image: ${label(part.mimeType)}]`;
    case 'audio':
      return `[a sound: ${label(part.mimeType)}]`;
    case 'resource_link':
      return `[a link: ${label(part.title ?? part.name)}${uri(part.uri)}]`;
    case 'resource': {
      const resource = isRecord(part.resource) ? part.resource : part;
      const name = `[a file: ${label(resource.mimeType ?? resource.name)}${uri(resource.uri)}]`;
      return 'text' in resource ? textOf(resource) : name;
    }
    default:
      return textOf(part) || `[${label(part.type)}: content that cannot be shown]`;
  }
}

function textOf({ text }: Readonly<Record<string, unknown>>): string {
  if (typeof text === 'string') return text;
  return text === undefined || text === null ? '' : JSON.stringify(text);
}

const label = (text: unknown) => (typeof text === 'string' ? text : 'unknown').slice(0, MAX_LABEL_LENGTH);

/** Other tools may need the URI. A long one contains data, and is useless when cut. */
const uri = (text: unknown) => (typeof text === 'string' && text.length <= MAX_URI_LENGTH ? `, ${text}` : '');
