import type { RefusalDefinition } from './refusal.ts';

/** The challenge that RFC 9110 section 11.6.1 requires. */
const BEARER = { 'www-authenticate': 'Bearer' } as const;
/** Demo tokens are sent in a header of their own. */
const DEMO_TOKEN = { 'www-authenticate': 'X-Demo-Token' } as const;

/** The caller is unknown, or lacks a permission. */
export const CREDENTIAL_REFUSALS = {
  credentials_missing: {
    status: 401,
    headers: BEARER,
    text:
      'Credentials are missing: send an API key in the header x-api-key or the query parameter api_key, or a JWT as ' +
      '"authorization: Bearer <jwt>" or in the query parameter jwt_token',
  },
  authorization_malformed: {
    status: 401,
    headers: BEARER,
    text: 'The authorization header must be "Bearer <jwt>", "Bearer <api key>" or the token alone',
  },
  api_key_unknown: {
    status: 401,
    headers: BEARER,
    text: ({ place }: { place: string }) => `The API key in the ${place} is unknown`,
    remedy: 'Send a key of this server. The first place that holds a credential decides.',
  },
  api_key_revoked: {
    status: 401,
    headers: BEARER,
    text: ({ place }: { place: string }) => `The API key in the ${place} is revoked`,
  },
  api_key_expired: {
    status: 401,
    headers: BEARER,
    text: ({ place }: { place: string }) => `The API key in the ${place} has expired`,
  },
  api_key_in_body_refused: {
    status: 401,
    headers: BEARER,
    text: 'The API key in the field api_key of the body is unknown, expired or revoked',
  },
  jwt_key_revoked: {
    status: 401,
    headers: BEARER,
    text: 'The API key from which the JWT was issued is revoked',
    remedy: 'Exchange another key for a JWT.',
  },
  jwt_expired: {
    status: 401,
    headers: BEARER,
    text: 'The JWT has expired',
    remedy: 'Exchange the API key for a new JWT.',
  },
  jwt_invalid: {
    status: 401,
    headers: BEARER,
    text: 'The JWT is invalid',
    remedy: 'Use a JWT that this server issued, unchanged.',
  },
  link_credentials_gone: {
    status: 401,
    headers: BEARER,
    text: ({ link }: { link: string }) =>
      `The credentials with which the ${link} was created are revoked or have expired`,
  },
  link_for_another_target: {
    status: 401,
    headers: BEARER,
    text: ({ link, target }: { link: string; target: string }) =>
      `The ${link} was created for another ${target}`,
  },
  link_expired: {
    status: 401,
    headers: BEARER,
    text: ({ link, renewal }: { link: string; renewal: string | null }) =>
      `The ${link} has expired${renewal ? `; ${renewal}` : ''}`,
  },
  link_used: {
    status: 401,
    headers: BEARER,
    text: ({ link }: { link: string }) => `The ${link} has been used; it is good for one use`,
  },
  link_invalid: {
    status: 401,
    headers: BEARER,
    text: ({ link }: { link: string }) => `The token of the ${link} is invalid`,
  },
  demo_token_missing: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'A demo token is required in X-Demo-Token: get one with POST /demo/session',
  },
  demo_token_invalid: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token is invalid',
    remedy: 'Start a new session of the demo.',
  },
  demo_token_of_another_address: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token was issued for another address: get one with POST /demo/session',
  },
  demo_token_expired: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token has expired: get another with POST /demo/session',
  },
  demo_token_used_up: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token is used up: get another with POST /demo/session',
  },
} as const satisfies Record<string, RefusalDefinition>;
