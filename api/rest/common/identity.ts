import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator, Identity } from '../../credentials/authenticator.ts';
import type { CredentialInput } from '../../credentials/read-credentials.ts';
import { refusal } from '../../errors/api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null on routes that require no credentials. Read it with `identityOf`. */
    identity: Identity | null;
  }
}

/** The four ways to send credentials, as OpenAPI security requirements: any one is sufficient. */
export const SECURED: readonly { readonly [scheme: string]: readonly string[] }[] = [
  { apiKey: [] },
  { bearer: [] },
  { apiKeyQuery: [] },
  { jwtQuery: [] },
];

export const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A JWT from POST /sse/auth, or an API key.',
  },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key', description: 'An API key.' },
  jwtQuery: { type: 'apiKey', in: 'query', name: 'jwt_token', description: 'A JWT from POST /sse/auth.' },
  fileToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token of a `file_url`, for that file alone.',
  },
} as const;

/**
 * Admits only callers with valid credentials to the routes of this scope; all others get a 401 before anything else.
 */
export function requireIdentity(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', async (request) => {
    request.identity = await authenticator.authenticate(credentialsOf(request));
  });
}

/** Admits only administrators to the routes of this scope, which lies within one with `requireIdentity`. */
export function requireAdmin(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', async (request) => {
    if (!(await authenticator.isAdmin(identityOf(request)))) throw refusal('admin_required');
  });
}

/** The caller of a route in a scope with `requireIdentity`. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Error('The route is outside the scope that asks for credentials');
  return request.identity;
}

/** The credentials of a request, however they were sent. */
export function credentialsOf({ headers, query }: FastifyRequest): CredentialInput {
  const parameters = (query ?? {}) as Record<string, unknown>;
  return {
    xApiKey: first(headers['x-api-key']),
    authorization: first(headers.authorization),
    apiKeyQuery: first(parameters.api_key),
    jwtQuery: first(parameters.jwt_token),
  };
}

/** The first value of a repeated header or parameter. */
function first(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : undefined;
}
