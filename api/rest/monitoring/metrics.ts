import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { secured } from '../common/identity.ts';
import { errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';

export function metricsRoutes(
  app: FastifyInstance,
  { metrics, settings }: Pick<RestDeps, 'metrics' | 'settings'>,
): void {
  const { registry } = metrics;
  app.get(
    '/metrics',
    {
      schema: {
        tags: ['Service'],
        operationId: 'getMetrics',
        summary: 'Metrics in the Prometheus text format',
        description: 'Without credentials when METRICS_OPEN is true.',
        ...(settings.metricsOpen ? {} : { security: secured('manage') }),
        response: {
          200: {
            description: 'Prometheus text format',
            content: { 'text/plain': { schema: Type.String() } },
          },
          ...(settings.metricsOpen ? {} : errorResponses(401, 403)),
        },
      },
    },
    async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    },
  );
}
