import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { usageByDay } from '../../storage/usage.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const Query = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 366,
      default: DEFAULT_DAYS,
      description: 'Number of days, including today (UTC)',
    }),
  ),
});
const Day = Type.Object({
  day: Type.String({ format: 'date' }),
  characters: Type.Integer({ description: 'Characters spoken; a second of requested silence counts as one' }),
  audio_ms: Type.Integer({ description: 'Audio sent, in milliseconds' }),
  requests: Type.Integer({ description: 'Streams opened' }),
});

export function usageRoutes(app: FastifyInstance, { db, usage }: RestDeps): void {
  app.get<{ Querystring: Static<typeof Query> }>(
    '/usage',
    {
      schema: {
        tags: ['Usage'],
        operationId: 'getUsage',
        summary: 'Get usage by day',
        description: 'Total of all your API keys. Days without usage are omitted.',
        security: secured('manage'),
        querystring: Query,
        response: {
          200: data(Type.Object({ days: Type.Array(Day) }), 'Oldest day first'),
          ...errorResponses(401, 403, 422),
        },
      },
    },
    async (request) => {
      await usage.flush();
      const { days: back = DEFAULT_DAYS } = request.query;
      const from = new Date(Date.now() - (back - 1) * DAY_MS).toISOString().slice(0, 10);
      const days = await usageByDay(db, identityOf(request).ownerId, from);
      return {
        data: {
          days: days.map(({ day, characters, audioMs, requests }) => ({
            day,
            characters,
            audio_ms: audioMs,
            requests,
          })),
        },
      };
    },
  );
}
