import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { usageByDay } from '../../storage/usage.ts';
import { DaysQuery, firstDay } from '../common/days.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';

const Day = Type.Object({
  day: Type.String({ format: 'date' }),
  characters: Type.Integer({ description: 'Characters spoken; a second of requested silence counts as one' }),
  audio_ms: Type.Integer({ description: 'Audio sent, in milliseconds' }),
  requests: Type.Integer({ description: 'Streams opened' }),
});

export function usageRoutes(app: FastifyInstance, { db, usage }: RestDeps): void {
  app.get<{ Querystring: DaysQuery }>(
    '/usage',
    {
      schema: {
        tags: ['Usage'],
        operationId: 'getUsage',
        summary: 'Get usage by day',
        description: 'Total of all your API keys. Days without usage are omitted.',
        security: secured('manage'),
        querystring: DaysQuery,
        response: {
          200: data(Type.Object({ days: Type.Array(Day) }), 'Oldest day first'),
          ...errorResponses(401, 403, 422),
        },
      },
    },
    async (request) => {
      await usage.flush();
      const days = await usageByDay(db, identityOf(request).ownerId, firstDay(request.query));
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
