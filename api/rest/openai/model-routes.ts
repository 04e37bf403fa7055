import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { understandsAnything } from '../../../engine/setup.ts';
import { refusal } from '../../errors/api-error.ts';
import { models } from '../../openai/models.ts';
import { secured } from '../common/identity.ts';
import type { RestDeps } from '../deps.ts';
import { openAiErrors } from './schemas.ts';
import { OPENAI_TAG } from './speech-operation.ts';

const Model = Type.Object({
  id: Type.String(),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'Seconds since the epoch; always the same' }),
  owned_by: Type.String(),
});
const Path = Type.Object({ model: Type.String() });

/** Models as OpenAI's clients ask for them: `GET /v1/models` and `GET /v1/models/{model}`. */
export function openAiModelRoutes(app: FastifyInstance, { engine }: Pick<RestDeps, 'engine'>): void {
  const here = () => models(understandsAnything(engine.recogniser));

  app.get(
    '/models',
    {
      schema: {
        tags: [OPENAI_TAG],
        operationId: 'listModels',
        summary: 'List the models',
        description:
          'Accepted values of `model`; those for transcription are listed only if there is a recogniser.',
        security: secured('speak'),
        response: {
          200: Type.Object(
            { object: Type.Literal('list'), data: Type.Array(Model) },
            { description: 'The models' },
          ),
          ...openAiErrors(401, 403),
        },
      },
    },
    async () => ({ object: 'list', data: here() }),
  );

  app.get<{ Params: Static<typeof Path> }>(
    '/models/:model',
    {
      schema: {
        tags: [OPENAI_TAG],
        operationId: 'getModel',
        summary: 'Get a model',
        description: 'By its name.',
        security: secured('speak'),
        params: Path,
        response: { 200: { ...Model, description: 'The model' }, ...openAiErrors(401, 403, 404) },
      },
    },
    async (request) => {
      const known = here();
      const model = known.find(({ id }) => id === request.params.model);
      if (!model) {
        throw refusal('no_such_model', { values: { models: known.map(({ id }) => id).join(', ') } });
      }
      return model;
    },
  );
}
