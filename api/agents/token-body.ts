import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import { ApiError, invalid, invalidFields, refusal } from '../errors/api-error.ts';
import { FieldReader, isObject, type RawFields } from '../http/fields.ts';

export const MAX_ROOM_NAME_CHARS = 128;
const MAX_CREDENTIAL_CHARS = 8192;

/** Fields of the token request that are about the token and not about the conversation. */
export const TOKEN_FIELDS = ['api_key', 'jwt_token', 'room_name'] as const;

export interface TokenBody {
  readonly raw: RawFields;
  readonly credential: { readonly kind: 'key' | 'jwt'; readonly value: string };
  /** Null for a new room. */
  readonly roomName: string | null;
}

/**
 * The part of a token request that is about the token. An absent body is an empty object.
 * @throws ApiError 422
 */
export function readTokenBody(body: unknown): TokenBody {
  const raw = body ?? {};
  if (!isObject(raw)) {
    throw invalid(['body'], 'json_object_expected');
  }
  const fields = new FieldReader(raw, ['body']);
  const key = fields.text('api_key', { maxChars: MAX_CREDENTIAL_CHARS });
  const jwt = fields.text('jwt_token', { maxChars: MAX_CREDENTIAL_CHARS });
  const isWrong = fields.problems.length > 0;
  if (key === undefined && jwt === undefined && !isWrong) {
    fields.problem('api_key', 'credential_missing');
  }
  if (key !== undefined && jwt !== undefined) {
    fields.problem('jwt_token', 'credential_twice');
  }
  const roomName = fields.text('room_name', { maxChars: MAX_ROOM_NAME_CHARS, isLine: true });
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  const credential =
    key !== undefined ? { kind: 'key' as const, value: key } : { kind: 'jwt' as const, value: jwt ?? '' };
  return { raw, credential, roomName: roomName ?? null };
}

/** Whose the credential in the body is. @throws ApiError 401 */
export async function identityInBody(
  authenticator: Pick<Authenticator, 'authenticate'>,
  { kind, value }: TokenBody['credential'],
): Promise<Identity> {
  if (kind === 'jwt') return authenticator.authenticate({ jwtQuery: value });
  try {
    return await authenticator.authenticate({ apiKeyQuery: value });
  } catch (error) {
    // The words for it would name another place.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw refusal('api_key_in_body_refused');
  }
}
