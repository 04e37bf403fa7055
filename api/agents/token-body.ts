import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import { ApiError, unauthorized } from '../errors.ts';
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
    throw new ApiError(422, [{ loc: ['body'], msg: 'Must be a JSON object', type: 'dict_type' }]);
  }
  const fields = new FieldReader(raw, ['body']);
  const key = fields.text('api_key', { maxChars: MAX_CREDENTIAL_CHARS });
  const jwt = fields.text('jwt_token', { maxChars: MAX_CREDENTIAL_CHARS });
  const isWrong = fields.problems.length > 0;
  if (key === undefined && jwt === undefined && !isWrong) {
    fields.problem(
      'api_key',
      'Exactly one of api_key and jwt_token is required, and neither is there',
      'missing',
    );
  }
  if (key !== undefined && jwt !== undefined) {
    fields.problem(
      'jwt_token',
      'Exactly one of api_key and jwt_token may be there, and both are',
      'extra_forbidden',
    );
  }
  const roomName = fields.text('room_name', { maxChars: MAX_ROOM_NAME_CHARS, isLine: true });
  if (fields.problems.length > 0) throw new ApiError(422, fields.problems);
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
    throw unauthorized('The API key in the field api_key of the body is unknown or revoked');
  }
}
