import { MAX_TYPED_TURN_CHARS } from './limits.ts';

/** Base64 (RFC 4648, sections 4 and 5), padded or not. */
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** What a client says in a JSON message; null for what is not there. */
export interface SocketMessage {
  readonly audio: Uint8Array | null;
  /** A typed turn, not empty. */
  readonly text: string | null;
}

/** A message that cannot be used. Written for who sent it; quotes nothing. */
export class MessageError extends Error {
  readonly status = 422;
}

/**
 * A text message of the agent socket: JSON with `audio` (base64), `text`, both or neither. Unknown fields are ignored;
 * null and an empty string are the same as nothing, so that both may be sent to keep the socket alive.
 * @throws MessageError
 */
export function parseSocketMessage(message: string): SocketMessage {
  let json: unknown;
  try {
    json = JSON.parse(message);
  } catch {
    throw new MessageError('A text message must be valid JSON, such as {"text": "..."} or {"audio": "..."}');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new MessageError('A text message must be a JSON object');
  }
  const { audio, text } = json as Record<string, unknown>;
  return { audio: readAudio(audio ?? ''), text: readText(text ?? '') };
}

function readAudio(audio: unknown): Uint8Array | null {
  if (typeof audio !== 'string' || !BASE64.test(audio)) {
    throw new MessageError('`audio` must be a string of base64');
  }
  return audio === '' ? null : Buffer.from(audio, 'base64');
}

function readText(text: unknown): string | null {
  if (typeof text !== 'string') throw new MessageError('`text` must be a string');
  if (text.length > MAX_TYPED_TURN_CHARS) {
    throw new MessageError(`\`text\` must have at most ${MAX_TYPED_TURN_CHARS} characters`);
  }
  return text.trim() === '' ? null : text;
}
