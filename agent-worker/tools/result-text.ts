import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';

/** Limit of what a model is told of one call, in bytes of UTF-8. */
const MAX_RESULT_BYTES = 16_384;
export const MAX_ERROR_BYTES = 1_024;
const MAX_LABEL_LENGTH = 100;

/**
 * A tool's result as text for a model: text unchanged, other content named in a word, structured content as JSON if
 * there is no text (MCP servers send both for clients that support only one).
 */
export function resultText({ content, structuredContent, isError }: CallToolResult): string {
  const parts = content.map(partText).filter((part) => part !== '');
  const hasText = content.some((part) => part.type === 'text' && part.text !== '');
  if (structuredContent !== undefined && !hasText) parts.push(JSON.stringify(structuredContent));
  const text = parts.join('\n');
  if (isError) return bounded(text || 'The tool failed, and did not say why.', MAX_ERROR_BYTES);
  return bounded(text || 'Done. The tool returned nothing.', MAX_RESULT_BYTES);
}

/** Cuts between whole characters, and says that it was cut. @param maxBytes limit of what is kept */
export function bounded(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return `${bytes.toString('utf8', 0, end)}\n[Cut here: ${bytes.length - end} more bytes were left out.]`;
}

function partText(part: ContentBlock): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return `[an image: ${label(part.mimeType)}]`;
    case 'audio':
      return `[a sound: ${label(part.mimeType)}]`;
    case 'resource_link':
      return `[a link: ${label(part.title ?? part.name)}]`;
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[a file: ${label(part.resource.mimeType)}]`;
  }
}

const label = (text: string | undefined) => (text ?? 'unknown').slice(0, MAX_LABEL_LENGTH);
