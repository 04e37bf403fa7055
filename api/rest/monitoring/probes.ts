import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { refusal } from '../../errors/api-error.ts';
import { VERSION } from '../../observability/version.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';

const Pong = Type.Object({
  message: Type.Literal('pong'),
  version: Type.String({ description: 'Version of the server' }),
});
const Live = Type.Object({ message: Type.Literal('live') });
const Ready = Type.Object({ message: Type.Literal('ready') });

/**
 * Routes that report whether the server is up, alive and ready. They need no credentials and query no other service.
 */
export function probeRoutes(app: FastifyInstance, { readiness }: Pick<RestDeps, 'readiness'>): void {
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
  app.get(
    '/livez',
    {
      schema: {
        tags: ['Service'],
        operationId: 'getLiveness',
        summary: 'Liveness: whether the process should go on running',
        description: 'Answers 200 as long as the process answers at all. Needs no credentials.',
        response: { 200: data(Live, 'The process is alive') },
      },
    },
    async () => ({ data: { message: 'live' } }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        tags: ['Service'],
        operationId: 'getReadiness',
        summary: 'Readiness: whether new clients should be sent here',
        description:
          'Answers 503 while the server is starting, draining before it stops, or overloaded. Needs no credentials.',
        response: { 200: data(Ready, 'New clients are welcome'), ...errorResponses(503) },
      },
    },
    async () => {
      const { reason } = readiness;
      if (reason !== null) throw refusal('not_ready', { values: { reason } });
      return { data: { message: 'ready' } };
    },
  );
}
