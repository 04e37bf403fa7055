import type { FastifyInstance } from 'fastify';
import { leaveBodiesUnread } from '../common/form-routes.ts';
import { requireIdentity } from '../common/identity.ts';
import type { RestDeps } from '../deps.ts';
import { openAiModelRoutes } from './model-routes.ts';
import { openAiTranscriptionRoutes } from './transcription-routes.ts';
import { openAiVoiceRoutes } from './voice-routes.ts';

/** The routes under /v1, for OpenAI's clients. Their errors get their format where all errors do. */
export function openAiRoutes(app: FastifyInstance, deps: RestDeps): void {
  app.register(async (open) => openAiVoiceRoutes(open, deps), { prefix: '/v1' });
  app.register(
    async (v1) => {
      requireIdentity(v1, deps);
      openAiModelRoutes(v1, deps);
      v1.register(async (forms) => {
        leaveBodiesUnread(forms);
        openAiTranscriptionRoutes(forms, deps);
      });
    },
    { prefix: '/v1' },
  );
}
