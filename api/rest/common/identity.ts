import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator, Caller } from '../../credentials/authenticator.ts';
import { presentedText } from '../../credentials/presented-text.ts';
import type { CredentialInput } from '../../credentials/read-credentials.ts';
import { isScope, requireScope, type Scope } from '../../credentials/scopes.ts';
import { refusal } from '../../errors/api-error.ts';
import type { RestDeps } from '../deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null on routes that require no credentials. Read it with `identityOf`. */
    identity: Caller | null;
  }
}

/** OpenAPI security requirements. Any one of them is sufficient; each lists the scopes it needs. */
export type SecurityRequirements = readonly { readonly [scheme: string]: readonly string[] }[];

/**
 * Returns the four ways to send credentials, for the `security` of a route. Required scopes are declared only there.
 * @param scope `any` for a route that every valid credential may use
 */
export function secured(scope: Scope | 'any'): SecurityRequirements {
  const scopes = scope === 'any' ? [] : [scope];
  return [{ apiKey: scopes }, { bearer: scopes }, { apiKeyQuery: scopes }, { jwtQuery: scopes }];
}

/** The scope in requirements made by `secured`; undefined for none. */
export function scopeIn(security: SecurityRequirements): Scope | undefined {
  return security.flatMap((requirement) => Object.values(requirement).flat()).find(isScope);
}

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
 * Admits only callers with valid credentials to the routes registered here, and with the scope in their `security`. All
 * others get a 401 or 403 before anything else is done. Call it before routes are added.
 */
export function requireIdentity(
  app: FastifyInstance,
  { authenticator, backoff }: Pick<RestDeps, 'authenticator' | 'backoff'>,
): void {
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!schema?.security) throw new Error(`${method} ${url} does not say which scope it needs`);
  });
  app.addHook('onRequest', async (request) => {
    const input = credentialsOf(request);
    const caller = await backoff.guard(request.ip, presentedText(input), () =>
      authenticator.authenticate(input),
    );
    const scope = scopeIn(request.routeOptions.schema?.security ?? []);
    if (scope) requireScope(caller, scope);
    request.identity = caller;
  });
}

/** Admits only administrators to the routes of this scope, which must be inside one with `requireIdentity`. */
export function requireAdmin(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', async (request) => {
    if (!(await authenticator.isAdmin(identityOf(request)))) throw refusal('admin_required');
  });
}

/** The caller of a route in a scope with `requireIdentity`. */
export function identityOf(request: FastifyRequest): Caller {
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
