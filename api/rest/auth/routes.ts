import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { parseScopes, SCOPES, type Scope } from '../../credentials/scopes.ts';
import { invalid } from '../../errors/api-error.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';

const DEFAULT_EXPIRATION_SECONDS = 3600;

const scopeList = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10, description }));

const Query = Type.Object({
  expiration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: DEFAULT_EXPIRATION_SECONDS,
      description:
        'Lifetime of the JWT in seconds. It expires no later than the credential it is obtained with.',
    }),
  ),
  scope: scopeList(
    `What the JWT may be used for: ${SCOPES.join(', ')}; repeated, or separated by commas or spaces. At most what the ` +
      'credential it is obtained with may be used for. Default: all of that.',
  ),
  scopes: scopeList('Another name of `scope`.'),
});
const Token = Type.Object({
  jwt_token: Type.String({ description: 'JWT; it becomes invalid when its API key is revoked' }),
});

export function authRoutes(app: FastifyInstance, { authenticator }: RestDeps): void {
  app.post<{ Querystring: Static<typeof Query> }>(
    '/sse/auth',
    {
      schema: {
        tags: ['Credentials'],
        operationId: 'createJwt',
        summary: 'Exchange credentials for a JWT',
        description:
          'The JWT may do what the credential may do that it is obtained with, except administer the server, until it ' +
          'expires. For a browser, ask for less: `scope=speak`. Send no body.',
        security: secured('any'),
        querystring: Query,
        response: { 200: data(Token, 'The JWT'), ...errorResponses(401, 403, 422) },
      },
    },
    async (request, reply) => {
      const { expiration = DEFAULT_EXPIRATION_SECONDS, scope = [], scopes = [] } = request.query;
      const asked = askedScopes('scope', scope) ?? askedScopes('scopes', scopes);
      const jwt = await authenticator.issueToken(identityOf(request), expiration, asked);
      reply.header('cache-control', 'no-store');
      return { data: { jwt_token: jwt } };
    },
  );
}

/**
 * Returns null when no scopes were requested.
 * @throws ApiError 422
 */
function askedScopes(name: string, sent: readonly string[]): readonly Scope[] | null {
  const scopes = parseScopes(sent.join(','));
  if (scopes === null) throw invalid(['query', name], 'not_options', { options: SCOPES.join(', ') });
  return scopes.length > 0 ? scopes : null;
}
