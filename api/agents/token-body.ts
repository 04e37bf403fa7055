import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import { ApiError, invalid, invalidFields, refusal } from '../errors/api-error.ts';
import { textField } from '../http/declared-fields.ts';
import { FieldReader, isObject, type RawFields } from '../http/fields.ts';

const MAX_ROOM_NAME_CHARS = 128;
const MAX_CREDENTIAL_CHARS = 8192;
const ONE_CREDENTIAL = { description: 'Exactly one of api_key and jwt_token is required' };

/** Fields of the token request that concern the token and not the conversation. */
export const TOKEN_FIELDS = {
  api_key: textField({ maxChars: MAX_CREDENTIAL_CHARS }, ONE_CREDENTIAL),
  jwt_token: textField({ maxChars: MAX_CREDENTIAL_CHARS }, ONE_CREDENTIAL),
  room_name: textField(
    { maxChars: MAX_ROOM_NAME_CHARS, isLine: true },
    { description: 'Default: a new room' },
  ),
};

export interface TokenBody {
  readonly raw: RawFields;
  readonly credential: { readonly kind: 'key' | 'jwt'; readonly value: string };
  /** Null for a new room. */
  readonly roomName: string | null;
}

/**
 * The part of a token request that concerns the token. An absent body is treated as an empty object.
 * @throws ApiError 422
 */
export function readTokenBody(body: unknown): TokenBody {
  const raw = body ?? {};
  if (!isObject(raw)) {
    throw invalid(['body'], 'json_object_expected');
  }
  const fields = new FieldReader(raw, ['body']);
  const key = TOKEN_FIELDS.api_key.read(fields, 'api_key');
  const jwt = TOKEN_FIELDS.jwt_token.read(fields, 'jwt_token');
  const isWrong = fields.problems.length > 0;
  if (key === undefined && jwt === undefined && !isWrong) {
    fields.problem('api_key', 'credential_missing');
  }
  if (key !== undefined && jwt !== undefined) {
    fields.problem('jwt_token', 'credential_twice');
  }
  const roomName = TOKEN_FIELDS.room_name.read(fields, 'room_name');
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  const credential =
    key !== undefined ? { kind: 'key' as const, value: key } : { kind: 'jwt' as const, value: jwt ?? '' };
  return { raw, credential, roomName: roomName ?? null };
}

/**
 * Returns the identity of the credential in the body, whose scope must allow conversations.
 * @throws ApiError 401, 403
 */
export async function identityInBody(
  authenticator: Pick<Authenticator, 'authorize'>,
  { kind, value }: TokenBody['credential'],
): Promise<Identity> {
  if (kind === 'jwt') return authenticator.authorize({ jwtQuery: value }, 'converse');
  try {
    return await authenticator.authorize({ apiKeyQuery: value }, 'converse');
  } catch (error) {
    // Its message would name a different location of the credential.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw refusal('api_key_in_body_refused');
  }
}
