import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AllowedHosts } from '../../http/allowed-hosts.ts';
import { Audit } from '../../observability/audit.ts';
import { answerFailures } from '../common/failures.ts';
import { requireIdentity } from '../common/identity.ts';
import { ErrorSchema } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { metricsRoutes } from './metrics.ts';
import { probeRoutes } from './probes.ts';

/** Builds the endpoints of a process that only holds room conversations: liveness, readiness and metrics. */
export function buildHealth(
  deps: Pick<RestDeps, 'log' | 'settings' | 'metrics' | 'authenticator' | 'backoff' | 'readiness'>,
): FastifyInstance {
  const { log, settings } = deps;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.decorateRequest('identity', null);
  answerFailures(app, log, new Audit(log));
  app.addSchema(ErrorSchema);
  const hosts = new AllowedHosts(settings);
  app.addHook('onRequest', async ({ headers }) => hosts.checkHost(headers.host));
  probeRoutes(app, deps);
  app.register(async (routes) => {
    if (!settings.metricsOpen) requireIdentity(routes, deps);
    metricsRoutes(routes, deps);
  });
  return app;
}
