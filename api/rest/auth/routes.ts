import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { RestDeps } from '../deps.ts';
import { identityOf, SECURED } from '../shared/identity.ts';
import { data, errorResponses } from '../shared/schemas.ts';

const DEFAULT_EXPIRATION_SECONDS = 3600;

const Query = Type.Object({
  expiration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: DEFAULT_EXPIRATION_SECONDS,
      description: 'Lifetime of the JWT in seconds. One made from a JWT expires no later than that.',
    }),
  ),
});
const Token = Type.Object({
  jwt_token: Type.String({ description: 'JWT, valid as long as its API key is' }),
});

export function authRoutes(app: FastifyInstance, { authenticator }: RestDeps): void {
  app.post<{ Querystring: Static<typeof Query> }>(
    '/sse/auth',
    {
      schema: {
        tags: ['Credentials'],
        operationId: 'createJwt',
        summary: 'Exchange credentials for a JWT',
        description: 'For places where the API key must not be seen, such as a browser. Send no body.',
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
