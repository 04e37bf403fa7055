import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { SECURED } from '../common/identity.ts';
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
        ...(settings.metricsOpen ? {} : { security: SECURED }),
        response: {
          200: {
            description: 'Prometheus text format',
            content: { 'text/plain': { schema: Type.String() } },
          },
        },
      },
    },
    async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    },
  );
}
