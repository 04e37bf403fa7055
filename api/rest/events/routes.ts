import { PassThrough } from 'node:stream';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { EVENT_TYPES, type EventBody } from '../../events/event-types.ts';
import { choice } from '../../http/declared-fields.ts';
import { ConcurrencyLimit } from '../../limits/concurrency.ts';
import { orThrow } from '../../limits/slots.ts';
import { eventSchema } from '../common/events.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import { acceptsEvents, KEEP_ALIVE_MS } from '../common/server-sent-events.ts';
import type { RestDeps } from '../deps.ts';
import { EventSchema } from './schemas.ts';

const DEFAULT_EVENTS = 50;
const MAX_EVENTS = 200;
/** Each stream asks the database once a second. */
const STREAMS = { total: 100, perOwner: 10, what: 'streams of events', retryAfterSeconds: 10 };
/** A client that does not read this much of its stream is disconnected. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

const ORDERS = ['asc', 'desc'] as const;
type Order = (typeof ORDERS)[number];

const Query = Type.Object({
  agent_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only events of this agent' })),
  type: Type.Optional(choice(EVENT_TYPES, { description: 'Only events of this type' })),
  after: Type.Optional(
    Type.String({ maxLength: 100, description: 'Id of the last event that is known, as `Last-Event-ID`' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EVENTS, default: DEFAULT_EVENTS })),
  order: Type.Optional(choice(ORDERS, { description: 'Oldest first (`asc`, the default) or newest first' })),
});

/** Events of the owner: a list of stored ones, or a stream of new ones. */
export function eventRoutes(
  app: FastifyInstance,
  { events, webhooks, authenticator }: Pick<RestDeps, 'events' | 'webhooks' | 'authenticator'>,
): void {
  const streams = new ConcurrencyLimit(STREAMS);
  app.get<{ Querystring: Static<typeof Query> }>(
    '/events',
    {
      schema: {
        tags: ['Events'],
        operationId: 'listEvents',
        summary: 'List events, or follow them',
        description:
          'Events of the last seven days. With `Accept: text/event-stream` the answer is a stream of the ' +
          'events from now on, or of those after `Last-Event-ID`; `limit` and `order` do not apply to it.',
        security: secured('manage'),
        querystring: Query,
        response: {
          200: {
            description: 'The events',
            content: {
              'application/json': {
                schema: data(Type.Object({ events: Type.Array(EventSchema) }), 'The events'),
              },
              'text/event-stream': { schema: eventSchema(EventSchema, 'The type of the event') },
            },
          },
          ...errorResponses(401, 403, 404, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request);
      const { ownerId } = identity;
      const { agent_id: agentId = null, type, limit = DEFAULT_EVENTS, after = null } = request.query;
      const of = { ownerId, agentId, type };
      await webhooks.checkAgent(ownerId, agentId);
      reply.header('cache-control', 'no-store').header('vary', 'accept');
      if (!acceptsEvents(request.headers.accept)) {
        const { order = 'asc' } = request.query;
        return {
          data: {
            events: await events.list(of, { after: await placeOf(ownerId, after, order), limit, order }),
          },
        };
      }
      const slot = orThrow(streams.enter(ownerId));
      const last = [request.headers['last-event-id']].flat()[0] ?? after;
      const stream = new PassThrough();
      stream.once('close', () => slot.release());
      const followed = events.follow(of, await events.positionOf(ownerId, last));
      void pour(followed, stream, () => authenticator.isStillValid(identity));
      return reply.header('content-type', 'text/event-stream; charset=utf-8').send(stream);
    },
  );

  /** Where a page begins: after a known event, or at the end of the list. */
  async function placeOf(ownerId: string, after: string | null, order: Order): Promise<number> {
    if (after !== null) return events.positionOf(ownerId, after);
    return order === 'asc' ? 0 : (await events.positionOf(ownerId, null)) + 1;
  }
}

/** Writes events into a stream until its client has left, or its credentials are no longer valid. */
async function pour(
  events: AsyncGenerator<EventBody | null>,
  stream: PassThrough,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  try {
    for await (const event of events) {
      if (stream.destroyed || stream.writableLength > MAX_UNREAD_BYTES || !(await mayGoOn())) break;
      const nowMs = performance.now();
      if (event === null && nowMs - writtenAtMs < KEEP_ALIVE_MS) continue;
      stream.write(event === null ? ': \n\n' : textOf(event));
      writtenAtMs = nowMs;
    }
    stream.end();
  } catch {
    // The client reconnects with the id of the last event.
    stream.destroy();
  }
}

const textOf = (event: EventBody): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
