import { JsonDepthError, parseJson } from '../../media/json.ts';
import { invalid } from '../errors/api-error.ts';
import { tooDeep } from '../http/json-body.ts';
import { MAX_CONTEXT_ID_CHARS } from '../limits/sockets.ts';

export interface Frame {
  readonly text: string;
  readonly contextId: string | null;
}

/**
 * Parses a client's message: JSON `{"text", "context_id"?}`, or raw text. Anything that is not a JSON object is raw
 * text. Invalid JSON that begins like an object is rejected, since it is not meant to be read aloud.
 * @throws ApiError 422
 */
export function parseSpeakMessage(message: string): Frame {
  const begin = message.trimStart();
  if (!begin.startsWith('{')) return { text: message, contextId: null };
  let json: unknown;
  try {
    json = parseJson(message);
  } catch (error) {
    if (error instanceof JsonDepthError) throw tooDeep(['message']);
    if (!/^\{\s*"/.test(begin)) return { text: message, contextId: null };
    throw invalid(['message'], 'speak_message_json_invalid');
  }
  const { text, context_id: contextId } = json as Record<string, unknown>;
  if (typeof text !== 'string') {
    throw invalid(['message', 'text'], 'speak_message_text_missing');
  }
  if (contextId !== undefined && contextId !== null && typeof contextId !== 'string') {
    throw invalid(['message', 'context_id'], 'context_id_string_expected');
  }
  if (contextId && contextId.length > MAX_CONTEXT_ID_CHARS) {
    throw invalid(['message', 'context_id'], 'context_id_too_long', { max: MAX_CONTEXT_ID_CHARS });
  }
  return { text, contextId: contextId ?? null };
}
