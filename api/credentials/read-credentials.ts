import { refusal } from '../errors/api-error.ts';

/** The four places of a credential, as received. */
export interface CredentialInput {
  readonly xApiKey?: string | undefined;
  readonly authorization?: string | undefined;
  readonly apiKeyQuery?: string | undefined;
  readonly jwtQuery?: string | undefined;
}

export interface PresentedCredential {
  readonly kind: 'key' | 'jwt';
  readonly value: string;
  /** The place where it was found, worded for an error message. */
  readonly place: string;
}

/**
 * Returns the credential that counts: the first one present of x-api-key, authorization, api_key and jwt_token. An
 * empty value counts as absent, because clients send an unset key as `api_key=`.
 * @throws ApiError 401 when there is none or the authorization header is malformed
 */
export function presentedCredential(input: CredentialInput): PresentedCredential {
  const xApiKey = input.xApiKey?.trim();
  if (xApiKey) return { kind: 'key', value: xApiKey, place: 'header x-api-key' };
  const authorization = input.authorization?.trim();
  if (authorization) return parseAuthorization(authorization);
  const apiKeyQuery = input.apiKeyQuery?.trim();
  if (apiKeyQuery) return { kind: 'key', value: apiKeyQuery, place: 'query parameter api_key' };
  const jwtQuery = input.jwtQuery?.trim();
  if (jwtQuery) return { kind: 'jwt', value: jwtQuery, place: 'query parameter jwt_token' };
  throw refusal('credentials_missing');
}

const AUTHORIZATION = /^(?:bearer(?::[ \t]*|[ \t]+))?([^\s:,]+)$/i;
/** Three base64url parts, the first of which begins with `{"` (RFC 7515 section 3.1). */
const JWT = /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/;

/**
 * Parses an authorization header: `Bearer x` (RFC 6750), `Bearer: x` as one client sends it, or a bare token. The token
 * may be a JWT or an API key.
 * @throws ApiError 401 for anything else
 */
export function parseAuthorization(header: string): PresentedCredential {
  const value = AUTHORIZATION.exec(header.trim())?.[1];
  if (value === undefined || /^bearer$/i.test(value)) {
    throw refusal('authorization_malformed');
  }
  return { kind: JWT.test(value) ? 'jwt' : 'key', value, place: 'header authorization' };
}
