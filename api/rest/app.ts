import swagger from '@fastify/swagger';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { corsHeaders, preflightHeaders } from '../cors.ts';
import type { Metrics } from '../metrics.ts';
import { agentRoutes } from './agents.ts';
import { assistedUploadRoutes, assistedVoiceRoutes } from './assisted-voices.ts';
import { authRoutes } from './auth.ts';
import { acceptEmptyBodies } from './bodies.ts';
import { consoleRoutes } from './console.ts';
import { demoRoutes } from './demo.ts';
import type { RestDeps } from './deps.ts';
import { docsRoutes } from './docs.ts';
import { answerFailures, sendFailure } from './failures.ts';
import { knowForms, leaveBodiesUnread } from './forms.ts';
import { requireIdentity } from './identity.ts';
import { ipaRoutes } from './ipa.ts';
import { knowMethods, refuseUnknown } from './methods.ts';
import { metricsRoutes } from './metrics.ts';
import { openAiRoutes } from './openai.ts';
import { OpenAiErrorSchema } from './openai-schemas.ts';
import { DOCUMENT_OPTIONS, openApiRoutes } from './openapi.ts';
import { pingRoutes } from './ping.ts';
import { pronunciationRoutes } from './pronunciations.ts';
import { restoreRoutes } from './restore.ts';
import { restoreFileRoutes } from './restore-files.ts';
import { restoreUploadRoutes } from './restore-uploads.ts';
import { ErrorSchema, ValidationErrorSchema, VoiceSchema } from './schemas.ts';
import { stressRoutes } from './stress.ts';
import { usageRoutes } from './usage.ts';
import { voiceUploadRoutes } from './voice-uploads.ts';
import { voiceRoutes } from './voices.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * All REST routes but the streaming ones, as an application that is ready after `await app.ready()`. It listens on
 * nothing by itself.
 */
export function buildRest(deps: RestDeps): FastifyInstance {
  const { log, settings, metrics, authenticator } = deps;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Answers are logged below, by route.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply, log),
    // Query parameters arrive as texts; unknown ones and unknown fields are ignored, not refused.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: 'array', useDefaults: true } },
  });
  app.decorateRequest('identity', null);
  knowForms(app);
  knowMethods(app);
  acceptEmptyBodies(app);
  answerFailures(app, log);
  observe(app, metrics);
  addCors(app, settings.corsOrigins);
  refuseUnknown(app);
  for (const schema of [ErrorSchema, ValidationErrorSchema, OpenAiErrorSchema, VoiceSchema]) {
    app.addSchema(schema);
  }
  app.register(swagger, DOCUMENT_OPTIONS);
  // Plugins load in order, so every route below is seen by the document above.
  app.register(async (open) => {
    pingRoutes(open);
    openApiRoutes(open);
    docsRoutes(open);
    demoRoutes(open, deps);
    consoleRoutes(open, deps);
    restoreFileRoutes(open, deps);
    if (settings.metricsOpen) metricsRoutes(open, deps);
  });
  app.register(async (closed) => {
    requireIdentity(closed, authenticator);
    authRoutes(closed, deps);
    voiceRoutes(closed, deps);
    assistedVoiceRoutes(closed, deps);
    agentRoutes(closed, deps);
    ipaRoutes(closed, deps);
    stressRoutes(closed);
    pronunciationRoutes(closed, deps);
    restoreRoutes(closed, deps);
    usageRoutes(closed, deps);
    if (!settings.metricsOpen) metricsRoutes(closed, deps);
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

/** Counts and logs every answer under its route, never under its path, which may hold anything. */
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

function addCors(app: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (isPreflight) return reply.code(204).headers(preflightHeaders(origin, allowed)).send();
    reply.headers(corsHeaders(origin, allowed));
  });
}
