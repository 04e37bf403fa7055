import swagger from '@fastify/swagger';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { corsHeaders, preflightHeaders } from '../http/cors.ts';
import { MAX_JSON_BYTES } from '../limits/requests.ts';
import type { Audit } from '../observability/audit.ts';
import type { Metrics } from '../observability/metrics.ts';
import { agentRoutes } from './agents/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { transferRoutes } from './calls/transfer-routes.ts';
import { answerFailures, sendFailure } from './common/failures.ts';
import { leaveBodiesUnread } from './common/form-routes.ts';
import { requireAdmin, requireIdentity } from './common/identity.ts';
import { acceptEmptyBodies, takeIncomingBodies } from './common/json-bodies.ts';
import { knowMethods, refuseUnknown } from './common/methods.ts';
import { ErrorSchema, ValidationErrorSchema } from './common/schemas.ts';
import { buildSerializer } from './common/serializers.ts';
import { buildValidator } from './common/validators.ts';
import { consoleRoutes } from './console/routes.ts';
import { demoRoutes } from './demo/routes.ts';
import type { RestDeps } from './deps.ts';
import { DOCUMENT_OPTIONS, openApiRoutes } from './docs/openapi.ts';
import { docsRoutes } from './docs/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { modelRoutes } from './models/routes.ts';
import { metricsRoutes } from './monitoring/metrics.ts';
import { probeRoutes } from './monitoring/probes.ts';
import { openAiRoutes } from './openai/routes.ts';
import { OpenAiErrorSchema } from './openai/schemas.ts';
import { ipaRoutes } from './pronunciations/ipa-routes.ts';
import { pronunciationRoutes } from './pronunciations/routes.ts';
import { stressRoutes } from './pronunciations/stress-routes.ts';
import { restoreFileRoutes } from './restore/file-routes.ts';
import { restoreRoutes } from './restore/routes.ts';
import { restoreUploadRoutes } from './restore/upload-routes.ts';
import { textRoutes } from './text/routes.ts';
import { usageRoutes } from './usage/routes.ts';
import { assistedUploadRoutes, assistedVoiceRoutes } from './voices/assisted/routes.ts';
import { voiceRoutes } from './voices/routes.ts';
import { VoiceSchema } from './voices/schemas.ts';
import { voiceUploadRoutes } from './voices/upload-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/**
 * Builds the application with all REST routes except the streaming ones. It is ready after `await app.ready()`, and
 * does not listen by itself.
 */
export function buildRest(deps: RestDeps): FastifyInstance {
  const { log, settings, metrics, authenticator, audit } = deps;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Responses are logged below, by route.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply, log),
    // Unknown parameters and fields are ignored, not rejected.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: 'array', useDefaults: true } },
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
  });
  app.decorateRequest('identity', null);
  knowMethods(app);
  acceptEmptyBodies(app);
  takeIncomingBodies(app);
  answerFailures(app, log, audit);
  observe(app, metrics);
  noteDeletions(app, audit);
  addCors(app, settings.corsOrigins);
  refuseUnknown(app);
  for (const schema of [ErrorSchema, ValidationErrorSchema, OpenAiErrorSchema, VoiceSchema]) {
    app.addSchema(schema);
  }
  app.register(swagger, DOCUMENT_OPTIONS);
  // Plugins load in order, so the document above includes every route below.
  app.register(async (open) => {
    probeRoutes(open, deps);
    openApiRoutes(open);
    docsRoutes(open, deps);
    demoRoutes(open, deps);
    consoleRoutes(open, deps);
    restoreFileRoutes(open, deps);
    transferRoutes(open, deps);
    if (settings.metricsOpen) metricsRoutes(open, deps);
  });
  app.register(async (closed) => {
    requireIdentity(closed, deps);
    authRoutes(closed, deps);
    voiceRoutes(closed, deps);
    assistedVoiceRoutes(closed, deps);
    agentRoutes(closed, deps);
    callRoutes(closed, deps);
    ipaRoutes(closed, deps);
    stressRoutes(closed);
    textRoutes(closed, deps);
    pronunciationRoutes(closed, deps);
    restoreRoutes(closed, deps);
    usageRoutes(closed, deps);
    eventRoutes(closed, deps);
    webhookRoutes(closed, deps);
    if (!settings.metricsOpen) metricsRoutes(closed, deps);
    closed.register(async (administration) => {
      requireAdmin(administration, authenticator);
      modelRoutes(administration, deps);
      keyRoutes(administration, deps);
    });
    closed.register(async (forms) => {
      leaveBodiesUnread(forms);
      voiceUploadRoutes(forms, deps);
      assistedUploadRoutes(forms, deps);
      restoreUploadRoutes(forms, deps);
    });
  });
  openAiRoutes(app, deps);
  return app;
}

/** Counts and logs every response under its route, never under its path, which may contain private data. */
function observe(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const { method } = request;
    const elapsedMs = reply.elapsedTime;
    metrics.httpRequests.inc({ method, route, status: reply.statusCode });
    metrics.httpSeconds.observe({ method, route }, elapsedMs / 1000);
    request.log.debug({ method, route, status: reply.statusCode, elapsedMs }, 'request answered');
  });
}

/**
 * Logs every operation that deletes something, with the ids in its path. Words are omitted, because users write them.
 */
function noteDeletions(app: FastifyInstance, audit: Pick<Audit, 'deleted'>): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'DELETE' || reply.statusCode >= 300 || request.identity === null) return;
    const { url = 'unmatched' } = request.routeOptions;
    const parameters = Object.entries(request.params as Record<string, string>);
    const ids = parameters.filter(([name]) => name.endsWith('_id'));
    audit.deleted(`DELETE ${url}`, request.identity, Object.fromEntries(ids));
  });
}

function addCors(app: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (isPreflight) return reply.code(204).headers(preflightHeaders(origin, allowed)).send();
    reply.headers(corsHeaders(origin, allowed));
  });
}
