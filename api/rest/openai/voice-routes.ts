import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { familyOf } from '../../../engine/setup.ts';
import { presentedText } from '../../credentials/presented-text.ts';
import { requireScope } from '../../credentials/scopes.ts';
import { SPEECH_MODELS } from '../../openai/models.ts';
import { KNOWN_VOICES, nameElsewhere } from '../../openai/voice-choice.ts';
import { Voices } from '../../voices/voices.ts';
import { credentialsOf } from '../common/identity.ts';
import type { RestDeps } from '../deps.ts';
import { openAiErrors } from './schemas.ts';
import { OPENAI_TAG } from './speech-operation.ts';

const Listed = Type.Object({
  id: Type.String({ description: 'What `voice` takes' }),
  name: Type.String(),
});
const WITHOUT_CREDENTIALS =
  'Some clients ask without credentials: they are told what every server has, and credentials that are sent count.';

/**
 * The lists from which clients of other servers with this interface let their users choose: `GET /v1/audio/voices` and
 * `GET /v1/audio/models`.
 */
export function openAiVoiceRoutes(app: FastifyInstance, deps: RestDeps): void {
  const { authenticator, backoff, engine } = deps;
  const voices = new Voices(deps);

  /** The owner whose credentials were sent; null for none. @throws ApiError 401, 403 */
  async function ownerOf(request: FastifyRequest): Promise<string | null> {
    const input = credentialsOf(request);
    if (Object.values(input).every((one) => !one)) return null;
    const caller = await backoff.guard(request.ip, presentedText(input), () =>
      authenticator.authenticate(input),
    );
    requireScope(caller, 'speak');
    return caller.ownerId;
  }

  app.get(
    '/audio/voices',
    {
      schema: {
        tags: [OPENAI_TAG],
        operationId: 'listSpeechVoices',
        summary: 'List the voices as clients of Kokoro-FastAPI expect it',
        description:
          "OpenAI's names, then Kokoro's voices; with credentials all other voices, and your own. " +
          WITHOUT_CREDENTIALS,
        response: {
          200: Type.Object({ voices: Type.Array(Listed) }, { description: 'The voices' }),
          ...openAiErrors(401, 403),
        },
      },
    },
    async (request) => {
      const ownerId = await ownerOf(request);
      const known = Object.keys(KNOWN_VOICES).map((name) => ({ id: name, name }));
      const all =
        ownerId === null
          ? engine.voices().filter((voice) => familyOf(voice).isKnownElsewhere)
          : (await voices.list(ownerId)).map(({ voice }) => voice);
      return { voices: [...known, ...all.map(({ id, name }) => ({ id: nameElsewhere(id), name }))] };
    },
  );

  app.get(
    '/audio/models',
    {
      schema: {
        tags: [OPENAI_TAG],
        operationId: 'listSpeechModels',
        summary: 'List the models of speech as Open WebUI expects it',
        description: `Accepted values of \`model\` in speech requests. ${WITHOUT_CREDENTIALS}`,
        response: {
          200: Type.Object(
            { models: Type.Array(Type.Object({ id: Type.String() })) },
            { description: 'The models' },
          ),
          ...openAiErrors(401, 403),
        },
      },
    },
    async (request) => {
      await ownerOf(request);
      return { models: SPEECH_MODELS.map((id) => ({ id })) };
    },
  );
}
