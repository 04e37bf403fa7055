import { JsonDepthError, MAX_JSON_DEPTH, parseJson } from '../../media/json.ts';
import { AgentError } from '../errors.ts';
import { MAX_TYPED_TURN_CHARS } from './limits.ts';

/** Base64 (RFC 4648, sections 4 and 5), padded or not. */
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** The contents of a client's JSON message; null for a field that is absent. */
export interface SocketMessage {
  readonly audio: Uint8Array | null;
  /** A typed turn, not empty. */
  readonly text: string | null;
}

/**
 * A text message of the agent socket: JSON with `audio` (base64), `text`, both or neither. Unknown fields are ignored;
 * null and the empty string count as absent, so either may be sent to keep the socket alive.
 * @throws AgentError 422
 */
export function parseSocketMessage(message: string): SocketMessage {
  let json: unknown;
  try {
    json = parseJson(message);
  } catch (error) {
    if (error instanceof JsonDepthError) {
      throw new AgentError('message_json_too_deep', { max: MAX_JSON_DEPTH });
    }
    throw new AgentError('message_json_invalid');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new AgentError('message_object_expected');
  }
  const { audio, text } = json as Record<string, unknown>;
  return { audio: readAudio(audio ?? ''), text: readText(text ?? '') };
}

function readAudio(audio: unknown): Uint8Array | null {
  if (typeof audio !== 'string' || !BASE64.test(audio)) {
    throw new AgentError('message_audio_malformed');
  }
  return audio === '' ? null : Buffer.from(audio, 'base64');
}

function readText(text: unknown): string | null {
  if (typeof text !== 'string') throw new AgentError('message_text_expected');
  if (text.length > MAX_TYPED_TURN_CHARS) {
    throw new AgentError('message_text_too_long', { max: MAX_TYPED_TURN_CHARS });
  }
  return text.trim() === '' ? null : text;
}
