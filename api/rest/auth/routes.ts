import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { identityOf, SECURED } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';

const DEFAULT_EXPIRATION_SECONDS = 3600;

const Query = Type.Object({
  expiration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: DEFAULT_EXPIRATION_SECONDS,
      description: 'Lifetime of the JWT in seconds. One obtained with a JWT expires no later than that JWT.',
    }),
  ),
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
        description: 'For use where the API key must stay secret, such as in a browser. Send no body.',
        security: SECURED,
        querystring: Query,
        response: { 200: data(Token, 'The JWT'), ...errorResponses(401, 422) },
      },
    },
    async (request, reply) => {
      const { expiration = DEFAULT_EXPIRATION_SECONDS } = request.query;
      const jwt = await authenticator.issueToken(identityOf(request), expiration);
      reply.header('cache-control', 'no-store');
      return { data: { jwt_token: jwt } };
    },
  );
}
