import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { data } from '../common/schemas.ts';
import { VERSION } from '../docs/version.ts';

const Pong = Type.Object({
  message: Type.Literal('pong'),
  version: Type.String({ description: 'Version of the server' }),
});

export function pingRoutes(app: FastifyInstance): void {
  app.get(
    '/ping',
    {
      schema: {
        tags: ['Service'],
        operationId: 'ping',
        summary: 'Check whether the server is up',
        description: 'Needs no credentials and depends on no other service.',
        response: { 200: data(Pong, 'The server is up') },
      },
    },
    async () => ({ data: { message: 'pong', version: VERSION } }),
  );
}
