import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { findOllama } from '../../models/ollama.ts';
import { secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import {
  ModelCardSchema,
  ModelPath,
  ModelSchema,
  ModelsQuery,
  modelBody,
  OllamaSchema,
  PullQuery,
} from './schemas.ts';

const MODEL_TAGS = ['Models'];
type Path = Static<typeof ModelPath>;

/** Listing, fetching and removing models, in a scope for administrators. */
export function modelRoutes(
  app: FastifyInstance,
  { models, settings }: Pick<RestDeps, 'models' | 'settings'>,
): void {
  app.get<{ Querystring: Static<typeof ModelsQuery> }>(
    '/models',
    {
      schema: {
        tags: MODEL_TAGS,
        operationId: 'listInstallableModels',
        summary: 'List models',
        description: 'Installed models first, then those that can be fetched. Only for administrators.',
        security: secured('manage'),
        querystring: ModelsQuery,
        response: {
          200: data(
            Type.Object({ models: Type.Array(ModelSchema), ollama: Type.Optional(OllamaSchema) }),
            'The models that match',
          ),
          ...errorResponses(401, 403, 422),
        },
      },
    },
    async (request) => {
      const { search: query, lang_code: language } = request.query;
      const found = await models.list({ ...(query && { query }), ...(language && { language }) });
      const ollama = settings.llmBaseUrl === null ? await findOllama() : null;
      return {
        data: {
          models: found.map(modelBody),
          ...(ollama && { ollama: { base_url: ollama.baseUrl, models: [...ollama.models] } }),
        },
      };
    },
  );

  app.get<{ Params: Path }>(
    '/models/:model_id',
    {
      schema: {
        tags: MODEL_TAGS,
        operationId: 'getInstallableModel',
        summary: 'Get a model and the progress of its download',
        description: 'Only for administrators.',
        security: secured('manage'),
        params: ModelPath,
        response: {
          200: data(Type.Object({ model: ModelSchema }), 'The model'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => ({ data: { model: modelBody(await models.read(request.params.model_id)) } }),
  );

  app.get<{ Params: Path }>(
    '/models/:model_id/card',
    {
      schema: {
        tags: MODEL_TAGS,
        operationId: 'getModelCard',
        summary: 'Get the card of a model, with its licence',
        description:
          'The card that was accepted, or else the one on the hub. Of a model without a card, its licence alone. Only ' +
          'for administrators.',
        security: secured('manage'),
        params: ModelPath,
        response: {
          200: data(ModelCardSchema, 'The licence, and the card if there is one'),
          ...errorResponses(401, 403, 404, 503),
        },
      },
    },
    async (request) => {
      const { model_id: id } = request.params;
      const { model } = await models.read(id);
      const card = await models.card(id);
      return { data: { license: card?.license ?? model.license, card: card?.text ?? '' } };
    },
  );

  app.post<{ Params: Path; Querystring: Static<typeof PullQuery> }>(
    '/models/:model_id',
    {
      schema: {
        tags: MODEL_TAGS,
        operationId: 'installModel',
        summary: 'Fetch a model',
        description:
          'Answers when the download has begun; GET /models/{model_id} tells its progress. A voice can be used as soon ' +
          'as it is installed. Only for administrators.',
        security: secured('manage'),
        params: ModelPath,
        querystring: PullQuery,
        response: {
          200: data(Type.Object({ model: ModelSchema }), 'The model, installed or on its way'),
          ...errorResponses(401, 403, 404, 409, 422, 503),
        },
      },
    },
    async (request) => {
      const isAccepted = request.query.accept_license ?? false;
      return { data: { model: modelBody(await models.pull(request.params.model_id, isAccepted)) } };
    },
  );

  app.delete<{ Params: Path }>(
    '/models/:model_id',
    {
      schema: {
        tags: MODEL_TAGS,
        operationId: 'deleteModel',
        summary: 'Remove a model, or end its download',
        description: 'Its voices are gone at once. Only for administrators.',
        security: secured('manage'),
        params: ModelPath,
        response: {
          200: data(
            Type.Object({ model_id: Type.String(), removed: Type.Boolean() }),
            'It is not installed now',
          ),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { model_id: id } = request.params;
      const { model } = await models.read(id);
      return { data: { model_id: model.id, removed: await models.remove(id) } };
    },
  );
}
