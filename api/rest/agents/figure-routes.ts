import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Agents } from '../../agents/create-agents.ts';
import { STAGES, WITHIN_MS } from '../../agents/figures.ts';
import type { DayFigures } from '../../storage/agent-figures.ts';
import { DaysQuery, firstDay } from '../common/days.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';

const Path = Type.Object({ agent_id: Type.String() });

/** Sums that are returned as they are, with their meaning. */
const COUNTS = {
  conversations: 'Conversations that began on the day',
  failed: 'Those of them that an error ended',
  turns: 'Turns of callers',
  answers: 'Turns that were answered',
  interruptions: 'Answers that callers interrupted',
  cut_offs: 'Those of them that began before the turn of the caller was over',
  tool_calls: 'Calls of tools',
  tool_failures: 'Those of them that failed or took too long',
  characters: 'Characters spoken',
  audio_ms: 'Audio sent, in milliseconds',
  prompt_tokens: 'Tokens sent to the language model, if it counts them',
  completion_tokens: 'Tokens from the language model, if it counts them',
} as const;
type Count = keyof typeof COUNTS;

const FiguresSchema = Type.Object({
  day: Type.String({ format: 'date' }),
  version: Type.Integer({ description: 'Version of the agent when they began' }),
  ...(Object.fromEntries(
    Object.entries(COUNTS).map(([name, description]) => [name, Type.Integer({ description })]),
  ) as Record<Count, ReturnType<typeof Type.Integer>>),
  answered_within: Type.Record(Type.String(), Type.Integer(), {
    description: 'Answers that were heard within so many milliseconds of the end of the turn',
  }),
  mean_ms: Type.Record(Type.String(), Type.Integer(), {
    description: 'Average duration of each stage of a turn; stages without any are left out',
  }),
});

/** Routes for the figures of an agent's conversations. */
export function figureRoutes(app: FastifyInstance, { store }: Pick<Agents, 'store'>): void {
  app.get<{ Params: Static<typeof Path>; Querystring: DaysQuery }>(
    '/agents/:agent_id/figures',
    {
      schema: {
        tags: ['Agents'],
        operationId: 'getAgentFigures',
        summary: "Get figures of an agent's conversations",
        description:
          'By day and by version of the agent, the latest first. A conversation counts when it is over, whether or not ' +
          'its transcript is kept, for the agent that it began with.',
        security: secured('manage'),
        params: Path,
        querystring: DaysQuery,
        response: {
          200: data(Type.Object({ figures: Type.Array(FiguresSchema) }), 'The figures'),
          ...errorResponses(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const rows = await store.figures(ownerId, request.params.agent_id, firstDay(request.query));
      return { data: { figures: rows.map(figuresBody) } };
    },
  );
}

function figuresBody({ day, version, figures }: DayFigures): Static<typeof FiguresSchema> {
  const of = (name: string): number => figures[name] ?? 0;
  const counts = Object.fromEntries(Object.keys(COUNTS).map((name) => [name, of(name)]));
  const means = Object.keys(STAGES).flatMap((stage) => {
    const count = of(`${stage}_count`);
    return count === 0 ? [] : [[stage, Math.round(of(`${stage}_sum`) / count)]];
  });
  return {
    day,
    version,
    ...(counts as Record<Count, number>),
    answered_within: Object.fromEntries(WITHIN_MS.map((limit) => [limit, of(`within_${limit}`)])),
    mean_ms: Object.fromEntries(means),
  };
}
